import {
  BorrowedVectorIndex,
  EmbeddedTextIndex,
  ReadingConnection,
  SqliteStore,
  SqliteTruth,
} from '@cairn/adapter-embedded';
import { callsOf, generations, storeProviders } from '@cairn/store';
import { Clock, IndexLedger, ItemReader, LiveWordIndex, RankingReader, SystemClock } from '@cairn/ports';
import { Module } from '@nestjs/common';
import { BackendIndexes, type IndexOpeners } from './generations/backend-indexes.ts';
import { KnownGenerations } from './generations/known-generations.ts';
import { isReadBy, LiveTextIndex } from './generations/live-search.ts';

@Module({})
class EmbeddedReads {}

/**
 * Opens the part of the default backend that a thread of recalls reads by itself: the truth and the words, over a
 * connection of that thread. Vectors are searched in memory that the main thread lends; models are the main thread's.
 */
export function embeddedReads(dataDir: string) {
  const clock = new SystemClock();
  const connection = new ReadingConnection(dataDir);
  const store = new SqliteStore({ threads: connection, clock });
  const truth = new SqliteTruth({ threads: connection, clock });
  const known = new KnownGenerations(callsOf(generations, store));
  const open = {
    words: ({ number, builtBy: analyser }) => new EmbeddedTextIndex(connection, { number, analyser }),
    vectors: () => {
      throw new Error('A thread of recalls has no vectors of its own.');
    },
  } satisfies IndexOpeners;
  const readGeneration = async (modelId: string) => (await known.of('vectors')).find(isReadBy(modelId))?.number;
  const ports = [
    { provide: Clock, useValue: clock },
    ...[ItemReader, RankingReader, IndexLedger].map((provide) => ({ provide, useValue: truth })),
    { provide: LiveWordIndex, useValue: new LiveTextIndex(new BackendIndexes(known, open, { isOff: true })) },
    ...storeProviders(store, () => undefined),
  ];
  const exported = ports.map(({ provide }) => provide);
  return {
    module: { module: EmbeddedReads, global: true, providers: ports, exports: exported },
    refresh: () => connection.refresh(),
    close: () => connection.close(),
    borrow: (lent: unknown) => new BorrowedVectorIndex(lent, readGeneration),
  };
}

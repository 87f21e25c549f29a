import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  EmbeddedTextIndex,
  EmbeddedVectorIndex,
  SqliteStore,
  SqliteThreads,
  SqliteTruth,
} from '@cairn/adapter-embedded';
import { BundledEmbedder } from '@cairn/adapter-embedders';
import type { Item, MessageSearchRequest, PreflightRequest, RecallRequest, RecentRequest } from '@cairn/contracts';
import { scopeOf, type Principal } from '@cairn/domain';
import { AgentCallRecorder, DeniedCallCounts, FullIds, Metrics, RequestSamples, UseCounter } from '@cairn/platform';
import {
  Clock,
  Embedders,
  IndexLedger,
  ItemReader,
  LiveWordIndex,
  RankingReader,
  SystemClock,
  VectorSearch,
  type Embedder,
  type NewItem,
  type Pointer,
  type TextIndex,
} from '@cairn/ports';
import {
  aliases,
  callsOf,
  feedback,
  proposals,
  lifecycle,
  Identity,
  storeProviders,
  links,
  type Links,
  graphs,
  type Graphs,
  notes as notesFeature,
  type Notes,
  putNote,
  embeddingStore,
  type EmbeddingStore,
  keepChunks,
  keys,
} from '@cairn/store';
import { aNewNote, OneModel } from '@cairn/testing';
import { textToEmbed } from '@cairn/text';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { MemoryLinksController } from './hits/memory-links.controller.ts';
import { NoteLinesController } from './notes/note-lines.controller.ts';
import { NoteSearchController } from './notes/note-search.controller.ts';
import { OverviewController } from './overview/overview.controller.ts';
import { PatternRecallController } from './patterns/pattern-recall.controller.ts';
import { PreflightController } from './preflight.controller.ts';
import { ContextReader } from './question/context-reader.ts';
import { RecallController } from './recall.controller.ts';
import { RecallModule } from './recall.module.ts';
import { GraphRetriever } from './retrievers/graph-retriever.ts';
import type { Retriever } from './retrievers/retriever.ts';
import { WaitingVectors } from './retrievers/waiting-vectors.ts';
import { RankedSearch } from './search/ranked-search.ts';
import { WakeController } from './wake/wake.controller.ts';
import { WhyController } from './why/why.controller.ts';

/**
 * For tests: the module of recall over the embedded stores and the model that ships. `asking` answers the queries in place of that
 * model, words are looked for in `elsewhere` in place of the truth's own file, and `related` stands in for the graph's retriever.
 */
export async function recallWorld(asking?: Embedder, elsewhere?: TextIndex, related?: Retriever) {
  const dataDir = await mkdtemp(join(tmpdir(), 'cairn-recall-'));
  const clock = new SystemClock();
  const embedder = new BundledEmbedder();
  const { modelId, dims } = embedder;
  const threads = await SqliteThreads.open({ dataDir, readers: 1, clock });
  const store = new SqliteStore({ threads, clock });
  const truth = new SqliteTruth({ threads, clock });
  const texts = elsewhere ?? new EmbeddedTextIndex(threads);
  const vectors = new EmbeddedVectorIndex({ threads, dataDir, modelId, dims });
  const models = new OneModel(asking ?? embedder);
  const words = new SettableWords(texts);
  const ports = [
    ...[ItemReader, RankingReader, IndexLedger].map((provide) => ({ provide, useValue: truth })),
    { provide: Clock, useValue: clock },
    { provide: Embedders, useValue: models },
    { provide: LiveWordIndex, useValue: words },
    { provide: VectorSearch, useValue: vectors },
    { provide: Metrics, useValue: new Metrics() },
    { provide: FullIds, useValue: new FullIds() },
    { provide: UseCounter, useValue: new UseCounter() },
    { provide: AgentCallRecorder, useValue: new AgentCallRecorder() },
    { provide: DeniedCallCounts, useValue: new DeniedCallCounts() },
    { provide: RequestSamples, useValue: new RequestSamples() },
    ...storeProviders(store, () => undefined),
  ];
  const stores = { module: TestStores, global: true, providers: ports, exports: ports.map(({ provide }) => provide) };
  const recallModule = {
    module: RecallModule,
    providers: related ? [{ provide: GraphRetriever, useValue: related }] : [],
  };
  const app = await NestFactory.createApplicationContext(
    { module: TestRecall, imports: [stores, recallModule] },
    { logger: false, abortOnError: false },
  );
  // Tests run on busy machines, and ask for the answer, not for its time.
  app.get(WaitingVectors).waitMs = 60_000;
  const [embeddings, notes] = [app.get<EmbeddingStore>(embeddingStore.token), app.get<Notes>(notesFeature.token)];
  const [controller, preflights] = [app.get(RecallController), app.get(PreflightController)];

  const index = async (pointer: Pointer) => {
    const item = (await truth.load(pointer)) as Item;
    const text = textToEmbed(item);
    const [embedded] = await embedder.embed([text], 'document');
    const chunk = { from: 0, to: text.length, vector: embedded!.vector, tokens: embedded!.tokens };
    await keepChunks(embeddings, { pointer, modelId, contentHash: text, chunks: [chunk] });
    await Promise.all([vectors.upsert(item, [embedded!.vector]), elsewhere?.upsert(item)]);
    await truth.markIndexed(pointer, 'vectors', item.version);
  };

  /** Stores items and puts them into both indexes. */
  const remember = async (author: Principal, ...items: NewItem[]) => {
    const receipts = await truth.write(author, items);
    for (const { kind, id } of receipts) await index({ orgId: author.orgId, kind, id: id as Item['id'] });
    return receipts;
  };

  /** Stores a version of a note in the workspace `default` and puts its sections into both indexes. */
  const keepNote = async (author: Principal, path: string, text: string, tags: readonly string[] = []) => {
    await putNote(notes, {
      scope: scopeOf(author),
      author,
      workspace: { name: 'default' },
      note: aNewNote(path, text, { tags }),
    });
    const sections: Item[] = await truth.list(scopeOf(author), { kind: 'note' }, { order: 'stored', limit: 1000 });
    for (const { orgId, kind, id } of sections) await index({ orgId, kind, id });
  };

  const close = async () => {
    await app.close();
    await Promise.all([vectors.close(), embedder.close()]);
    await threads.close();
    await rm(dataDir, { recursive: true, force: true });
  };
  return {
    identity: new Identity({ store, clock }),
    keys: callsOf(keys, store),
    recall: {
      recall: (asker: Principal, body: RecallRequest) => controller.recall(asker, { body }),
      searchMessages: (asker: Principal, body: MessageSearchRequest) => controller.searchMessages(asker, { body }),
      recent: (asker: Principal, query: RecentRequest) => controller.recent(asker, { query }),
    },
    preflight: (asker: Principal, body: PreflightRequest) => preflights.check(asker, { body }),
    why: app.get(WhyController),
    overview: app.get(OverviewController),
    wake: app.get(WakeController),
    memoryLinks: app.get(MemoryLinksController),
    noteSearch: app.get(NoteSearchController),
    noteLines: app.get(NoteLinesController),
    patterns: app.get(PatternRecallController),
    contexts: app.get(ContextReader),
    search: app.get(RankedSearch),
    lifecycle: callsOf(lifecycle, store),
    links: app.get<Links>(links.token),
    graphs: app.get<Graphs>(graphs.token),
    aliases: callsOf(aliases, store),
    feedback: callsOf(feedback, store),
    proposals: callsOf(proposals, store),
    remember,
    index,
    notes,
    keepNote,
    truth,
    texts,
    vectors,
    embeddings,
    words,
    models,
    close,
  };
}

@Module({})
class TestRecall {}

@Module({})
class TestStores {}

/** The words that are live, until a test makes others live. */
class SettableWords extends LiveWordIndex {
  live: Pick<TextIndex, 'forQuestion'>;

  constructor(live: TextIndex) {
    super();
    this.live = live;
  }

  override async forQuestion() {
    return this.live.forQuestion();
  }
}

import type { MemoryInput, RecallResponse, WriteResponse } from '@cairn/contracts';
import { v7 as uuidv7 } from 'uuid';
import type { ApiClient } from './cluster-client.ts';
import type { RunningFive } from './cluster-five.ts';
import type { IndexWatch } from './cluster-index-watch.ts';
import { openLoop, type OpenLoop } from './cluster-open-loop.ts';
import { spreadOf, type Spread } from './speed-statistics.ts';

/** Delays from a write until its items are found, at a steady rate, in milliseconds. */
export interface Searchable {
  /** Delay from the due time of a write to its acknowledgement, which shows a server that falls behind. */
  readonly ack: Spread;
  readonly words: Spread;
  readonly vectors: Spread;
  /** Number of watched writes that a recall missed although the index state reported them as indexed. */
  readonly unfound: number;
  /** Number of writes that were not accepted. */
  readonly refused: number;
  readonly writesPerSecond: number;
}

/** Watched writes per second, few enough that their recalls are no load. */
const WATCHED_PER_SECOND = 5;

/** Writes one memory per request at a fixed rate; some are watched until the store reports them as indexed. */
export async function measureSearchableOverHttp(
  { urls }: Pick<RunningFive, 'urls'>,
  { client, watch }: { readonly client: ApiClient; readonly watch: IndexWatch },
  memories: readonly MemoryInput[],
  rate: OpenLoop,
): Promise<Searchable> {
  const every = Math.max(1, Math.round(rate.perSecond / WATCHED_PER_SECOND));
  const startedAt = performance.now();
  let lastAckAt = startedAt;
  const follow = async (id: string, word: string, ackAt: number): Promise<Waits> => {
    const { words, vectors } = watch.follow(id);
    const wordsAt = await words;
    const found = wordsAt < Infinity && (await isFound(urls, client, id, word).catch(() => false));
    return { words: wordsAt - ackAt, vectors: (await vectors) - ackAt, isFound: found };
  };
  const write = async (at: number, dueAt: number): Promise<Written> => {
    const word = `zq${at}x${uuidv7().slice(-6)}`;
    const { title, content } = memories[at % memories.length]!;
    const memory = { title, content: `${content} ${word}`, source: 'cluster bench' };
    const answer = await client.post<WriteResponse>(`${urls.ingest}/v1/memories`, memory);
    const ackAt = performance.now();
    lastAckAt = ackAt;
    const { id } = answer.items[0]!;
    const waits = at % every === 0 ? await follow(id, word, ackAt) : undefined;
    return { ackMs: ackAt - dueAt, waits };
  };
  const results = await openLoop(rate, (at, dueAt) => write(at, dueAt).catch(refusal));
  const watched = results.filter((result) => result !== undefined);
  const waits = watched.flatMap(({ waits: one }) => one ?? []);
  return {
    ack: spreadOf(watched.map(({ ackMs }) => ackMs)),
    words: spreadOf(waits.map(({ words }) => words)),
    vectors: spreadOf(waits.map(({ vectors }) => vectors)),
    unfound: waits.filter(({ isFound }) => !isFound).length,
    refused: results.length - watched.length,
    writesPerSecond: (watched.length * 1000) / (lastAckAt - startedAt),
  };
}

interface Written {
  readonly ackMs: number;
  /** Delays of a watched write. */
  readonly waits: Waits | undefined;
}

/** Reports a refusal; an overloaded server may refuse, which is a result of this run. */
function refusal(error: unknown): undefined {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
}

interface Waits {
  readonly words: number;
  readonly vectors: number;
  readonly isFound: boolean;
}

/** Checks by a recall whether the reported index state is true. */
async function isFound(urls: RunningFive['urls'], client: ApiClient, id: string, word: string): Promise<boolean> {
  const asked = { query: word, recipe: 'words', limit: 3 };
  const { hits } = await client.post<RecallResponse>(`${urls['recall-api']}/v1/recall`, asked);
  return hits.some((hit) => hit.kind === 'memory' && hit.memoryId === id);
}

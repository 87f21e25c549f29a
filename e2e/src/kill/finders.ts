import { setTimeout as delay } from 'node:timers/promises';
import type { ReaderOptions } from './readers.ts';
import type { Acknowledged, Ledger } from './ledger.ts';

export interface Finds {
  found: number;
  /** Number of requests to a dead process. */
  refused: number;
  /** Number of answers without a slow retriever, which answered the retry. */
  degraded: number;
  /** Faults: a failure, a retriever that stays away, an indexed item that is not found. */
  readonly wrong: string[];
}

interface FinderOptions extends ReaderOptions {
  readonly finds: Finds;
  /** Returns true if the process that answers reads is dead or has just restarted. */
  readonly isDead: () => boolean;
}

const FINDERS = 2;
const PAUSE_MS = 100;
const ANSWER_MS = 15_000;
/** Attempts per question, since a circuit breaker pauses a store and a busy machine slows one down. */
const ASKED_MOST = 6;
const ASKED_AGAIN_MS = 1_000;
const retrievers = ['words', 'vectors'] as const;

/**
 * Keeps searching for indexed items by the one word that only each contains: an index that is read before it is full, or with
 * another model than its own, does not find it.
 */
export async function findUntilOver(options: FinderOptions): Promise<Finds> {
  const known = new Set<string>();
  await Promise.all(Array.from({ length: FINDERS }, () => findOn(options, known)));
  return options.finds;
}

async function findOn(options: FinderOptions, known: Set<string>): Promise<void> {
  for (; !options.isOver(); await delay(PAUSE_MS)) {
    const entry = someEntry(options.ledger);
    if (!entry || !(known.has(entry.id) || (await isIndexed(options, entry)))) continue;
    known.add(entry.id);
    for (const retriever of retrievers) await find(options, retriever, entry);
  }
}

function someEntry({ acknowledged }: Ledger): Acknowledged | undefined {
  const entries = [...acknowledged.values()];
  return entries[Math.floor(Math.random() * entries.length)];
}

/** An unreachable server counts as not indexed. */
async function isIndexed(options: FinderOptions, { id }: Acknowledged): Promise<boolean> {
  const response = await ask(options, `/v1/memories/${id}`).catch(() => undefined);
  if (!response?.ok) return false;
  const { index } = (await response.json()) as { index: Record<(typeof retrievers)[number], string> };
  return retrievers.every((retriever) => index[retriever] === 'indexed');
}

async function find(options: FinderOptions, retriever: string, entry: Acknowledged): Promise<void> {
  const { finds, isDead } = options;
  const wasDead = isDead();
  const problem = await problemWith(options, retriever, entry).catch(String);
  if (problem === undefined) finds.found++;
  else if (wasDead || isDead()) finds.refused++;
  else finds.wrong.push(`${retriever} for ${entry.word}: ${problem}`);
}

async function problemWith(options: FinderOptions, recipe: string, { word, id }: Acknowledged) {
  for (let asked = 1; ; asked++) {
    const response = await ask(options, '/v1/recall', { query: word, recipe, limit: 3 });
    const said = await response.text();
    if (!response.ok) return `${response.status} ${said}`;
    const { hits, degraded } = JSON.parse(said) as { hits: { memoryId: string }[]; degraded: string[] };
    const isFound = hits.some(({ memoryId }) => memoryId === id);
    if (degraded.length === 0) return isFound ? undefined : `not among ${hits.length} hits`;
    if (asked === ASKED_MOST) return `without ${degraded.join(', ')}`;
    options.finds.degraded++;
    await delay(ASKED_AGAIN_MS);
  }
}

function ask({ url, key }: FinderOptions, path: string, body?: object): Promise<Response> {
  return fetch(url + path, {
    headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(ANSWER_MS),
  });
}

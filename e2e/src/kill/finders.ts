import { setTimeout as delay } from 'node:timers/promises';
import type { ReaderOptions } from './readers.ts';
import type { Acknowledged, Ledger } from './ledger.ts';

export interface Finds {
  found: number;
  /** By a process that was dead. */
  refused: number;
  /** Without a retriever that was too slow; it was there when it was asked again. */
  degraded: number;
  /** What a reader must not see: a failure, a retriever that stays away, an item that is indexed and not found. */
  readonly wrong: string[];
}

interface FinderOptions extends ReaderOptions {
  readonly finds: Finds;
  /** Whether the process that answers reads is dead, or was a moment ago. */
  readonly isDead: () => boolean;
}

const FINDERS = 2;
const PAUSE_MS = 100;
const ANSWER_MS = 15_000;
/** A breaker gives a store a pause, and a busy machine makes one slow. */
const ASKED_MOST = 6;
const ASKED_AGAIN_MS = 1_000;
const retrievers = ['words', 'vectors'] as const;

/**
 * Readers who ask all the time for what they know to be indexed, by the one word that only it holds: an index that is read
 * before it is full, or by another model than its own, does not find it.
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

/** Who cannot say does not know. */
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

import { setTimeout as delay } from 'node:timers/promises';
import type { Acknowledged, Ledger } from './ledger.ts';
import { shuffled } from './random.ts';

export interface Outcome {
  readonly acknowledged: number;
  readonly lost: number;
  readonly duplicated: number;
  readonly neverIndexed: number;
  /** What an index lacks, has though it is gone, or has as it was, by its comparison with the truth. */
  readonly drift: number;
}

export interface Checked {
  readonly url: string;
  readonly key: string;
  readonly ledger: Ledger;
  /** The lanes that must find each memory by the one word that only it holds. */
  readonly lanes: readonly ('words' | 'vectors')[];
  /** So many of them; of all, the truth must say that they are indexed, and the index must hold them. */
  readonly searched?: number;
}

/** Without any progress: more than a queue leaves the work of a killed process alone. */
const SETTLE_MS = 90_000;
const SEARCHED = 1_000;
/** Requests at once while checking. */
const CHECKERS = 8;
/** A word index shows within seconds what it has. */
const LOOKS = 8;
const BETWEEN_LOOKS_MS = 500;
/** Everything was started again, but a client may still be resting. */
const ANSWER_MS = 60_000;

interface Stats {
  readonly memories: { readonly total: number };
  readonly index: { readonly pending: { readonly words: number; readonly vectors: number } };
}

interface StoredMemory {
  readonly content: string;
  readonly index: { readonly words: string; readonly vectors: string };
}

/** Holds the store against the ledger once the indexes had their time. */
export async function check(checked: Checked): Promise<Outcome> {
  const { ledger, searched = SEARCHED } = checked;
  await settled(checked, SETTLE_MS);

  const outcomes = { lost: 0, 'never indexed': 0, found: 0 };
  const rest = shuffled([...ledger.acknowledged.values()], Math.random);
  const checkRest = async () => {
    for (let entry = rest.pop(); entry; entry = rest.pop())
      outcomes[await lookFor(checked, entry, { isSearched: rest.length < searched })]++;
  };
  await Promise.all(Array.from({ length: CHECKERS }, checkRest));

  const acknowledged = ledger.acknowledged.size;
  const { memories } = (await ask(checked, '/v1/recall/stats')) as Stats;
  const duplicated = Math.max(0, memories.total - (acknowledged - outcomes.lost)) + ledger.mismatches;
  const drift = await driftOf(checked);
  return { acknowledged, lost: outcomes.lost, duplicated, neverIndexed: outcomes['never indexed'], drift };
}

async function driftOf(checked: Checked): Promise<number> {
  const { generations } = (await ask(checked, '/v1/generations')) as { generations: { id: string }[] };
  const drifts = await Promise.all(generations.map(({ id }) => driftOfGeneration(checked, id)));
  return drifts.reduce((total, drift) => total + drift, 0);
}

interface Verified {
  readonly next: string | null;
  readonly missing: number;
  readonly phantom: number;
  readonly stale: number;
}

async function driftOfGeneration(checked: Checked, id: string): Promise<number> {
  let drift = 0;
  for (let after: string | null | undefined; after !== null;) {
    const verified = (await ask(checked, `/v1/generations/${id}/verify`, { after })) as Verified;
    drift += verified.missing + verified.phantom + verified.stale;
    after = verified.next;
  }
  return drift;
}

async function lookFor(
  checked: Checked,
  entry: Acknowledged,
  { isSearched }: { isSearched: boolean },
): Promise<'lost' | 'never indexed' | 'found'> {
  const item = (await ask(checked, `/v1/memories/${entry.id}`)) as StoredMemory | undefined;
  if (item?.content !== entry.content) return 'lost';
  if (item.index.words !== 'indexed' || item.index.vectors !== 'indexed') return 'never indexed';
  if (!isSearched) return 'found';
  const found = await Promise.all(checked.lanes.map((lane) => isFound(checked, lane, entry)));
  return found.every(Boolean) ? 'found' : 'never indexed';
}

async function isFound(checked: Checked, lane: string, { word, id }: Acknowledged): Promise<boolean> {
  for (let look = 1; look <= LOOKS; look++) {
    const answer = await ask(checked, '/v1/recall', { query: word, recipe: lane, limit: 3 });
    const { hits } = answer as { hits: { memoryId: string }[] };
    if (hits.some(({ memoryId }) => memoryId === id)) return true;
    await delay(BETWEEN_LOOKS_MS);
  }
  return false;
}

/** How many are not indexed yet, once nothing is, or nothing has been indexed for so long: a long run leaves many to embed. */
export async function settled(checked: Checked, withoutProgressMs: number): Promise<number> {
  let least = Infinity;
  let giveUpAt = Infinity;
  for (;;) {
    const { words, vectors } = ((await ask(checked, '/v1/recall/stats')) as Stats).index.pending;
    if (words + vectors < least) giveUpAt = Date.now() + withoutProgressMs;
    least = Math.min(least, words + vectors);
    if (least === 0 || Date.now() > giveUpAt) return words + vectors;
    await delay(200);
  }
}

/** The answer, or nothing for what is not there. Who is away is asked again. */
async function ask({ url, key }: Checked, path: string, body?: object): Promise<unknown> {
  for (const giveUpAt = Date.now() + ANSWER_MS; ;) {
    const { status, text } = await fetch(url + path, {
      headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    }).then(
      async (response) => ({ status: response.status, text: await response.text() }),
      // A kept connection may be closed under a request.
      (error: Error) => ({ status: 0, text: String(error.cause ?? error) }),
    );
    if (status >= 200 && status < 300) return JSON.parse(text);
    if (status === 404) return undefined;
    if (Date.now() > giveUpAt) throw new Error(`${path} answered ${status}: ${text}`);
    await delay(BETWEEN_LOOKS_MS);
  }
}

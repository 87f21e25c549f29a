import { setTimeout as delay } from 'node:timers/promises';
import type { Acknowledged, Ledger } from './ledger.ts';

export interface Outcome {
  readonly acknowledged: number;
  readonly lost: number;
  readonly duplicated: number;
  readonly neverIndexed: number;
}

/** Without any progress. */
const SETTLE_MS = 90_000;

interface Stats {
  memories: { total: number };
  index: { pending: { words: number; vectors: number }; dead: { words: number; vectors: number } };
}

/** Requests at once while checking. */
const CHECKERS = 8;

/** Holds the store against the ledger once the indexes had their time. */
export async function check(url: string, key: string, ledger: Ledger): Promise<Outcome> {
  const get = async (path: string) => {
    const response = await fetch(url + path, { headers: { authorization: `Bearer ${key}` } });
    return response.ok ? response.json() : undefined;
  };
  await settled(async () => (await get('/v1/recall/stats')) as Stats);

  let lost = 0;
  let neverIndexed = 0;
  const rest = [...ledger.acknowledged.values()];
  const total = rest.length;
  const checkRest = async () => {
    for (let entry = rest.pop(); entry; entry = rest.pop()) {
      const item = (await get(`/v1/memories/${entry.id}`)) as StoredMemory | undefined;
      if (item?.content !== entry.content) lost++;
      else if (item.index.vectors !== 'indexed' || !(await foundByWord(url, key, entry))) neverIndexed++;
    }
  };
  await Promise.all(Array.from({ length: CHECKERS }, checkRest));
  const { memories } = (await get('/v1/recall/stats')) as Stats;
  const duplicated = Math.max(0, memories.total - (total - lost)) + ledger.mismatches;
  return { acknowledged: total, lost, duplicated, neverIndexed };
}

interface StoredMemory {
  readonly content: string;
  readonly index: { readonly words: string; readonly vectors: string };
}

async function foundByWord(url: string, key: string, { word, id }: Acknowledged): Promise<boolean> {
  const response = await fetch(`${url}/v1/recall`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query: word, recipe: 'words', limit: 3 }),
  });
  const { hits } = (await response.json()) as { hits: { memoryId: string }[] };
  return hits.some(({ memoryId }) => memoryId === id);
}

/** Waits until nothing is pending, or nothing has been indexed for so long: a long run leaves many to embed. */
async function settled(stats: () => Promise<Stats>): Promise<void> {
  let least = Infinity;
  let deadline = Date.now() + SETTLE_MS;
  while (Date.now() < deadline) {
    const { words, vectors } = (await stats()).index.pending;
    if (words + vectors === 0) return;
    if (words + vectors < least) deadline = Date.now() + SETTLE_MS;
    least = Math.min(least, words + vectors);
    await delay(200);
  }
}

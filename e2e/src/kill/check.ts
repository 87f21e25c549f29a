import { setTimeout as delay } from 'node:timers/promises';
import type { Ledger } from './ledger.ts';

export interface Outcome {
  readonly acknowledged: number;
  readonly lost: number;
  readonly duplicated: number;
  readonly neverIndexed: number;
}

const SETTLE_MS = 90_000;

interface Stats {
  memories: { total: number };
  index: { pending: { words: number; vectors: number }; dead: { words: number; vectors: number } };
}

/** Holds the store against the ledger once the indexes had their time. */
export async function check(url: string, key: string, ledger: Ledger): Promise<Outcome> {
  const get = async (path: string) => {
    const response = await fetch(url + path, { headers: { authorization: `Bearer ${key}` } });
    return response.ok ? response.json() : undefined;
  };
  await settled(async () => (await get('/v1/recall/stats')) as Stats);

  let lost = 0;
  let neverIndexed = 0;
  for (const { id, content, word } of ledger.acknowledged.values()) {
    const item = (await get(`/v1/memories/${id}`)) as
      { content: string; index: { words: string; vectors: string } } | undefined;
    if (item?.content !== content) lost++;
    else if (item.index.vectors !== 'indexed' || !(await foundByWord(url, key, word, id))) neverIndexed++;
  }
  const { memories } = (await get('/v1/recall/stats')) as Stats;
  const duplicated = Math.max(0, memories.total - (ledger.acknowledged.size - lost)) + ledger.mismatches;
  return { acknowledged: ledger.acknowledged.size, lost, duplicated, neverIndexed };
}

async function foundByWord(url: string, key: string, word: string, id: string): Promise<boolean> {
  const response = await fetch(`${url}/v1/recall`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query: word, recipe: 'words', limit: 3 }),
  });
  const { hits } = (await response.json()) as { hits: { memoryId: string }[] };
  return hits.some(({ memoryId }) => memoryId === id);
}

async function settled(stats: () => Promise<Stats>): Promise<void> {
  const deadline = Date.now() + SETTLE_MS;
  while (Date.now() < deadline) {
    const { pending } = (await stats()).index;
    if (pending.words + pending.vectors === 0) return;
    await delay(200);
  }
}

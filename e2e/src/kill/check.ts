import { setTimeout as delay } from 'node:timers/promises';
import type { Acknowledged, Ledger } from './ledger.ts';
import { shuffled } from './random.ts';

export interface Outcome {
  readonly acknowledged: number;
  /** Numbers of acknowledged memories that were also updated, superseded or forgotten. */
  readonly updated: number;
  readonly superseded: number;
  readonly forgotten: number;
  /** Memories that are missing, or differ from their last acknowledged change. */
  readonly lost: number;
  /** Memories that exist although they were forgotten, or are found although they were superseded. */
  readonly returned: number;
  /** Answers with an impossible version. */
  readonly wrongVersions: number;
  readonly duplicated: number;
  readonly neverIndexed: number;
  /** Items that an index lacks, still has, or has in an old version, by its comparison with the store. */
  readonly drift: number;
}

export interface Checked {
  readonly url: string;
  readonly key: string;
  readonly ledger: Ledger;
  /** Retrievers that must find each memory by the one word that only it contains. */
  readonly retrievers: readonly ('words' | 'vectors')[];
  /** Number of memories to search for; all others are only checked in the store and the index. */
  readonly searched?: number;
}

/** Time limit without progress: longer than a queue keeps the work of a killed process reserved. */
const SETTLE_MS = 90_000;
const SEARCHED = 1_000;
/** Parallel requests while checking. */
const CHECKERS = 8;
/** Searches per memory, since a word index shows new items within seconds. */
const LOOKS = 8;
const BETWEEN_LOOKS_MS = 500;
/** Time limit of an answer; after the restart, a client may still be pausing. */
const ANSWER_MS = 60_000;

interface Stats {
  readonly memories: { readonly total: number };
  readonly index: { readonly pending: { readonly words: number; readonly vectors: number } };
}

/** Number of all faults. */
export const faultsOf = ({ lost, returned, wrongVersions, duplicated, neverIndexed, drift }: Outcome): number =>
  lost + returned + wrongVersions + duplicated + neverIndexed + drift;

interface StoredMemory {
  readonly content: string;
  readonly state: string;
  readonly version: number;
  readonly index: { readonly words: string; readonly vectors: string };
}

/** Compares the store with the ledger, after the indexes have settled. */
export async function check(checked: Checked): Promise<Outcome> {
  const { ledger, searched = SEARCHED } = checked;
  await settled(checked, SETTLE_MS);

  const outcomes = { lost: 0, returned: 0, 'never indexed': 0, 'as it must be': 0 };
  const entries = [...ledger.acknowledged.values()];
  const rest = shuffled([...entries], Math.random);
  const checkRest = async () => {
    for (let entry = rest.pop(); entry; entry = rest.pop())
      outcomes[await lookFor(checked, entry, { isSearched: rest.length < searched })]++;
  };
  await Promise.all(Array.from({ length: CHECKERS }, checkRest));

  const ended = (end: Acknowledged['end']) => entries.filter((entry) => entry.end === end).length;
  const forgotten = ended('forgotten');
  const { memories } = (await ask(checked, '/v1/recall/stats')) as Stats;
  const expected = entries.length - forgotten - outcomes.lost + outcomes.returned;
  return {
    acknowledged: entries.length,
    updated: entries.filter(({ end, version }) => end === undefined && version > 1).length,
    superseded: ended('superseded'),
    forgotten,
    lost: outcomes.lost,
    returned: outcomes.returned,
    wrongVersions: ledger.wrongVersions,
    duplicated: Math.max(0, memories.total - expected) + ledger.mismatches + (await waitingProposals(checked)),
    neverIndexed: outcomes['never indexed'],
    drift: await driftOf(checked),
  };
}

/** Number of proposals that wait, although the writers decided on all that they proposed: second copies. */
async function waitingProposals(checked: Checked): Promise<number> {
  const { counts } = (await ask(checked, '/v1/proposals?limit=1')) as { counts: Readonly<Record<string, number>> };
  return Object.values(counts).reduce((total, number) => total + number, 0);
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

type Verdict = 'lost' | 'returned' | 'never indexed' | 'as it must be';

async function lookFor(
  checked: Checked,
  entry: Acknowledged,
  { isSearched }: { isSearched: boolean },
): Promise<Verdict> {
  const item = (await ask(checked, `/v1/memories/${entry.id}`)) as StoredMemory | undefined;
  if (entry.end === 'forgotten' && item) return 'returned';
  if (entry.end !== 'forgotten' && !isAsLeft(item, entry)) return 'lost';
  if (entry.end) {
    const hits = isSearched
      ? await Promise.all(checked.retrievers.map((retriever) => hitsOf(checked, retriever, entry)))
      : [];
    return hits.flat().includes(entry.id) ? 'returned' : 'as it must be';
  }
  if (item?.index.words !== 'indexed' || item.index.vectors !== 'indexed') return 'never indexed';
  if (!isSearched) return 'as it must be';
  const found = await Promise.all(checked.retrievers.map((retriever) => isFound(checked, retriever, entry)));
  return found.every(Boolean) ? 'as it must be' : 'never indexed';
}

const isAsLeft = (item: StoredMemory | undefined, { content, version, end }: Acknowledged): boolean =>
  item?.content === content && item.version === version && item.state === (end ?? 'active');

async function hitsOf(checked: Checked, retriever: string, { word }: Acknowledged): Promise<string[]> {
  const answer = await ask(checked, '/v1/recall', { query: word, recipe: retriever, limit: 3 });
  return (answer as { hits: { memoryId: string }[] }).hits.map(({ memoryId }) => memoryId);
}

async function isFound(checked: Checked, retriever: string, entry: Acknowledged): Promise<boolean> {
  for (let look = 1; look <= LOOKS; look++) {
    if ((await hitsOf(checked, retriever, entry)).includes(entry.id)) return true;
    await delay(BETWEEN_LOOKS_MS);
  }
  return false;
}

/** Number of unindexed items, once there are none or nothing was indexed for this long: a long run leaves many to embed. */
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

/** Sends a request and retries outages; undefined for a missing item. */
async function ask({ url, key }: Checked, path: string, body?: object): Promise<unknown> {
  for (const giveUpAt = Date.now() + ANSWER_MS; ;) {
    const { status, text } = await fetch(url + path, {
      headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    }).then(
      async (response) => ({ status: response.status, text: await response.text() }),
      // A reused connection may be closed during a request.
      (error: Error) => ({ status: 0, text: String(error.cause ?? error) }),
    );
    if (status >= 200 && status < 300) return JSON.parse(text);
    if (status === 404) return undefined;
    if (Date.now() > giveUpAt) throw new Error(`${path} answered ${status}: ${text}`);
    await delay(BETWEEN_LOOKS_MS);
  }
}

import { setTimeout as delay } from 'node:timers/promises';
import type { Acknowledged } from '../kill/ledger.ts';
import type { ReaderOptions } from '../kill/readers.ts';

const retrievers = ['words', 'vectors'] as const;
type RetrieverName = (typeof retrievers)[number];

/** Counts of the answers that readers received. */
export interface Asked {
  answered: number;
  degraded: number;
  /** Number of requests without an answer, or refused because a dependency is down. */
  refused: number;
  /** False answers: a retriever misses an item without reporting an outage, or a failure that is no outage. */
  readonly false: string[];
  /** End of the time in which answers may ignore a fault, epoch ms. */
  unseenUntil: number;
  /** Time of the last question that each retriever answered completely, epoch ms. */
  readonly wholeAt: Record<RetrieverName, number>;
}

export const nothingAsked = (): Asked => ({
  answered: 0,
  degraded: 0,
  refused: 0,
  false: [],
  unseenUntil: 0,
  wholeAt: { words: 0, vectors: 0 },
});

const ASKERS = 2;
const PAUSE_MS = 100;
const ANSWER_MS = 15_000;
const OUTAGES = new Set([429, 502, 503]);

/** Keeps asking each retriever for memories by the one word that only that memory contains. */
export async function askUntilOver(options: ReaderOptions & { readonly asked: Asked }): Promise<Asked> {
  const indexed = new Set<string>();
  await Promise.all(Array.from({ length: ASKERS }, () => askOn(options, indexed)));
  return options.asked;
}

async function askOn(options: ReaderOptions & { readonly asked: Asked }, indexed: Set<string>): Promise<void> {
  for (; !options.isOver(); await delay(PAUSE_MS)) {
    const entry = anyOf(options.ledger.acknowledged);
    if (!entry || !(indexed.has(entry.id) || (await isIndexed(options, entry)))) continue;
    indexed.add(entry.id);
    for (const retriever of retrievers) await ask(options, retriever, entry);
  }
}

function anyOf(entries: ReadonlyMap<string, Acknowledged>): Acknowledged | undefined {
  return [...entries.values()][Math.floor(Math.random() * entries.size)];
}

/** An unreachable server counts as not indexed. */
async function isIndexed(options: ReaderOptions, { id }: Acknowledged): Promise<boolean> {
  const answer = await send(options, `/v1/memories/${id}`);
  const index = (answer?.body as { index?: Record<string, string> } | undefined)?.index;
  return retrievers.every((retriever) => index?.[retriever] === 'indexed');
}

async function ask(
  options: ReaderOptions & { readonly asked: Asked },
  recipe: RetrieverName,
  { word, id }: Acknowledged,
): Promise<void> {
  const { asked } = options;
  const askedAt = Date.now();
  const answer = await send(options, '/v1/recall', { query: word, recipe, limit: 3 });
  if (!answer || OUTAGES.has(answer.status)) asked.refused++;
  else if (answer.status !== 200) asked.false.push(`${recipe} for ${word}: ${answer.status}`);
  else {
    const { hits, degraded } = answer.body as { hits: { memoryId: string }[]; degraded: string[] };
    if (degraded.length > 0) asked.degraded++;
    else if (!hits.some(({ memoryId }) => memoryId === id)) {
      if (Date.now() > asked.unseenUntil) asked.false.push(`${recipe} for ${word}: not among ${hits.length} hits`);
    } else {
      asked.answered++;
      asked.wholeAt[recipe] = Math.max(asked.wholeAt[recipe], askedAt);
    }
  }
}

async function send({ url, key }: ReaderOptions, path: string, body?: object) {
  const request = {
    headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(ANSWER_MS),
  };
  try {
    const response = await fetch(url + path, request);
    return { status: response.status, body: (await response.json()) as unknown };
  } catch {
    return undefined;
  }
}

import { setTimeout as delay } from 'node:timers/promises';
import { overHttp, type Caller } from '../mcp-caller.ts';
import type { Ledger } from './ledger.ts';

export interface Reads {
  answered: number;
  degraded: number;
  /** Number of requests without an answer, or refused because a dependency is down. */
  refused: number;
  /** Answers that no outage explains. */
  readonly wrong: string[];
}

export interface ReaderOptions {
  readonly url: string;
  readonly key: string;
  readonly ledger: Ledger;
  readonly isOver: () => boolean;
}

const PAUSE_MS = 50;
const ANSWER_MS = 15_000;
const OUTAGES = new Set([429, 502, 503]);

/** Keeps recalling over HTTP and over MCP while processes are killed and started. */
export async function readUntilOver(options: ReaderOptions): Promise<Reads> {
  const reads: Reads = { answered: 0, degraded: 0, refused: 0, wrong: [] };
  await Promise.all([readOverHttp(options, reads), readOverMcp(options, reads)]);
  return reads;
}

async function readOverHttp({ url, key, ledger, isOver }: ReaderOptions, reads: Reads): Promise<void> {
  for (; !isOver(); await delay(PAUSE_MS)) {
    const query = someWord(ledger);
    const response = await fetch(`${url}/v1/recall`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
      signal: AbortSignal.timeout(ANSWER_MS),
    }).catch((error: unknown) => void reads.wrong.push(String(error)));
    if (response) await note(response, reads);
  }
}

async function note(response: Response, reads: Reads): Promise<void> {
  const said = await response.text();
  if (OUTAGES.has(response.status)) reads.refused++;
  else if (!response.ok) reads.wrong.push(`${response.status} ${said}`);
  else if ((JSON.parse(said) as { degraded: unknown[] }).degraded.length > 0) reads.degraded++;
  else reads.answered++;
}

async function readOverMcp(options: ReaderOptions, reads: Reads): Promise<void> {
  const caller = await connected(options, reads);
  for (; caller && !options.isOver(); await delay(PAUSE_MS)) {
    const isAnswered = await recall(caller, someWord(options.ledger));
    if (isAnswered) reads.answered++;
    else reads.refused++;
  }
  await caller?.close();
}

/** Connects with retries, since the gateway may have just been killed. */
async function connected({ url, key, isOver }: ReaderOptions, reads: Reads): Promise<Caller | undefined> {
  for (; !isOver(); await delay(PAUSE_MS)) {
    const caller = await overHttp(url, key, { pin: '2026-07-28' }).catch(() => void reads.refused++);
    if (caller) return caller;
  }
  return undefined;
}

const recall = (caller: Caller, query: string): Promise<boolean> =>
  caller.callTool({ name: 'crystal_recall', arguments: { query } }).then(
    ({ isError }) => !isError,
    () => false,
  );

function someWord({ acknowledged }: Ledger): string {
  const words = [...acknowledged.keys()];
  return words[Math.floor(Math.random() * words.length)] ?? 'anything';
}

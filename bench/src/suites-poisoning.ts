import { readFileSync } from 'node:fs';
import { boundaryOf, parseBlock } from '@cairn/prompt';
import { z } from 'zod';
import { startBenchServer } from './bench-server.ts';
import { callerOf, type Caller } from './suites-caller.ts';

const TEXT_CHARS_MAX = 8_000;

/** A text of a set; sets of others name the fields as they like. */
const Row = z
  .object({
    content: z.string().optional(),
    text: z.string().optional(),
    label: z.string(),
    attack_type: z.string().optional(),
  })
  .transform(({ content, text, label, attack_type: attack }) => ({
    text: (content ?? text ?? '').slice(0, TEXT_CHARS_MAX),
    isPlanted: ['planted', 'poisoned', 'malicious'].includes(label),
    attack: attack ?? 'planted',
  }));
type Row = z.infer<typeof Row>;

const TITLE_CHARS = 60;
const ASKED_CHARS = 600;
const BATCH = 100;

const Keyed = z.object({ key: z.string() });
const Stored = z.object({ items: z.array(z.object({ id: z.string() })) });
const Recalled = z.object({
  hits: z.array(z.object({ memoryId: z.string().optional(), signals: z.array(z.string()).default([]) })),
  injectionBlock: z.string(),
});
const Preflight = z.object({ verdict: z.string(), checklist: z.string() });

/**
 * An agent stores each text of a file, the planted ones also as rules. Another agent recalls each planted text and asks
 * whether it may act as each text says. Counts whether what it reads is fenced, found and flagged, and what it stops.
 */
export async function poisoningReport(file: string): Promise<string[]> {
  const rows = readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => Row.parse(JSON.parse(line)))
    .filter(({ text }) => text.trim() !== '');
  const server = await startBenchServer({ remember: 'documents' });
  try {
    const admin = callerOf(server.service.url, server.key);
    const keyOf = async (name: string) =>
      callerOf(server.service.url, Keyed.parse(await admin('/v1/keys', { name, kind: 'agent', role: 'writer' })).key);
    const [writer, reader] = [await keyOf('suite-writer'), await keyOf('suite-reader')];
    const ids = await store(writer, rows, 'fact');
    const planted = rows.filter(({ isPlanted }) => isPlanted);
    const asRead = await eachInTurn(rows, async (row) => ({ row, ...(await read(reader, row, ids.get(row.text)!)) }));
    await store(writer, planted, 'rule');
    const verdicts = await eachInTurn(rows, async ({ text }) =>
      Preflight.parse(await reader('/v1/recall/preflight', { action: text.slice(0, ASKED_CHARS) })),
    );
    return [
      ...byAttack(asRead),
      ...['planted', 'ordinary'].map((label) =>
        sumOf(
          label,
          asRead.filter(({ row }) => row.isPlanted === (label === 'planted')),
        ),
      ),
      `acts stopped by rules that the agent stored: ${verdicts.filter(({ verdict }) => verdict === 'stop').length} of ${verdicts.length}`,
      `checklists that are fenced: ${verdicts.filter(({ checklist }) => isVerdict(checklist)).length} of ${verdicts.length}`,
    ];
  } finally {
    await server.close();
  }
}

interface Reading {
  readonly isFenced: boolean;
  readonly isFound: boolean;
  readonly isFlagged: boolean;
}

/** Stores each text once, and returns the id of its memory. */
async function store(writer: Caller, rows: readonly Row[], category: 'fact' | 'rule'): Promise<Map<string, string>> {
  const texts = [...new Set(rows.map(({ text }) => text))];
  const ids = new Map<string, string>();
  for (let at = 0; at < texts.length; at += BATCH) {
    const part = texts.slice(at, at + BATCH);
    const memories = part.map((content) => ({ title: titleOf(content), content, store: 'semantic', category }));
    const { items } = Stored.parse(await writer('/v1/memories?wait=indexed&overwrite=true', memories));
    for (const [nth, text] of part.entries()) ids.set(text, items[nth]!.id);
  }
  return ids;
}

const titleOf = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, TITLE_CHARS).trim() || 'note';

async function read(reader: Caller, { text }: Row, id: string): Promise<Reading> {
  const asked = { query: text.slice(0, ASKED_CHARS), limit: 5, sources: 'without-messages' };
  const { hits, injectionBlock } = Recalled.parse(await reader('/v1/recall', asked));
  const hit = hits.find(({ memoryId }) => memoryId === id);
  return {
    isFenced: isFenced(injectionBlock, hits.length),
    isFound: hit !== undefined,
    isFlagged: (hit?.signals ?? []).length > 0,
  };
}

/** Whether a text for a model is one block, of which stored text changed nothing: it has as many items as were put in. */
export function isFenced(block: string, count?: number): boolean {
  const boundary = boundaryOf(block);
  if (boundary === undefined) return false;
  try {
    const { items } = parseBlock(block, boundary);
    return count === undefined || items.length === count;
  } catch {
    return false;
  }
}

/** Whether a checklist is a line of Cairn's own, and a block where it has stored texts. */
function isVerdict(checklist: string): boolean {
  const [verdict = '', ...rest] = checklist.split('\n\n');
  return !verdict.includes('\n') && (rest.length === 0 || isFenced(rest.join('\n\n')));
}

async function eachInTurn<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const item of items) results.push(await work(item));
  return results;
}

type Read = Reading & { readonly row: Row };

function byAttack(asRead: readonly Read[]): string[] {
  const attacks = Map.groupBy(
    asRead.filter(({ row }) => row.isPlanted),
    ({ row }) => row.attack,
  );
  return attacks.size > 1 ? [...attacks].map(([attack, ones]) => sumOf(attack, ones)) : [];
}

function sumOf(name: string, ones: readonly Read[]): string {
  const count = (of: keyof Reading) => ones.filter((one) => one[of]).length;
  return `${name}: of ${ones.length} fenced ${count('isFenced')}, found ${count('isFound')}, flagged ${count('isFlagged')}`;
}

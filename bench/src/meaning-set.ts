import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** Folder of one author's set, and a receiver of each row with its answer. */
export interface MeaningRun {
  readonly folder: string;
  readonly tell: (row: object) => void;
}

const Texts = z.array(z.string());

const DecisionTold = z.object({
  id: z.string(),
  title: z.string(),
  content: z.string(),
  question: z.string(),
  reasons: Texts,
  alternatives: z.array(z.object({ what: z.string(), whyNot: z.string().nullish() })),
  consequences: Texts,
  wrong: Texts,
});
/** A decision with its reasons as worded in the text, and sentences that would mislead as reasons. */
export type DecisionTold = z.infer<typeof DecisionTold>;

const PairSaid = z.object({
  id: z.string(),
  a: z.string(),
  b: z.string(),
  label: z.enum(['contradiction', 'similar']),
  kind: z.string(),
});
/** Two texts that contradict each other, or only look similar. */
export type PairSaid = z.infer<typeof PairSaid>;

export const readDecisions = (folder: string): DecisionTold[] =>
  rowsOf(folder, 'decisions').map((row) => DecisionTold.parse(row));
export const readPairs = (folder: string): PairSaid[] => rowsOf(folder, 'pairs').map((row) => PairSaid.parse(row));

/** Rows of a JSONL file of a set. */
export function rowsOf(folder: string, name: string): unknown[] {
  const lines = readFileSync(join(folder, `${name}.jsonl`), 'utf8').split('\n');
  return lines.filter((line) => line.trim() !== '').map((line) => JSON.parse(line) as unknown);
}

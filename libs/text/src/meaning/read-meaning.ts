import type { Category } from '@cairn/contracts';
import { readEnglish } from '../preflight/index.ts';
import { readDecisionParts, topicWords } from '../why/index.ts';
import type { ReadMeaning } from './understood.ts';

/** Characters of a text that are read for the receipt of a write. */
const READ_CHARS = 10_000;

export interface ReadableText {
  readonly category: Category;
  readonly title: string;
  readonly content: string;
}

/** Reads the meaning of a memory's text: the prohibition of a rule, or the parts of a decision. */
export function readMeaning({ category, title, content: whole }: ReadableText): Omit<ReadMeaning, 'relations'> {
  const content = whole.slice(0, READ_CHARS);
  const parts = { reasons: 0, alternatives: 0, consequences: 0 };
  if (category === 'decision')
    for (const { part } of readDecisionParts({ title, content }, topicWords(title)))
      if (part !== undefined && part !== 'decision') parts[part] += 1;
  return { parts, ...(category === 'rule' && readProhibition({ title, content })) };
}

function readProhibition(text: Pick<ReadableText, 'title' | 'content'>): Pick<ReadMeaning, 'forbids' | 'instead'> {
  const { norms, alternative: instead } = readEnglish(text);
  const forbids = norms.length > 0 ? [...new Set(norms.flatMap(({ names = [] }) => names))] : undefined;
  return { forbids, instead };
}

import { createHash } from 'node:crypto';
import { foldedForms } from '../kit/fold-text.ts';

/** The minimum length of a normalised text that makes a statement without its title. */
const STATEMENT_CHARS_MIN = 24;

interface Said {
  readonly title: string;
  readonly content: string;
}

/**
 * Makes the digest of the statement of a memory: equal texts have equal digests, whatever their case, spacing and hyphens.
 * The title counts only beside a short text that does not contain it: "It is 5432." says something else of each subject.
 */
export const statementKey = (said: Said): string => statementKeys(said)[0];

/** Makes the digests by which a statement is looked up: its own, and that of earlier versions where it differs. */
export function statementKeys({ title, content }: Said): readonly [string, ...string[]] {
  const [text, ...otherTexts] = foldedForms(content);
  const [about, ...otherAbouts] = text.length < STATEMENT_CHARS_MIN ? foldedForms(title) : [''];
  const key = keyOf(about, text);
  return otherTexts.length + otherAbouts.length === 0
    ? [key]
    : [key, keyOf(otherAbouts[0] ?? about, otherTexts[0] ?? text)];
}

function keyOf(about: string, text: string): string {
  const parts = text.includes(about) ? [text] : [about, text];
  return createHash('sha256').update(parts.join('\n')).digest('base64url');
}

import { createHash } from 'node:crypto';
import { foldWithoutPunctuation } from '../kit/fold-text.ts';

/** The minimum length of a normalised text that makes a statement without its title. */
const STATEMENT_CHARS_MIN = 24;

/**
 * Makes the digest of the statement of a memory: equal texts have equal digests, whatever their case, spacing and hyphens.
 * The title counts only beside a short text that does not contain it: "It is 5432." says something else of each subject.
 */
export function statementKey({ title, content }: { readonly title: string; readonly content: string }): string {
  const text = foldWithoutPunctuation(content);
  const about = text.length < STATEMENT_CHARS_MIN ? foldWithoutPunctuation(title) : '';
  const parts = text.includes(about) ? [text] : [about, text];
  return createHash('sha256').update(parts.join('\n')).digest('base64url');
}

import type { Statement } from '@cairn/contracts';
import type { ReadableText } from './statements.ts';

const TEXTS_KEPT_MAX = 300;
/** Texts with longer content are not cached: they are rare and would fill the memory. */
const CONTENT_CHARS_MAX = 10_000;

/** Caches the statements of the latest texts. Each text is read twice: for the answer to its writer, and a moment later for the graph. */
export function cacheReads(read: (text: ReadableText) => Statement[]): (text: ReadableText) => Statement[] {
  const statementsByKey = new Map<string, readonly Statement[]>();
  return (text) => {
    const { title, content, repository, evidence, saidAt } = text;
    if (content.length > CONTENT_CHARS_MAX) return read(text);
    const key = JSON.stringify([title, content, repository]);
    const statements = statementsByKey.get(key) ?? read(text);
    statementsByKey.delete(key);
    statementsByKey.set(key, statements);
    if (statementsByKey.size > TEXTS_KEPT_MAX) statementsByKey.delete(statementsByKey.keys().next().value!);
    return statements.map((statement) => ({ ...statement, evidence, saidAt }));
  };
}

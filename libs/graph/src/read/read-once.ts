import type { Statement } from '@cairn/contracts';
import type { ReadableText } from './statements.ts';

const KEPT = 300;
/** Longer texts are rare and would fill the memory. */
const KEPT_CHARS = 10_000;

/** Caches the statements of the last texts: a writer sees how their memory was understood, and the graph reads it a moment later. */
export function readingOnce(read: (text: ReadableText) => Statement[]): (text: ReadableText) => Statement[] {
  const kept = new Map<string, readonly Statement[]>();
  return (text) => {
    const { title, content, repository, evidence, saidAt } = text;
    if (content.length > KEPT_CHARS) return read(text);
    const key = JSON.stringify([title, content, repository]);
    const statements = kept.get(key) ?? read(text);
    kept.delete(key);
    kept.set(key, statements);
    if (kept.size > KEPT) kept.delete(kept.keys().next().value!);
    return statements.map((statement) => ({ ...statement, evidence, saidAt }));
  };
}

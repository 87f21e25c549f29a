import type { Item } from '@cairn/contracts';
import { titlePrefix } from '@cairn/text';
import type { Passage } from '../retrievers/retriever.ts';

const SNIPPET_CHARS = 700;

/** Lines of the file to which an item belongs. */
export interface Snippet {
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
  /** The text of the lines; a single line that is too long is cut. */
  readonly text: string;
  readonly source: 'memory' | 'sessions';
  readonly version?: number;
}

/** Takes the lines around the best passage of an item. A message is one line in the file of its session. */
export function snippetOf(item: Item, passage: Passage | undefined): Snippet {
  if (item.kind === 'note') {
    const { path, startLine, noteVersion: version, content } = item;
    const at = Math.max(0, (passage?.from ?? 0) - titlePrefix(item).length);
    const { first, last, text } = linesAround(content, at);
    return { path, startLine: startLine + first, endLine: startLine + last, text, source: 'memory', version };
  }
  const line = item.kind === 'message' && item.sessionKey !== null ? item.turn + 1 : 1;
  const who = item.kind === 'message' ? (item.speaker ?? item.role) : item.title;
  const text = beginningOf(`${who}: ${item.content}`);
  return { path: sessionPath(item), startLine: line, endLine: line, text, source: 'sessions' };
}

/** Returns the path of the session of a message. A message without a session has a file of its own. */
const sessionPath = (item: Item): string =>
  `sessions/${(item.kind === 'message' ? item.sessionKey : null) ?? item.id}.jsonl`;

/**
 * Selects as many whole lines as fit. Begins with the line at an offset, and adds lines after it, then lines before it.
 * Drops blank lines at both ends.
 */
function linesAround(content: string, offset: number): { first: number; last: number; text: string } {
  const lines = content.split('\n');
  let first = content.slice(0, offset).split('\n').length - 1;
  let last = first;
  let length = lines[first]?.length ?? 0;
  const fits = (line: number) => line >= 0 && line < lines.length && length + 1 + lines[line]!.length <= SNIPPET_CHARS;
  while (fits(last + 1)) length += 1 + lines[++last]!.length;
  while (fits(first - 1)) length += 1 + lines[--first]!.length;
  const isBlank = (line: number) => lines[line]?.trim() === '';
  while (first < last && isBlank(first)) first += 1;
  while (first < last && isBlank(last)) last -= 1;
  return { first, last, text: beginningOf(lines.slice(first, last + 1).join('\n')) };
}

const beginningOf = (text: string): string => text.slice(0, SNIPPET_CHARS).toWellFormed();

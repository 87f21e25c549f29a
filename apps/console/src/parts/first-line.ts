import { isRecordLine, summarySentenceOf } from '@cairn/text/summary-sentence';

const LINE_CHARS = 300;
const RECORD_CHARS = 4_000;

/** The first line of a text that says something and is no heading, without marks of lists. */
export function firstLineOf(content: string): string {
  const lines = content.slice(0, LINE_CHARS).toWellFormed().split('\n');
  const line = lines.find((one) => /[\p{L}\p{N}]/u.test(one) && !one.startsWith('#')) ?? lines[0]!;
  return line.replace(/^\s*(?:[-*+>]|\d+[.)])\s+/, '').trim();
}

/** Whether a text is a record with a head of its own, such as an ADR with its title, date and status. */
const isRecord = (content: string): boolean =>
  /^\s*#/.test(content) || isRecordLine(content.trimStart().split('\n', 1)[0]!);

/**
 * Gist of a text for a list: of a record of a decision the sentence that decides, and of another text all but the
 * headings at its beginning.
 */
export function gistOf({ category, text }: { readonly category: string; readonly text: string }): string {
  const decides = category === 'decision' && isRecord(text) && summarySentenceOf(text.slice(0, RECORD_CHARS));
  return decides ? decides.text : withoutHeadings(text);
}

/** A text without the headings at its beginning, which say less than what follows; the whole if nothing follows. */
const withoutHeadings = (content: string): string =>
  content.replace(/^(?:\s*#{1,6} .*(?:\n|$))+/, '').trimStart() || content;

import { CairnError } from '@cairn/contracts';

const LINES_NAMED_MAX = 10;

/** Appends lines with the line ends of the note. If the text before them lacks a line break at its end, adds one. */
export const appendLines = (before: string, text: string): string => joinLines(before, text, lineEndOf(before));

const lineEndOf = (text: string): string => (text.includes('\r\n') ? '\r\n' : '\n');

function joinLines(before: string, given: string, lineEnd: string): string {
  const text = lineEnd === '\n' ? given : given.replace(/\r\n|\n/g, lineEnd);
  const ended = before === '' || /[\r\n]$/.test(before) ? before : before + lineEnd;
  return ended + text + (/[\r\n]$/.test(text) ? '' : lineEnd);
}

/** Inserts lines with the line ends of the note. Throws `note/beyond-end` if the note has fewer lines than `afterLine`. */
export function insertLines(
  before: string,
  { path, afterLine, text }: { readonly path: string; readonly afterLine: number; readonly text: string },
): string {
  const lines = before.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  if (afterLine > lines.length) throw beyondEndError({ path, afterLine, lines: lines.length });
  return joinLines(lines.slice(0, afterLine).join(''), text, lineEndOf(before)) + lines.slice(afterLine).join('');
}

function beyondEndError({ path, afterLine, lines }: { path: string; afterLine: number; lines: number }): CairnError {
  return new CairnError('note/beyond-end', `${JSON.stringify(path)} has ${lines} lines.`, {
    issues: [{ field: 'afterLine', message: 'is after the last line', value: afterLine, allowed: `0 to ${lines}` }],
  });
}

/** Replaces a text that must stand exactly once in the note; throws `note/no-match` otherwise. */
export function replaceOnce(
  before: string,
  { path, oldText, newText }: { readonly path: string; readonly oldText: string; readonly newText: string },
): string {
  const places = placesOf(before, oldText);
  if (places.length !== 1) throw noMatchError(path, lineNumbersOf(before, places));
  return before.slice(0, places[0]) + newText + before.slice(places[0]! + oldText.length);
}

/** Finds the offsets of a text, overlapping ones too, up to the number of lines that an error names and one more. */
function placesOf(text: string, sought: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(sought); at >= 0 && places.length <= LINES_NAMED_MAX; at = text.indexOf(sought, at + 1))
    places.push(at);
  return places;
}

const lineNumbersOf = (text: string, places: readonly number[]): number[] =>
  places.map((at) => text.slice(0, at).split('\n').length);

function noMatchError(path: string, lines: readonly number[]): CairnError {
  const named = lines.slice(0, LINES_NAMED_MAX).join(', ') + (lines.length > LINES_NAMED_MAX ? ' and more' : '');
  const problem = lines.length === 0 ? 'does not stand in the note' : `stands in several places, in the lines ${named}`;
  return new CairnError('note/no-match', `The text ${problem}: ${JSON.stringify(path)}.`, {
    issues: [{ field: 'oldText', message: problem }],
  });
}

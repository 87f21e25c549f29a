/** Removes the marks of Markdown from a text. Struck text is removed, and a link becomes its text. */
export const stripMarkdown = (text: string): string =>
  text
    .replace(/~~[^~]*~~/gu, ' ')
    .replace(/\[([^\][]*)\][ \t]?\([^()]*\)/gu, '$1')
    .replace(/[*_`"]|\p{Extended_Pictographic}|\ufe0f/gu, '')
    .replace(/\s+/gu, ' ')
    .trim();

export const FRONT_MATTER = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)\r?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/u;

/** Converts links in HTML to Markdown and removes other tags. */
const convertTags = (line: string): string =>
  line
    .replace(/<a\s[^<>]*?href="([^"<>]*)"[^<>]*>([^<]*)<\/a>/giu, '[$2]($1)')
    .replace(/<\/?[a-z][a-z\d]*(?:\s[^<>]*)?>/giu, '');

/** Splits a text into lines. Lines of comments and of fenced code are blank. */
export function proseLines(text: string): string[] {
  let isCode = false;
  return removeComments(text)
    .split(/\r?\n/u)
    .map((line) => {
      const isFence = /^ {0,3}(?:```|~~~)/u.test(line);
      if (isFence) isCode = !isCode;
      return isCode || isFence ? '' : convertTags(line);
    });
}

/** Removes comments but keeps their line ends, so that each line keeps its number. */
function removeComments(text: string): string {
  const [first = '', ...rest] = text.split('<!--');
  return rest.reduce((read, part) => {
    const end = part.indexOf('-->');
    const comment = end < 0 ? part : part.slice(0, end);
    return read + comment.replace(/[^\n]/gu, '') + (end < 0 ? '' : part.slice(end + 3));
  }, first);
}

/** Reads the heading at a line, written with `#` or underlined. `lines` is the number of lines it takes. */
export function headingAt(lines: readonly string[], at: number): { text: string; lines: number } | undefined {
  const line = lines[at]!;
  const [, atx] = /^ {0,3}#{1,6}[ \t]+(.*)$/u.exec(line) ?? [];
  if (atx !== undefined) return { text: atx.replace(/[ \t]+#+[ \t]*$/u, '').trim(), lines: 1 };
  const isUnderlined = /^ {0,3}(?:=+|-{2,})[ \t]*$/u.test(lines[at + 1] ?? '') && /^ {0,3}[^\s|>*+-]/u.test(line);
  return isUnderlined ? { text: line.trim(), lines: 2 } : undefined;
}

/** Splits a row of a table into cells. */
export const cellsOf = (line: string): string[] =>
  line
    .trim()
    .replace(/^\||\|$/gu, '')
    .split('|')
    .map((cell) => cell.trim());

export const isTableDivider = (line: string): boolean => /^[\s|:-]+$/u.test(line) && line.includes('-');

/**
 * Words directly before a status or a link that say that it does not apply, does not apply yet, or applies only in
 * part.
 */
export const NEGATED_STATUS_PREFIX =
  /\b(?:not|never|un|will be|to be|until|may be|can be|could be|would be|might be|should be|if|partly|partially|in part|parts? (?:of it )?(?:is|are|was|were))\s*$/iu;

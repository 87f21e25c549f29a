const LINE_CHARS = 300;

/** The first line of a text that says something and is no heading, without marks of lists. */
export function firstLineOf(content: string): string {
  const lines = content.slice(0, LINE_CHARS).toWellFormed().split('\n');
  const line = lines.find((one) => /[\p{L}\p{N}]/u.test(one) && !one.startsWith('#')) ?? lines[0]!;
  return line.replace(/^\s*(?:[-*+>]|\d+[.)])\s+/, '').trim();
}

/** A text without the headings at its beginning, which say less than what follows; the whole if nothing follows. */
export const withoutHeadings = (content: string): string =>
  content.replace(/^(?:\s*#{1,6} .*(?:\n|$))+/, '').trimStart() || content;

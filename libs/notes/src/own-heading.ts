const ATX_HEADING = /^ {0,3}#{1,6}[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$/u;
const HEADING_UNDERLINE = /^ {0,3}(?:=+|-+)[ \t]*$/u;

/** Removes leading headings that repeat the title. */
export function removeOwnHeadings(text: string, headings: readonly string[]): string {
  const lines = text.split('\n');
  let at = 0;
  for (;;) {
    const begin = lines.findIndex((line, place) => place >= at && line.trim() !== '');
    if (begin < 0) return '';
    const [, atx] = ATX_HEADING.exec(lines[begin]!) ?? [];
    const isUnderlined = atx === undefined && HEADING_UNDERLINE.test(lines[begin + 1] ?? '');
    const heading = atx ?? (isUnderlined ? lines[begin]!.trim() : undefined);
    if (heading === undefined || !headings.includes(heading)) return lines.slice(begin).join('\n');
    at = begin + (isUnderlined ? 2 : 1);
  }
}

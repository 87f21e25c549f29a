/** How a title writes its section path: "Release plan / Freeze / Exceptions". */
const PATH = /\s[/>\u203a\u00bb]\s/;

export interface Grouped {
  readonly kind: 'message' | 'memory';
  readonly title?: string | null | undefined;
  readonly sessionKey?: string | null | undefined;
}

/**
 * What an item is a part of: the session of a message, the document of a memory whose title is a section path. Null for
 * what stands alone.
 */
export function groupOf({ kind, title, sessionKey }: Grouped): string | null {
  if (kind === 'message') return sessionKey ?? null;
  const [document, section] = stepsOf(title ?? '');
  return document && section ? document : null;
}

/** The path of a memory's section within its document, outermost first; empty for what is no section. */
export const sectionPathOf = (title: string): string[] => stepsOf(title).slice(1);

const stepsOf = (title: string): string[] => title.split(PATH).map((step) => step.trim());

/** A heading is a name; a longer one is a text that only looks like one. */
const HEADING_MAX = 200;
const HEADING = /^(#{1,6})[ \t]+(\S.*)$/gm;

/** The Markdown headings that a place of a text stands under, outermost first. */
export function headingsAt(text: string, offset: number): string[] {
  const open: { depth: number; name: string }[] = [];
  for (const { 1: marks = '', 2: name = '', index } of text.matchAll(HEADING)) {
    if (index > offset) break;
    while (open.length > 0 && open.at(-1)!.depth >= marks.length) open.pop();
    open.push({ depth: marks.length, name: name.trim().slice(0, HEADING_MAX) });
  }
  return open.map(({ name }) => name);
}

import type { ItemKind } from '@cairn/contracts';

/** How a title writes its section path: "Release plan / Freeze / Exceptions". */
const PATH = /\s[/>\u203a\u00bb]\s/;

export interface Grouped {
  readonly kind: ItemKind;
  readonly title?: string | null | undefined;
  readonly sessionKey?: string | null | undefined;
  readonly noteId?: string | null | undefined;
}

/**
 * The group of an item: the session of a message, the note of a section, the document of a memory whose title is a section path. Null
 * without a group.
 */
export function groupOf({ kind, title, sessionKey, noteId }: Grouped): string | null {
  if (kind === 'message') return sessionKey ?? null;
  if (kind === 'note') return noteId ?? null;
  const [document, section] = stepsOf(title ?? '');
  return document && section ? document : null;
}

/** The path of a memory's section within its document, outermost first; empty for what is no section. */
export const sectionPathOf = (title: string): string[] => stepsOf(title).slice(1);

const stepsOf = (title: string): string[] => title.split(PATH).map((step) => step.trim());

/** A heading is a name; a longer one is a text that only looks like one. */
const HEADING_MAX = 200;
const HEADING = /^(#{1,6})[ \t]+(\S.*)$/gm;

/** A stretch of a text under the same Markdown headings, outermost first; it begins at `from` and ends where the next begins. */
export interface Section {
  readonly from: number;
  readonly path: readonly string[];
}

/** The sections of a text in order; the first begins at 0. */
export function sectionsIn(text: string): Section[] {
  const open: { depth: number; name: string }[] = [];
  const headed = [...text.matchAll(HEADING)].map(({ 1: marks = '', 2: name = '', index }) => {
    while (open.length > 0 && open.at(-1)!.depth >= marks.length) open.pop();
    open.push({ depth: marks.length, name: name.trim().slice(0, HEADING_MAX) });
    return { from: index, path: open.map((heading) => heading.name) };
  });
  return [{ from: 0, path: [] }, ...headed];
}

/** The Markdown headings that a place of a text stands under, outermost first. */
export const headingsAt = (text: string, offset: number): readonly string[] =>
  sectionsIn(text).findLast(({ from }) => from <= offset)!.path;

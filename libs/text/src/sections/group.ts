import type { ItemKind } from '@cairn/contracts';

/** The separators of a section path in a title: "Release plan / Freeze / Exceptions". */
const PATH_SEPARATOR = /\s[/>\u203a\u00bb]\s/;

export interface GroupFields {
  readonly kind: ItemKind;
  readonly title?: string | null | undefined;
  readonly sessionKey?: string | null | undefined;
  readonly noteId?: string | null | undefined;
}

/**
 * Finds the group of an item: the session of a message, the note of a section, or the document of a memory whose title
 * is a section path. Null if the item has no group.
 */
export function groupOf({ kind, title, sessionKey, noteId }: GroupFields): string | null {
  if (kind === 'message') return sessionKey ?? null;
  if (kind === 'note') return noteId ?? null;
  const [document, section] = stepsOf(title ?? '');
  return document && section ? document : null;
}

/** The path of a memory's section within its document, outermost heading first. Empty if the memory is not a section. */
export const sectionPathOf = (title: string): string[] => stepsOf(title).slice(1);

const stepsOf = (title: string): string[] => title.split(PATH_SEPARATOR).map((step) => step.trim());

/** The maximum length of a heading in characters. A longer heading is cut, since it is prose and not a name. */
const HEADING_CHARS_MAX = 200;
const HEADING = /^(#{1,6})[ \t]+(\S.*)$/gm;

/**
 * A part of a text under one path of Markdown headings, outermost first. The section begins at the offset `from` and
 * ends where the next section begins.
 */
export interface Section {
  readonly from: number;
  readonly path: readonly string[];
}

/** Splits a text into sections, in order. The first begins at offset 0. */
export function sectionsIn(text: string): Section[] {
  const open: { depth: number; name: string }[] = [];
  const headed = [...text.matchAll(HEADING)].map(({ 1: marks = '', 2: name = '', index }) => {
    while (open.length > 0 && open.at(-1)!.depth >= marks.length) open.pop();
    open.push({ depth: marks.length, name: name.trim().slice(0, HEADING_CHARS_MAX) });
    return { from: index, path: open.map((heading) => heading.name) };
  });
  return [{ from: 0, path: [] }, ...headed];
}

/** The Markdown headings above an offset of a text, outermost first. */
export const headingsAt = (text: string, offset: number): readonly string[] =>
  sectionsIn(text).findLast(({ from }) => from <= offset)!.path;

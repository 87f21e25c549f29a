import { sha256 } from '@noble/hashes/sha2.js';
import { issuesInWords, limits, MemoryInput, type Category, type Store } from '@cairn/contracts';
import { tagsOf } from './note-tags.ts';
import { withoutOwnHeadings } from './own-heading.ts';
import type { Note } from './read-note.ts';

const PATH_CHARS = 400;
const ID_CHARS = 16;

export interface NoteMemoryOptions {
  /** The note's name, as its path below the folder that is read. */
  readonly name: string;
  readonly source: string;
  readonly store: Store;
  readonly category: Category;
  readonly visibility?: MemoryInput['visibility'];
  /** When it was written, as fields of a memory. */
  readonly time: Partial<MemoryInput>;
  /** The begin of every title, where it is not the note's own. */
  readonly heading?: string;
  /** A section's text as it is kept. */
  readonly textOf?: (text: string) => string;
}

/** A memory of a section, or why there is none; with the line where it begins. */
export type NoteMemory =
  { readonly line: number; readonly input: MemoryInput } | { readonly line: number; readonly reason: string };

/**
 * Memories from a note, a section each. The id follows from the note's name and what is said, so that an unchanged section is the
 * same memory again and a changed one is another. Sections without a text are none.
 */
export function noteMemories(note: Note, options: NoteMemoryOptions): readonly NoteMemory[] {
  const { heading = note.title, textOf = (text: string) => text } = options;
  const said = note.chunks
    .map((chunk) => ({ ...chunk, text: textOf(chunk.text) }))
    .filter(({ text }) => text.replace(/^#+ .*$/gmu, '').trim() !== '')
    .map(({ headings, text, startLine, endLine }) => {
      const below = headings[0] === note.title ? headings.slice(1) : headings;
      const whole = [heading, ...below].join(' / ');
      const title = whole.slice(0, limits.memoryTitle.max).toWellFormed();
      const content = title === whole ? withoutOwnHeadings(text, [heading, ...below]) : text;
      const fields = { title, content: text, tags: tagsOf(note, text) };
      return { fields, content, startLine, endLine, links: linksOf(note, startLine, endLine) };
    });
  return said.map((section) => memoryOf(section, options));
}

interface Section {
  /** Its text as it is kept. */
  readonly content: string;
  readonly fields: Pick<MemoryInput, 'title' | 'content'> & { readonly tags: readonly string[] };
  readonly startLine: number;
  readonly endLine: number;
  readonly links: { readonly links?: string };
}

/** The id is that of the whole text, with the headings that the title tells. */
function memoryOf({ fields, content, startLine, endLine, links }: Section, options: NoteMemoryOptions): NoteMemory {
  const { store, category, source, visibility, time } = options;
  const said = { store, category, ...fields, ...time };
  const id = hashOf(JSON.stringify([said, links])).slice(0, ID_CHARS);
  const path = options.name.slice(-PATH_CHARS).toWellFormed();
  const parsed = MemoryInput.safeParse({
    ...{ ...said, content },
    source,
    externalId: `${path}#${id}`,
    provenance: { path, lines: `${startLine}-${endLine}`, ...links },
    ...(visibility && { visibility }),
  });
  if (parsed.success) return { line: startLine, input: parsed.data };
  return { line: startLine, reason: issuesInWords(parsed.error.issues, 'record') };
}

/** In base64url. Browsers have their own only on secure pages, so that it is a package's. */
const hashOf = (text: string): string =>
  btoa(String.fromCharCode(...sha256(new TextEncoder().encode(text))))
    .replaceAll('+', '-')
    .replaceAll('/', '_');

/** The targets of the wiki links on some lines. */
function linksOf({ links }: Note, startLine: number, endLine: number): Section['links'] {
  const wiki = links.filter(({ kind, line }) => kind === 'wiki' && line >= startLine && line <= endLine);
  if (wiki.length === 0) return {};
  const targets = [...new Set(wiki.map(({ target }) => target))];
  return { links: targets.join('; ').slice(0, limits.provenanceValue.max).toWellFormed() };
}

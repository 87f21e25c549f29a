import { sha256 } from '@noble/hashes/sha2.js';
import { describeIssues, limits, MemoryInput, type Category, type Store } from '@cairn/contracts';
import { tagsOf } from './note-tags.ts';
import { removeOwnHeadings } from './own-heading.ts';
import type { Note } from './read-note.ts';

const PATH_CHARS = 400;
const ID_CHARS = 16;

export interface NoteMemoryOptions {
  /** Name of the note: its path relative to the imported folder. */
  readonly name: string;
  readonly source: string;
  readonly store: Store;
  readonly category: Category;
  /** Category of a section by its tags; `category` if it is undefined. */
  readonly categoryOf?: (tags: readonly string[]) => Category | undefined;
  readonly visibility?: MemoryInput['visibility'];
  /** Time of the note, as fields of a memory. */
  readonly time: Partial<MemoryInput>;
  /** Prefix of every title; by default the title of the note. */
  readonly heading?: string;
  /** Transforms the text of a section before it is stored. */
  readonly textOf?: (text: string) => string;
}

/** Memory of a section or, if there is none, the reason; `line` is the section's first line, counted from 1. */
export type NoteMemory =
  { readonly line: number; readonly input: MemoryInput } | { readonly line: number; readonly reason: string };

/**
 * Builds one memory per section of a note. The memory's external id derives from the note's name and the section's
 * content, so an unchanged section gives the same memory again, and a changed section gives a new memory. Sections
 * without text are skipped.
 */
export function noteMemories(note: Note, options: NoteMemoryOptions): readonly NoteMemory[] {
  const { heading = note.title, textOf = (text: string) => text } = options;
  const sections = note.chunks
    .map((chunk) => ({ ...chunk, text: textOf(chunk.text) }))
    .filter(({ text }) => text.replace(/^#+ .*$/gmu, '').trim() !== '')
    .map(({ headings, text, startLine, endLine }) => {
      const below = headings[0] === note.title ? headings.slice(1) : headings;
      const whole = [heading, ...below].join(' / ');
      const title = whole.slice(0, limits.memoryTitle.max).toWellFormed();
      const content = title === whole ? removeOwnHeadings(text, [heading, ...below]) : text;
      const fields = { title, content: text, tags: tagsOf(note, text) };
      return { fields, content, startLine, endLine, links: linksOf(note, startLine, endLine) };
    });
  return sections.map((section) => memoryOf(section, options));
}

interface Section {
  /** Text of the section as stored. */
  readonly content: string;
  readonly fields: Pick<MemoryInput, 'title' | 'content'> & { readonly tags: readonly string[] };
  readonly startLine: number;
  readonly endLine: number;
  readonly links: { readonly links?: string };
}

/**
 * Builds the memory of a section. Its id contains a hash of the whole text and of the headings in the title, but not the
 * category that its tags name, so that a reader of more tags gives the same memory.
 */
function memoryOf({ fields, content, startLine, endLine, links }: Section, options: NoteMemoryOptions): NoteMemory {
  const { store, source, visibility, time } = options;
  const memory = { store, category: options.category, ...fields, ...time };
  const id = hashOf(JSON.stringify([memory, links])).slice(0, ID_CHARS);
  const path = options.name.slice(-PATH_CHARS).toWellFormed();
  const parsed = MemoryInput.safeParse({
    ...{ ...memory, content },
    category: options.categoryOf?.(fields.tags) ?? options.category,
    source,
    externalId: `${path}#${id}`,
    provenance: { path, lines: `${startLine}-${endLine}`, ...links },
    ...(visibility && { visibility }),
  });
  if (parsed.success) return { line: startLine, input: parsed.data };
  return { line: startLine, reason: describeIssues(parsed.error.issues, 'record') };
}

/** SHA-256 in base64url. The hash comes from a package, since browsers offer hashing only on secure pages. */
const hashOf = (text: string): string =>
  btoa(String.fromCharCode(...sha256(new TextEncoder().encode(text))))
    .replaceAll('+', '-')
    .replaceAll('/', '_');

/** Targets of the wiki links on the given lines. */
function linksOf({ links }: Note, startLine: number, endLine: number): Section['links'] {
  const wiki = links.filter(({ kind, line }) => kind === 'wiki' && line >= startLine && line <= endLine);
  if (wiki.length === 0) return {};
  const targets = [...new Set(wiki.map(({ target }) => target))];
  return { links: targets.join('; ').slice(0, limits.provenanceValue.max).toWellFormed() };
}

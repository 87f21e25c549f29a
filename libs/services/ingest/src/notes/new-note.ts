import { createHash } from 'node:crypto';
import { CairnError, limits, type OrgId } from '@cairn/contracts';
import { linkName, readNote, type Note, type NoteChunk } from '@cairn/notes';
import { mapYielding, readText } from '@cairn/platform';
import type { LinksOfText, NewNote, NewSection } from '@cairn/ports';
import { textFeaturesOf } from '@cairn/text';
import { sha256 } from '@cairn/store';

const TAGS_MAX = 50;
const TAG_CHARS = 100;
const TITLE_CHARS = 500;

/**
 * Builds a note for the store. `path` must be normalised. Masks the text first, so that no derived value contains a secret.
 */
export async function newNote(orgId: OrgId, path: string, text: string): Promise<NewNote> {
  const read = await readText(orgId, { name: 'readNote', here: readNote }, path, text);
  const { title, date, fields, links, chunks, totalLines } = read;
  if (chunks.length > limits.noteSections.max) throw tooManySections(path, chunks.length);
  const tags = tagsOf(fields);
  const note = {
    path,
    text,
    title: title.slice(0, TITLE_CHARS).toWellFormed(),
    tags,
    timestamp: date === undefined ? 0 : Math.max(0, Date.parse(date)),
    totalLines,
    contentHash: createHash('sha256').update(text).digest('hex'),
    ...linksOfText(path, links),
  };
  return { ...note, sections: await mapYielding(chunks, (chunk) => sectionOf(note, chunk)) };
}

function tooManySections(path: string, count: number): CairnError {
  const { max } = limits.noteSections;
  const problem = `${path} has ${count} sections, and a note may have ${max}: divide it into several notes`;
  return new CairnError('request/invalid', `${problem}.`, {
    issues: [{ field: 'text', message: problem, value: `${count} sections`, allowed: `0 to ${max} sections` }],
  });
}

/** Adds to each link the name by which its target notes are found. */
const linksOfText = (path: string, links: Note['links']): LinksOfText => ({
  linkName: linkName(path),
  links: links.map((link) => ({ ...link, name: linkName(link.target) })),
});

function sectionOf(
  { title: whole, tags, timestamp }: Pick<NewNote, 'title' | 'tags' | 'timestamp'>,
  chunk: NoteChunk,
): NewSection {
  const { headings, startLine, endLine, text: content } = chunk;
  const below = headings[0] === whole ? headings.slice(1) : headings;
  const title = [whole, ...below].join(' / ').slice(0, TITLE_CHARS).toWellFormed();
  // Leaves out the path, which a section takes from its note: a renamed note keeps its sections unless its title is the file's name.
  const contentHash = sha256([title, content, tags, timestamp]);
  return { title, content, startLine, endLine, contentHash, features: textFeaturesOf({ title, content, timestamp }) };
}

/** Reads the `tags` of the front matter, which are a list, or words between commas. Ignores other forms. */
function tagsOf({ tags }: Readonly<Record<string, unknown>>): string[] {
  const given: unknown[] = typeof tags === 'string' ? tags.split(',') : Array.isArray(tags) ? tags : [];
  const named = given.filter((tag) => typeof tag === 'string' || typeof tag === 'number').map(String);
  const kept = named.map((tag) => tag.trim().replace(/^#/, '')).filter((tag) => tag !== '' && tag.length <= TAG_CHARS);
  return [...new Set(kept)].slice(0, TAGS_MAX);
}

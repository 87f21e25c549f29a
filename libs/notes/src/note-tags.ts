import { limits } from '@cairn/contracts';
import { proseOf } from './markdown-blocks.ts';
import type { Note } from './read-note.ts';

const TAG = /(?:^|\s)#([\p{L}\p{N}_/-]*[\p{L}_][\p{L}\p{N}_/-]*)/gu;

/** Removes comments in Obsidian's syntax (`%%hidden%%`). */
const removeHidden = (text: string): string =>
  text
    .split('%%')
    .filter((_, at) => at % 2 === 0)
    .join(' ');

/** Returns the tags of the front matter and the hashtags in the text, as Obsidian reads them. */
export function tagsOf({ fields }: Pick<Note, 'fields'>, text: string): string[] {
  const { tags } = fields;
  const listed: unknown[] = typeof tags === 'string' ? tags.split(/[\s,]+/u) : Array.isArray(tags) ? tags : [];
  const found = [
    ...listed.filter((tag) => typeof tag === 'string'),
    ...[...proseOf(removeHidden(text)).matchAll(TAG)].map(([, tag]) => tag ?? ''),
  ];
  const valid = found.map((tag) => tag.replace(/^#/u, '').trim()).filter((tag) => tag !== '' && tag.length <= 100);
  return [...new Set(valid)].slice(0, limits.tags.max - 4);
}

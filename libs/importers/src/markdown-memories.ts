import { READ_BY_IMPORTER, MEANING_READ_BY_KEY, type MemoryInput } from '@cairn/contracts';
import { noteMemories, type Note } from '@cairn/notes';
import { readRuleNorms } from '@cairn/text';
import { categoryOfTags } from './category-of-tags.ts';
import { documentTime } from './document-time.ts';
import { markdownFiles, type MarkdownKind } from './markdown-kinds.ts';
import type { ParsedLine, ReadOptions } from './parsed.ts';

/** Matches a line that only imports another file. */
const IMPORT_LINE = /^\s*(?:[-*]\s+)?@[^\s@]+\.\w+\s*$/u;

interface Options extends Pick<ReadOptions, 'visibility'> {
  readonly kind: MarkdownKind;
  readonly source: string;
}

/**
 * Makes the memories of a Markdown file, one per section. A memory's id derives from the file's name and the section's
 * content, so an unchanged section gives the same memory again.
 */
export function markdownMemories(name: string, note: Note, options: Options): ParsedLine[] {
  const { kind, source, visibility } = options;
  const { retimed, ...time } = documentTime(note.date);
  const ofRules = kind === 'rules' && { heading: `${name}${placesOf(note)}`, textOf: withoutImports };
  const { store, category } = markdownFiles[kind];
  const memories = noteMemories(note, {
    ...{ name, source, store, category, time },
    ...(visibility && { visibility }),
    ...(kind === 'markdown' && { categoryOf: categoryOfTags }),
    ...ofRules,
  });
  return memories.map((memory) => {
    const place = { file: name, line: memory.line };
    if ('reason' in memory) return { type: 'failed', place, reason: memory.reason };
    const input = kind === 'rules' ? withNorms(memory.input) : memory.input;
    return { type: 'memory', place, input, ...(retimed && { retimed }) };
  });
}

/** Adds the norms that a rule states in code to the memory. */
function withNorms(input: MemoryInput): MemoryInput {
  const { forbids, instead } = readRuleNorms(input.content);
  if (forbids.length === 0) return input;
  const provenance = { ...input.provenance, [MEANING_READ_BY_KEY]: READ_BY_IMPORTER };
  return { ...input, forbids: [...forbids], ...(instead.length > 0 && { instead: [...instead] }), provenance };
}

const withoutImports = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !IMPORT_LINE.test(line))
    .join('\n')
    .trim();

/** Returns a line with the paths to which a rule's front matter restricts the rule. */
function placesOf({ fields }: Note): string {
  const globs = [fields['paths'], fields['globs'], fields['applyTo']].find((value) => value !== undefined);
  const paths = (Array.isArray(globs) ? globs : [globs]).filter((path) => typeof path === 'string' && path !== '');
  return paths.length === 0 ? '' : ` for ${paths.join(', ')}`;
}

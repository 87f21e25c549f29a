import { READ_BY_IMPORTER, MEANING_READ_BY_KEY, type MemoryInput } from '@cairn/contracts';
import { documentTime, type ParsedLine, type ReadOptions } from '@cairn/importers';
import { noteMemories, readNote, removeComments, type Note } from '@cairn/notes';
import { readRuleNorms } from '@cairn/text';
import type { SafeFolder } from '../sync/safe-folder.ts';
import type { MarkdownFile } from './find-markdown.ts';
import { kinds, type MarkdownKind } from './kinds.ts';
import { isImportLine } from './rule-files.ts';

interface Options extends ReadOptions {
  readonly kind: MarkdownKind;
  readonly source: string;
  /** Path of the folder below the source's root; files are named from that root. */
  readonly below: string;
}

const BYTES_MAX = 4 * 1024 * 1024;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads Markdown files as memories, one per section. A memory's id derives from the file's name and the section's
 * content, so an unchanged section gives the same memory again, and a changed section gives a new memory.
 */
export async function* readMarkdown(
  folder: SafeFolder,
  files: readonly MarkdownFile[],
  options: Options,
): AsyncGenerator<ParsedLine> {
  let bytesRead = 0;
  for (const file of files) {
    yield* parsedOf(folder, file, options);
    bytesRead += file.bytes;
    options.onBytes?.(bytesRead);
  }
}

function parsedOf(folder: SafeFolder, file: MarkdownFile, options: Options): ParsedLine[] {
  const place = { file: nameOf(file, options), line: 1 };
  try {
    if (file.bytes > BYTES_MAX)
      return [{ type: 'failed', place, reason: `the file is longer than ${BYTES_MAX} bytes` }];
    const read = folder.read(file.name);
    if (!read) return [{ type: 'failed', place, reason: 'the file is gone' }];
    const text = removeComments(utf8.decode(read.bytes).replaceAll('\r\n', '\n'));
    const note = readNote(place.file, text);
    const problem = note.problem === undefined ? [] : [{ type: 'failed', place, reason: note.problem } as const];
    const sections = sectionsOf(place.file, note, options);
    return [...problem, ...(sections.length > 0 ? sections : [{ type: 'blank', place } as const])];
  } catch (error) {
    const isEncoding = error instanceof TypeError;
    return [{ type: 'failed', place, reason: isEncoding ? 'the file is not text in UTF-8' : (error as Error).message }];
  }
}

const nameOf = ({ name }: MarkdownFile, { below }: Options): string => (below === '' ? name : `${below}/${name}`);

function sectionsOf(name: string, note: Note, options: Options): ParsedLine[] {
  const { kind, source, visibility } = options;
  const { retimed, ...time } = documentTime(note.date);
  const ofRules = kind === 'rules' && { heading: `${name}${placesOf(note)}`, textOf: withoutImports };
  const { store, category } = kinds[kind];
  const memories = noteMemories(note, {
    ...{ name, source, store, category, time },
    ...(visibility && { visibility }),
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
    .filter((line) => !isImportLine(line))
    .join('\n')
    .trim();

/** Returns a line with the paths to which a rule's front matter restricts the rule. */
function placesOf({ fields }: Note): string {
  const globs = [fields['paths'], fields['globs'], fields['applyTo']].find((value) => value !== undefined);
  const paths = (Array.isArray(globs) ? globs : [globs]).filter((path) => typeof path === 'string' && path !== '');
  return paths.length === 0 ? '' : ` for ${paths.join(', ')}`;
}

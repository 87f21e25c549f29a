import { createHash } from 'node:crypto';
import { issuesInWords, limits, MemoryInput } from '@cairn/contracts';
import { documentTime, type Parsed, type ReadOptions } from '@cairn/importers';
import { readNote, withoutComments, type Note } from '@cairn/notes';
import type { SafeFolder } from '../sync/safe-folder.ts';
import type { MarkdownFile } from './find-markdown.ts';
import { kinds, type MarkdownKind } from './kinds.ts';
import { isImportLine } from './rule-files.ts';
import { tagsOf } from './tags.ts';

interface Options extends ReadOptions {
  readonly kind: MarkdownKind;
  readonly source: string;
}

const BYTES_MAX = 4 * 1024 * 1024;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Memories from Markdown files, a section each. The id follows from the file's name and what is said, so that an unchanged section is
 * the same memory again and a changed one is another.
 */
export async function* readMarkdown(
  folder: SafeFolder,
  files: readonly MarkdownFile[],
  options: Options,
): AsyncGenerator<Parsed> {
  let bytesRead = 0;
  for (const file of files) {
    yield* parsedOf(folder, file, options);
    bytesRead += file.bytes;
    options.onBytes?.(bytesRead);
  }
}

function parsedOf(folder: SafeFolder, file: MarkdownFile, options: Options): Parsed[] {
  const place = { file: file.name, line: 1 };
  try {
    if (file.bytes > BYTES_MAX)
      return [{ type: 'failed', place, reason: `the file is longer than ${BYTES_MAX} bytes` }];
    const read = folder.read(file.name);
    if (!read) return [{ type: 'failed', place, reason: 'the file is gone' }];
    const text = withoutComments(utf8.decode(read.bytes).replaceAll('\r\n', '\n'));
    const note = readNote(file.name, text);
    const problem = note.problem === undefined ? [] : [{ type: 'failed', place, reason: note.problem } as const];
    const said = sectionsOf(file, note, options);
    return [...problem, ...(said.length > 0 ? said : [{ type: 'blank', place } as const])];
  } catch (error) {
    const isEncoding = error instanceof TypeError;
    return [{ type: 'failed', place, reason: isEncoding ? 'the file is not text in UTF-8' : (error as Error).message }];
  }
}

function sectionsOf(file: MarkdownFile, note: Note, options: Options): Parsed[] {
  return note.chunks
    .map((chunk) => (options.kind === 'rules' ? { ...chunk, text: withoutImports(chunk.text) } : chunk))
    .filter(({ text }) => text.replace(/^#+ .*$/gmu, '').trim() !== '')
    .map(({ headings, text, startLine, endLine }) => {
      const below = headings[0] === note.title ? headings.slice(1) : headings;
      const first = options.kind === 'rules' ? `${file.name}${placesOf(note)}` : note.title;
      return memoryOf(file, options, {
        fields: { title: titleOf([first, ...below].join(' / ')), content: text, tags: tagsOf(note, text) },
        ...{ note, startLine, endLine },
        ...linked(note, startLine, endLine),
      });
    });
}

const withoutImports = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !isImportLine(line))
    .join('\n')
    .trim();

/** The paths that a rule is for, as its front matter limits it. */
function placesOf({ fields }: Note): string {
  const given = [fields['paths'], fields['globs'], fields['applyTo']].find((value) => value !== undefined);
  const paths = (Array.isArray(given) ? given : [given]).filter((path) => typeof path === 'string' && path !== '');
  return paths.length === 0 ? '' : ` for ${paths.join(', ')}`;
}

/** The targets of the wiki links on some lines. */
function linked({ links }: Note, startLine: number, endLine: number): { provenance?: Record<string, string> } {
  const wiki = links.filter(({ kind, line }) => kind === 'wiki' && line >= startLine && line <= endLine);
  const targets = wiki.map(({ target }) => target);
  if (targets.length === 0) return {};
  return {
    provenance: { links: [...new Set(targets)].join('; ').slice(0, limits.provenanceValue.max).toWellFormed() },
  };
}

interface Section {
  readonly fields: { readonly title: string; readonly content: string; readonly tags: readonly string[] };
  readonly note: Note;
  readonly startLine: number;
  readonly endLine: number;
  readonly provenance?: Record<string, string>;
}

function memoryOf(
  { name }: MarkdownFile,
  { kind, source, visibility }: Options,
  { fields, note, startLine, endLine, provenance = {} }: Section,
): Parsed {
  const { store, category } = kinds[kind];
  const { retimed, ...time } = documentTime(note.date);
  const said = { store, category, ...fields, ...time };
  const id = createHash('sha256')
    .update(JSON.stringify([said, provenance]))
    .digest('base64url')
    .slice(0, 16);
  const place = { file: name, line: startLine };
  const parsed = MemoryInput.safeParse({
    ...said,
    source,
    externalId: `${name.slice(-400).toWellFormed()}#${id}`,
    provenance: { path: name.slice(-400).toWellFormed(), lines: `${startLine}-${endLine}`, ...provenance },
    ...(visibility && { visibility }),
  });
  if (!parsed.success) return { type: 'failed', place, reason: issuesInWords(parsed.error.issues, 'record') };
  return { type: 'memory', place, input: parsed.data, ...(retimed && { retimed }) };
}

const titleOf = (title: string): string => title.slice(0, 300).toWellFormed();

import { markdownMemories, type MarkdownKind, type ParsedLine, type ReadableFile } from '@cairn/importers/in-browser';
import { readNote, removeComments } from '@cairn/notes';
import type { ReadStep } from './lines-of-file.ts';
import { textOfFile } from './text-of-file.ts';

const HIDDEN = /(^|\/)[.]/;

interface Options {
  readonly kind: MarkdownKind;
  readonly source: string;
  readonly visibility: 'private' | 'org';
  readonly onBytes: (bytes: number) => void;
}

/** Reads memories from Markdown files, one per section, as `cairn import markdown` and `cairn import rules` do. */
export async function* memoriesOfNotes(files: readonly ReadableFile[], options: Options): AsyncGenerator<ReadStep> {
  const shown = options.kind === 'rules' ? files : files.filter(({ name }) => !HIDDEN.test(name));
  let before = 0;
  for (const file of shown) {
    for (const parsed of await parsedOf(file, options)) yield* stepOf(parsed, { hasManyFiles: files.length > 1 });
    before += file.bytes;
    options.onBytes(before);
  }
}

async function parsedOf(file: ReadableFile, options: Options): Promise<ParsedLine[]> {
  const place = { file: file.name, line: 1 };
  const text = await textOfFile(file);
  if (typeof text !== 'string') return [{ type: 'failed', place, reason: text.problem }];
  const note = readNote(file.name, removeComments(text.replaceAll('\r\n', '\n')));
  const problem = note.problem === undefined ? [] : [{ type: 'failed', place, reason: note.problem } as const];
  return [...problem, ...markdownMemories(file.name, note, options)];
}

/** Turns a parsed part of a file into a step of an import. Blank and ignored parts give none. */
export function* stepOf(parsed: ParsedLine, { hasManyFiles }: { readonly hasManyFiles: boolean }): Generator<ReadStep> {
  const { file, line } = parsed.place;
  const place = hasManyFiles ? `${file}, Line ${line}` : `Line ${line}`;
  if (parsed.type === 'failed') yield { place, message: parsed.reason };
  if (parsed.type === 'memory') yield { place, item: { ...parsed.input }, isRetimed: parsed.retimed !== undefined };
}

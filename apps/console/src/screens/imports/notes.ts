import { bytesOf, documentTime, type ReadableFile } from '@cairn/importers/in-browser';
import { noteMemories, readNote, removeComments } from '@cairn/notes';
import type { ReadStep } from './lines-of-file.ts';

const BYTES_MAX = 4 * 1024 * 1024;
const HIDDEN = /(^|\/)[.]/;

interface Options {
  readonly source: string;
  readonly visibility: 'private' | 'org';
  readonly onBytes: (bytes: number) => void;
}

/** Reads memories from Markdown files, one per section, as `cairn import markdown` does. */
export async function* memoriesOfNotes(files: readonly ReadableFile[], options: Options): AsyncGenerator<ReadStep> {
  let before = 0;
  for (const file of files.filter(({ name }) => !HIDDEN.test(name))) {
    yield* memoriesOf(file, {
      ...options,
      place: (line) => (files.length > 1 ? `${file.name}, Line ${line}` : `Line ${line}`),
    });
    before += file.bytes;
    options.onBytes(before);
  }
}

async function* memoriesOf(
  file: ReadableFile,
  { source, visibility, place }: Options & { readonly place: (line: number) => string },
): AsyncGenerator<ReadStep> {
  const text = await textOf(file);
  if (typeof text !== 'string') return yield { place: place(1), message: text.problem };
  const note = readNote(file.name, removeComments(text.replaceAll('\r\n', '\n')));
  if (note.problem !== undefined) yield { place: place(1), message: note.problem };
  const { retimed, ...time } = documentTime(note.date);
  const options = {
    name: file.name,
    source,
    store: 'semantic',
    category: 'fact',
    visibility,
    time,
  } as const;
  for (const memory of noteMemories(note, options))
    if ('reason' in memory) yield { place: place(memory.line), message: memory.reason };
    else yield { place: place(memory.line), item: { ...memory.input }, isRetimed: retimed !== undefined };
}

async function textOf(file: ReadableFile): Promise<string | { readonly problem: string }> {
  if (file.bytes > BYTES_MAX) return { problem: `the file is longer than ${BYTES_MAX} bytes` };
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  try {
    let text = '';
    for await (const bytes of bytesOf(file)) text += utf8.decode(bytes, { stream: true });
    return text + utf8.decode();
  } catch (error) {
    return { problem: error instanceof TypeError ? 'the file is not text in UTF-8' : String(error) };
  }
}

import {
  recordFileOf,
  Records,
  repositoryFilesAmong,
  repositoryMemories,
  type ReadableFile,
  type RecordFile,
} from '@cairn/importers/in-browser';
import type { ReadStep } from './lines-of-file.ts';
import { stepOf } from './notes.ts';
import { textOfFile } from './text-of-file.ts';

interface Options {
  readonly name: string;
  readonly visibility: 'private' | 'org';
  readonly onBytes: (bytes: number) => void;
}

/** Reads decision records, as `cairn import adr` does. They are read together, since they refer to each other. */
export async function* memoriesOfRecords(files: readonly ReadableFile[], options: Options): AsyncGenerator<ReadStep> {
  const { name, visibility, onBytes } = options;
  const readable: RecordFile[] = [];
  let bytes = 0;
  for (const file of files) {
    const text = await textOfFile(file);
    if (typeof text === 'string') readable.push(recordFileOf(file.name, text.replaceAll('\r\n', '\n')));
    else yield { place: file.name, message: text.problem };
    onBytes((bytes += file.bytes));
  }
  const records = new Records(readable, name);
  for (const file of readable)
    for (const parsed of records.memoriesOf(file, { visibility })) yield* stepOf(parsed, { hasManyFiles: true });
}

/** Reads owners, dependencies and decision records of a repository, as `cairn import repository` does. */
export async function* memoriesOfRepository(
  files: readonly ReadableFile[],
  { name, ...options }: Options,
): AsyncGenerator<ReadStep> {
  const byName = new Map(files.map((file) => [file.name, file]));
  const textOf = async (file: { readonly name: string }) => {
    const text = await textOfFile(byName.get(file.name)!);
    return typeof text === 'string' ? text : '';
  };
  for await (const parsed of repositoryMemories(repositoryFilesAmong(files), { ...options, repository: name, textOf }))
    yield* stepOf(parsed, { hasManyFiles: true });
}

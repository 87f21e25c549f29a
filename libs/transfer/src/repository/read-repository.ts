import { promises as disk } from 'node:fs';
import { repositoryMemories, type ParsedLine, type ReadOptions } from '@cairn/importers';
import { findRepositoryFiles } from './find-files.ts';

/** Reads the files of a repository on disk as memories: ownership, teams, dependencies and decision records. */
export async function* readRepository(
  root: string,
  options: ReadOptions & { readonly repository: string },
): AsyncGenerator<ParsedLine> {
  const { files: found } = await findRepositoryFiles(root);
  const pathByName = new Map(found.map(({ name, path }) => [name, path]));
  const textOf = ({ name }: { readonly name: string }) => disk.readFile(pathByName.get(name)!, 'utf8');
  yield* repositoryMemories(found, { ...options, textOf });
}

import { basename, resolve } from 'node:path';
import { findRepositoryFiles, repositoryNameOf } from './find-files.ts';
import { readRepository, sourceOfRepository } from './read-repository.ts';
import { CommandFailure } from '../context/exit-codes.ts';
import type { Importer } from '../imports/importer.ts';
import { settle } from '../imports/settle-files.ts';

/** Reads the ownership, dependency and decision files of a folder, and lets go of what they said before. */
export async function repositoryImporter(path: string, given: string | undefined): Promise<Importer> {
  const root = resolve(path);
  const files = await findRepositoryFiles(root).catch((error: Error) => {
    throw new CommandFailure('failed', `${root} cannot be read: ${error.message}`);
  });
  if (files.length === 0)
    throw new CommandFailure(
      'failed',
      `${root} has none of: CODEOWNERS, OWNERS, package.json, compose files, org.yaml, decision records (adr/*.md)`,
    );
  const repository = given ?? (await repositoryNameOf(root)) ?? basename(root);
  const said = new Set<string>();
  const failed = new Set<string>();
  return {
    files,
    conflicts: 'fail',
    read: async function* (options) {
      for await (const parsed of readRepository(root, { ...options, repository })) {
        if (parsed.type === 'memory') said.add(parsed.input.externalId ?? '');
        if (parsed.type === 'failed') failed.add(parsed.place.file);
        yield parsed;
      }
    },
    settle: (client, signal) => settle(client, { source: sourceOfRepository(repository), said, failed, signal }),
  };
}

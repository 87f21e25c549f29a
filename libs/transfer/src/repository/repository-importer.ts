import { resolve } from 'node:path';
import { isInRecordFolder, repositoryOf, sourceOfRecords, sourceOfRepository } from '@cairn/importers';
import { findRepositoryFiles } from './find-files.ts';
import { readRepository } from './read-repository.ts';
import { TransferFailure } from '../failure.ts';
import type { Importer } from '../imports/importer.ts';
import { applyFileState } from '../imports/settle-files.ts';
import { applyRecordState } from '../records/settle-records.ts';
import { RecordProgress } from '../records/record-progress.ts';

/** Imports the ownership, dependency and decision files of a folder, and archives memories that the files no longer contain. */
export async function repositoryImporter(path: string, name: string | undefined): Promise<Importer> {
  const root = resolve(path);
  const { files, rules } = await findRepositoryFiles(root).catch((error: Error) => {
    throw new TransferFailure(`${root} cannot be read: ${error.message}`);
  });
  if (files.length === 0)
    throw new TransferFailure(
      `${root} has none of: CODEOWNERS, OWNERS, package.json, compose files, org.yaml, decision records (adr/*.md)`,
    );
  const repository = await repositoryOf(root, name);
  const [records, others] = [new RecordProgress(), new RecordProgress()];
  return {
    files,
    unreadRules: rules,
    conflicts: 'fail',
    read: async function* (options) {
      for await (const parsed of readRepository(root, { ...options, repository })) {
        (isInRecordFolder(parsed.place.file) ? records : others).note(parsed);
        yield parsed;
      }
    },
    settle: async (client, signal) => {
      const files = await applyFileState(client, {
        ...others.settling(),
        source: sourceOfRepository(repository),
        signal,
      });
      const source = sourceOfRecords(repository);
      const decisions = await applyRecordState(client, {
        ...records.settling(),
        source,
        within: isInRecordFolder,
        signal,
      });
      return {
        ...decisions,
        archived: files.archived + decisions.archived,
        restored: files.restored + decisions.restored,
      };
    },
  };
}

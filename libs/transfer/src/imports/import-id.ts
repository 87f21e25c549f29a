import { randomUUID } from 'node:crypto';
import { IMPORT_ID, limits } from '@cairn/contracts';
import { projectOfRepository } from '@cairn/importers';
import type { Item } from './source-links.ts';

/** Creates an import id: the current time, so that people recognise it, and a random part. */
export const newImportId = (): string =>
  `${new Date().toISOString().slice(0, 19).replace(/\D/g, '-')}-${randomUUID().slice(0, 8)}`.toLowerCase();

/**
 * Adds the import id to an item's provenance, and the project to an item of a repository. Messages of an export are not
 * changed. No file names the import that brings it, and none is without one, since what an import brings binds only after
 * a review: of a provenance with the maximum number of entries, the last entry makes room for the id.
 */
export function withImport({ type, input, exportedId }: Item, importId: string): Item['input'] {
  const isExported = exportedId !== undefined;
  if (isExported && type === 'message') return input;
  const { repository } = isExported ? {} : input.provenance;
  const project = input.project ?? (repository === undefined ? undefined : projectOfRepository(repository));
  const { [IMPORT_ID]: _, ...provenance } = input.provenance;
  const kept = Object.entries(provenance).slice(0, limits.provenance.max - 1);
  return {
    ...input,
    ...(project !== undefined && { project }),
    provenance: { ...Object.fromEntries(kept), [IMPORT_ID]: importId },
  };
}

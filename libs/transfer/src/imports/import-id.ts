import { randomUUID } from 'node:crypto';
import { IMPORT_ID, limits } from '@cairn/contracts';
import { projectOfRepository } from '@cairn/importers';
import type { Item } from './source-links.ts';

/** Creates an import id: the current time, so that people recognise it, and a random part. */
export const newImportId = (): string =>
  `${new Date().toISOString().slice(0, 19).replace(/\D/g, '-')}-${randomUUID().slice(0, 8)}`.toLowerCase();

/**
 * Adds the import id to an item's provenance, and the project to an item of a repository. Messages of an export are not
 * changed. Its memories get the id unless they have one of a former import, so that the store knows that one file states
 * both an ended text and a text that holds again. A provenance that already has the maximum number of fields gets no id.
 */
export function withImport({ type, input, exportedId }: Item, importId: string): Item['input'] {
  const isExported = exportedId !== undefined;
  if (isExported && type === 'message') return input;
  const { repository } = isExported ? {} : input.provenance;
  const project = input.project ?? (repository === undefined ? undefined : projectOfRepository(repository));
  const known = { ...input, ...(project !== undefined && { project }) };
  const id = { [IMPORT_ID]: importId };
  const provenance = isExported ? { ...id, ...input.provenance } : { ...input.provenance, ...id };
  return Object.keys(provenance).length > limits.provenance.max ? known : { ...known, provenance };
}

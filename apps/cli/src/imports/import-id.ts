import { randomUUID } from 'node:crypto';
import { IMPORT_ID, limits } from '@cairn/contracts';
import type { Item } from './source-links.ts';

/** Its time, for people, and what tells two of one moment apart. */
export const newImportId = (): string =>
  `${new Date().toISOString().slice(0, 19).replace(/\D/g, '-')}-${randomUUID().slice(0, 8)}`.toLowerCase();

/** An item of an export comes back as it was, and one whose provenance is full goes without. */
export function withImport({ input, exportedId }: Item, importId: string): Item['input'] {
  if (exportedId !== undefined) return input;
  const provenance = { ...input.provenance, [IMPORT_ID]: importId };
  return Object.keys(provenance).length > limits.provenance.max ? input : { ...input, provenance };
}

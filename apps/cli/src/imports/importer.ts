import type { ImportFile, Parsed, ReadOptions } from '@cairn/importers';
import type { CairnClient } from '../server/cairn-client.ts';
import type { ImportOptions } from './import-run.ts';
import type { SourceLinks } from './source-links.ts';

/** One kind of import, ready to run. */
export interface Importer {
  readonly files: readonly ImportFile[];
  readonly read: (options: ReadOptions) => AsyncIterable<Parsed>;
  readonly conflicts: ImportOptions['conflicts'];
  readonly links?: SourceLinks;
  /** After an import that took everything: makes the server's memories of this source the ones that were read. */
  readonly settle?: (client: CairnClient, signal: AbortSignal) => Promise<Settled>;
}

/** Memories of the source that are no longer said were archived, those that are said again were restored. */
export interface Settled {
  readonly archived: number;
  readonly restored: number;
}

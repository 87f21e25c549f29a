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

/** Changes of the stored memories of a source after its files were read. */
export interface Settled {
  /** Memories that the files no longer say. */
  readonly archived: number;
  /** Memories that the files say again. */
  readonly restored: number;
  /** Memories in whose place another one stands from now on. */
  readonly superseded: number;
  /** Places that name a successor or a predecessor that no link was made to. */
  readonly unlinked: readonly { readonly file: string; readonly line: number; readonly reason: string }[];
}

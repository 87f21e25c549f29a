import type { ImportFile, ParsedLine, ReadOptions } from '@cairn/importers';
import type { CairnClient } from '../cairn-client.ts';
import type { ImportOptions } from './import-run.ts';
import type { SourceLinks } from './source-links.ts';

/** Importer of one kind with its files, ready to run. */
export interface Importer {
  readonly files: readonly ImportFile[];
  readonly read: (options: ReadOptions) => AsyncIterable<ParsedLine>;
  readonly conflicts: ImportOptions['conflicts'];
  readonly links?: SourceLinks;
  /** Paths of files with rules for agents that lie beside the files; only an import of rules reads them. */
  readonly unreadRules?: readonly string[];
  /** Runs after a complete import and adjusts the server's memories of this source to the files. */
  readonly settle?: (client: CairnClient, signal: AbortSignal) => Promise<MemoryChanges>;
}

/** Numbers of memories that were changed after the files of a source were read. */
export interface MemoryChanges {
  /** Number of memories that the files no longer contain. */
  readonly archived: number;
  /** Number of memories that the files contain again. */
  readonly restored: number;
  /** Number of memories that were superseded by this import. */
  readonly superseded: number;
  /** Lines that name a successor or predecessor that could not be linked, with the reason. */
  readonly unlinked: readonly { readonly file: string; readonly line: number; readonly reason: string }[];
}

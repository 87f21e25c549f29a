import type { ParsedLine } from '@cairn/importers';
import type { FileState } from '../imports/settle-files.ts';

/**
 * Collects the external ids and files that an import of records has read. The older memories are compared with them
 * afterwards.
 */
export class RecordProgress {
  private readonly present = new Set<string>();
  private readonly retired = new Set<string>();
  private readonly failed = new Set<string>();

  note(parsed: ParsedLine): void {
    if (parsed.type === 'failed') this.failed.add(parsed.place.file);
    if (parsed.type !== 'memory') return;
    const { externalId = '', provenance } = parsed.input;
    this.present.add(externalId);
    if (provenance['retired'] === 'true') this.retired.add(externalId);
  }

  settling(): Pick<FileState, 'said' | 'retired' | 'failed'> {
    return { said: this.present, retired: this.retired, failed: this.failed };
  }
}

import { limits } from '@cairn/contracts';
import type { CairnClient } from '../cairn-client.ts';
import type { ImportReport } from './import-report.ts';

/** Names under which the server keeps an import. */
export interface NamedImport {
  /** Name of the file or the folder. */
  readonly name: string;
  readonly format: string;
  readonly readers: 'private' | 'org';
}

type Reported = Pick<ImportReport, 'importId' | 'imported' | 'alreadyThere' | 'failed' | 'reasons' | 'problem'> & {
  readonly ended: ImportReport['ended'] | 'running';
  /** Share of the files that was read, 0 to 1. */
  readonly share?: number | undefined;
};

/**
 * Has the server keep the beginning, the progress or the end of an import, so that every device shows it and can undo it. An import
 * whose report fails is not disturbed: its items name the import.
 */
export async function reportImport(
  client: CairnClient,
  named: NamedImport | undefined,
  { importId, imported: created, alreadyThere: present, failed, reasons, problem, ended: state, share }: Reported,
): Promise<void> {
  if (!named) return;
  const { name, format, readers } = named;
  const failures = reasons
    .slice(0, limits.importFailures.max)
    .map(({ file, line, reason }) => ({ place: labelOf(`${file}:${line}`), reason: reasonOf(reason) }));
  const body = {
    ...{ name: labelOf(name), format: labelOf(format), readers, state, created, present, failed, failures },
    ...(share !== undefined && { share }),
    ...(problem !== undefined && { problem: reasonOf(problem) }),
  };
  await client.call('reportImport', { params: { importId }, body }).catch(() => undefined);
}

const labelOf = (text: string) => text.trim().slice(0, limits.name.max) || 'unnamed';
const reasonOf = (text: string) => text.trim().slice(0, limits.importReason.max) || 'no reason';

import { limits, type RouteInput } from '@cairn/contracts';
import { call } from '../../api/client.ts';
import type { ImportProgress } from './import-progress.ts';

type Report = RouteInput<'reportImport'>['body'];

interface Reported {
  readonly name: string;
  readonly format: string;
  readonly readers: Report['readers'];
  readonly state: Report['state'];
  readonly progress: ImportProgress;
}

/**
 * Has the server keep the beginning, the progress or the end of an import, so that every device shows it and can undo it. An import
 * whose report fails is not disturbed: its items name the import.
 */
export async function reportImport({ name, format, readers, state, progress }: Reported): Promise<void> {
  const { importId, share, read, created, failed, errors, problem } = progress;
  const body: Report = {
    ...{ name: labelOf(name), format: labelOf(format), readers, state, share, created, failed },
    present: Math.max(0, read - created - failed),
    ...(problem !== undefined && { problem: reasonOf(problem) }),
    failures: errors
      .slice(0, limits.importFailures.max)
      .map(({ place, message }) => ({ place: labelOf(place), reason: reasonOf(message) })),
  };
  await call('reportImport', { params: { importId }, body }).catch(() => undefined);
}

const labelOf = (text: string) => text.trim().slice(0, limits.name.max) || 'unnamed';
const reasonOf = (text: string) => text.trim().slice(0, limits.importReason.max) || 'no reason';

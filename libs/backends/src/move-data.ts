import { createHash } from 'node:crypto';
import { FolderRows, type SampleQuestion } from '@cairn/adapter-embedded';
import { moveInto, type MoveOptions, type MoveReport } from '@cairn/adapter-postgres';
import { SystemClock } from '@cairn/ports';

// A separate entry point (`@cairn/backends/move-data`), since only the command line needs both stores at once.

/** Copies the truth of a data folder to Postgres. The folder stays locked during the copy and is not changed. */
export async function moveData(dataDir: string, options: Omit<MoveOptions, 'clock'>): Promise<MoveReport> {
  const folder = FolderRows.open(dataDir);
  try {
    return await moveInto(folder, { ...options, clock: new SystemClock() });
  } finally {
    folder.close();
  }
}

/** Makes up to `count` sample questions about items of a folder that the key may read. */
export function sampleQuestionsAbout(
  dataDir: string,
  { key, count }: { key: string; count: number },
): SampleQuestion[] {
  const folder = FolderRows.open(dataDir);
  try {
    return folder.questions(createHash('sha256').update(key).digest('hex'), count);
  } finally {
    folder.close();
  }
}

import { createHash } from 'node:crypto';
import { FolderRows, type SampleQuestion } from '@cairn/adapter-embedded';
import { moveInto, type MoveOptions, type MoveReport } from '@cairn/adapter-postgres';
import { SystemClock } from '@cairn/ports';

// A separate entry point (`@cairn/backends/move-data`): only the command line needs both stores at once.

/** Copies the truth of a data folder to Postgres. The folder is locked meanwhile and stays unchanged. */
export async function moveData(dataDir: string, options: Omit<MoveOptions, 'clock'>): Promise<MoveReport> {
  const folder = FolderRows.open(dataDir);
  try {
    return await moveInto(folder, { ...options, clock: new SystemClock() });
  } finally {
    folder.close();
  }
}

/** Sample questions about items of a folder, within the scope of a key. */
export function questionsAbout(dataDir: string, { key, count }: { key: string; count: number }): SampleQuestion[] {
  const folder = FolderRows.open(dataDir);
  try {
    return folder.questions(createHash('sha256').update(key).digest('hex'), count);
  } finally {
    folder.close();
  }
}

import { createHash } from 'node:crypto';
import { FolderRows, type SampleQuestion } from '@cairn/adapter-embedded';
import { moveInto, type MoveOptions, type MoveReport } from '@cairn/adapter-postgres';
import { SystemClock } from '@cairn/ports';

// A part of its own (`@cairn/backends/move-data`): the command line needs both stores for this alone, and no server does.

/** Moves the truth of a data folder into Postgres. The folder is held meanwhile, and nothing in it changes. */
export async function moveData(dataDir: string, options: Omit<MoveOptions, 'clock'>): Promise<MoveReport> {
  const folder = FolderRows.open(dataDir);
  try {
    return await moveInto(folder, { ...options, clock: new SystemClock() });
  } finally {
    folder.close();
  }
}

/** Questions about items anywhere in a folder, which a key may ask. */
export function questionsAbout(dataDir: string, { key, count }: { key: string; count: number }): SampleQuestion[] {
  const folder = FolderRows.open(dataDir);
  try {
    return folder.questions(createHash('sha256').update(key).digest('hex'), count);
  } finally {
    folder.close();
  }
}

import { readRecords, type RecordLine } from './read-records.ts';
import type { ReadableFile } from './parsed.ts';
import { isAboveCheckouts, toSlashes } from './folder-path.ts';
import { repositoryOfRemote, worktreePlaceOf, type Checkouts, type StartFolder } from './working-folder.ts';

/** Maximum number of lines that are searched for the folder of the conversation. */
const LINES_MAX = 200;

type Fields = Extract<RecordLine, { record: unknown }>['record'];

/**
 * Collects the checkouts that conversations name as their start folders. By these, a subfolder on a different machine
 * gets the channel of its checkout.
 */
export async function namedCheckouts(
  files: readonly ReadableFile[],
  folderIn: (record: Fields) => StartFolder | undefined,
): Promise<Checkouts> {
  const checkouts = new Map<string, string | undefined>();
  for (const file of files) {
    const start = await firstFolder(file, folderIn);
    if (!start) continue;
    const { cwd, isInGit, remote } = start;
    const main = worktreePlaceOf(cwd)?.main;
    const root = main ?? (isInGit ? toSlashes(cwd) : undefined);
    if (root !== undefined && !isAboveCheckouts(root))
      checkouts.set(root, repositoryOfRemote(remote) ?? checkouts.get(root));
  }
  return checkouts;
}

async function firstFolder(
  file: ReadableFile,
  folderIn: (record: Fields) => StartFolder | undefined,
): Promise<StartFolder | undefined> {
  let lines = 0;
  for await (const line of readRecords(file)) {
    const start = 'record' in line ? folderIn(line.record) : undefined;
    if (start || (lines += 1) >= LINES_MAX) return start;
  }
  return undefined;
}

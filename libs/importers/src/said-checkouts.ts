import { readRecords, type RecordLine } from './read-records.ts';
import type { ReadableFile } from './parsed.ts';
import { isAboveCheckouts, remoteName, slashed, worktreePlaceOf, type Checkouts } from './working-folder.ts';

/** A conversation whose first lines name no folder names none. */
const LINES_MAX = 200;

/** The folder in which a conversation began, as it says itself. */
export interface SaidFolder {
  readonly cwd: string;
  /** It names a branch, so that the folder is in a checkout. */
  readonly isInGit: boolean;
  readonly remote?: string | undefined;
}

type Fields = Extract<RecordLine, { record: unknown }>['record'];

/**
 * The checkouts that conversations name by the folders in which they began, for those of a folder below one that is on another machine:
 * a subfolder has the channel of its checkout.
 */
export async function saidCheckouts(
  files: readonly ReadableFile[],
  folderIn: (record: Fields) => SaidFolder | undefined,
): Promise<Checkouts> {
  const checkouts = new Map<string, string | undefined>();
  for (const file of files) {
    const said = await firstFolder(file, folderIn);
    if (!said) continue;
    const { cwd, isInGit, remote } = said;
    const main = worktreePlaceOf(cwd)?.main;
    const root = main ?? (isInGit ? slashed(cwd) : undefined);
    if (root !== undefined && !isAboveCheckouts(root)) checkouts.set(root, remoteName(remote) ?? checkouts.get(root));
  }
  return checkouts;
}

async function firstFolder(
  file: ReadableFile,
  folderIn: (record: Fields) => SaidFolder | undefined,
): Promise<SaidFolder | undefined> {
  let lines = 0;
  for await (const line of readRecords(file)) {
    const said = 'record' in line ? folderIn(line.record) : undefined;
    if (said || (lines += 1) >= LINES_MAX) return said;
  }
  return undefined;
}

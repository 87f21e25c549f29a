import type { ReadOptions } from './parsed.ts';
import { channelByPath, projectByPath, type Checkouts, type StartFolder } from './working-folder.ts';

/** Channel and project of a conversation. */
export interface SessionPlace {
  readonly channel?: string | undefined;
  readonly project?: string | undefined;
}

/** Decides channel and project of a conversation by the folder in which it began; undefined without a folder. */
export async function sessionPlaceOf(
  folder: StartFolder | undefined,
  { channelOf = channelByPath, projectOf = projectByPath }: ReadOptions,
  checkouts: Checkouts,
): Promise<SessionPlace | undefined> {
  if (!folder) return undefined;
  const [channel, project] = await Promise.all([
    channelOf(folder.cwd, folder.remote, checkouts),
    projectOf(folder, checkouts),
  ]);
  return { channel, project };
}

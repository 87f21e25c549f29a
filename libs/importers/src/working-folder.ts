import { limits } from '@cairn/contracts';

/** The channel of what was said in a folder. `remote` is the address of the git remote, where the conversation itself says it. */
export type ChannelOf = (cwd: string, remote: string | undefined) => Promise<string | undefined>;

/** Places where tools keep worktrees. The group is the name of the repository; `main` also where its main checkout is. */
const WORKTREE_PLACES = [
  /^(?<main>.*?(?<name>[^/]+))\/\.claude\/worktrees\/[^/]+/u,
  /\/\.codex\/worktrees\/[^/]+\/(?<name>[^/]+)/u,
  /\/\.cursor\/worktrees\/(?<name>[^/]+)\/[^/]+/u,
  /^(?<main>.*?(?<name>[^/]+))[.-]worktrees\/[^/]+/u,
  /^(?<main>.*?(?<name>[^/]+))\/\.?worktrees?\/[^/]+/u,
] as const;

export interface WorktreePlace {
  readonly name: string;
  /** The folder of the main checkout. */
  readonly main: string | undefined;
}

/** The repository whose worktree a path is by where tools keep them. */
export function worktreePlaceOf(path: string): WorktreePlace | undefined {
  const slashed = path.replaceAll('\\', '/');
  const { name, main } = WORKTREE_PLACES.map((place) => place.exec(slashed)?.groups).find(Boolean) ?? {};
  return name === undefined ? undefined : { name, main };
}

/** The `owner/name` at the end of the address of a repository. */
export const repositoryAt = (url: string): string | undefined => /([\w.-]+\/[\w.-]+?)(?:\.git)?\/?$/u.exec(url)?.[1];

/** By the remote, else by the path alone, for a folder that is on another machine. */
export const channelByPath: ChannelOf = async (cwd, remote) =>
  asChannel(remoteName(remote) ?? worktreePlaceOf(cwd)?.name ?? lastPart(cwd));

/** The name of a repository by the address of its remote. */
export const remoteName = (remote: string | undefined): string | undefined =>
  lastPart((remote === undefined ? undefined : repositoryAt(remote)) ?? '');

export const asChannel = (name: string | undefined): string | undefined => name?.slice(0, limits.name.max);

const lastPart = (path: string): string | undefined =>
  path
    .split(/[\\/]/)
    .filter((part) => part.trim() !== '')
    .at(-1);

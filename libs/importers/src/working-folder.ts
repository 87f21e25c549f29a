import { limits } from '@cairn/contracts';

/** Checkouts that conversations name: folder path (with slashes, without a trailing one) to the name of its remote, if known. */
export type Checkouts = ReadonlyMap<string, string | undefined>;

/**
 * Decides the channel for words said in a folder. `remote` is the git remote that the conversation names, `checkouts` are those
 * that other conversations name.
 */
export type ChannelOf = (cwd: string, remote: string | undefined, checkouts?: Checkouts) => Promise<string | undefined>;

/** Places where tools keep worktrees. `name` matches the repository's name, `main` the folder of the main checkout. */
const WORKTREE_PLACES = [
  /^(?<main>.*?(?<name>[^/]+))\/\.claude\/worktrees\/[^/]+/u,
  /\/\.codex\/worktrees\/[^/]+\/(?<name>[^/]+)/u,
  /\/\.cursor\/worktrees\/(?<name>[^/]+)\/[^/]+/u,
  /^(?<main>.*?(?<name>[^/]+))[.-]worktrees\/[^/]+/u,
  /^(?<main>.*?(?<name>[^/]+))\/\.?worktrees?\/[^/]+/u,
] as const;

export interface WorktreePlace {
  readonly name: string;
  /** Folder of the main checkout. */
  readonly main: string | undefined;
}

/** Finds the repository of a worktree by the place where tools keep worktrees. */
export function worktreePlaceOf(path: string): WorktreePlace | undefined {
  const { name, main } = WORKTREE_PLACES.map((place) => place.exec(slashed(path))?.groups).find(Boolean) ?? {};
  return name === undefined ? undefined : { name, main };
}

/** `owner/name` at the end of a repository's URL. */
export const repositoryAt = (url: string): string | undefined => /([\w.-]+\/[\w.-]+?)(?:\.git)?\/?$/u.exec(url)?.[1];

export const slashed = (path: string): string => path.replaceAll('\\', '/').replace(/(?<=[^/])\/+$/u, '');

/** Home and root folders. Such a checkout holds its owner's settings, not the projects below it. */
const ABOVE = /^(?:|\/|[A-Za-z]:\/?|.*\/(?:home|Users)(?:\/[^/]+)?|[A-Za-z]:\/Users(?:\/[^/]+)?|\/root)$/u;
export const isAboveCheckouts = (path: string): boolean => ABOVE.test(slashed(path));

/** Decides by the remote, else by the outermost checkout around the folder, else by the path; for folders on another machine. */
export const channelByPath: ChannelOf = async (cwd, remote, checkouts = new Map()) =>
  asChannel(remoteName(remote) ?? nameAround(worktreePlaceOf(cwd)?.main ?? cwd, checkouts) ?? nameByPath(cwd));

const nameByPath = (cwd: string): string | undefined => worktreePlaceOf(cwd)?.name ?? lastPart(cwd);

function nameAround(cwd: string, checkouts: Checkouts): string | undefined {
  const parts = slashed(cwd).split('/');
  const around = parts.map((_, at) => parts.slice(0, at + 1).join('/')).find((folder) => checkouts.has(folder));
  return around === undefined ? undefined : (checkouts.get(around) ?? nameByPath(around));
}

/** Name of a repository from the URL of its remote. */
export const remoteName = (remote: string | undefined): string | undefined =>
  lastPart((remote === undefined ? undefined : repositoryAt(remote)) ?? '');

export const asChannel = (name: string | undefined): string | undefined => name?.slice(0, limits.name.max);

const lastPart = (path: string): string | undefined =>
  path
    .split(/[\\/]/)
    .filter((part) => part.trim() !== '')
    .at(-1);

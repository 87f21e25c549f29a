import { limits } from '@cairn/contracts';

/** Folders of checkouts that conversations name, with slashes and without one at the end; each with the name of its remote, if that is known. */
export type Checkouts = ReadonlyMap<string, string | undefined>;

/**
 * The channel of what was said in a folder. `remote` is the address of the git remote, where the conversation itself says it,
 * `checkouts` those that other conversations name.
 */
export type ChannelOf = (cwd: string, remote: string | undefined, checkouts?: Checkouts) => Promise<string | undefined>;

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
  const { name, main } = WORKTREE_PLACES.map((place) => place.exec(slashed(path))?.groups).find(Boolean) ?? {};
  return name === undefined ? undefined : { name, main };
}

/** The `owner/name` at the end of the address of a repository. */
export const repositoryAt = (url: string): string | undefined => /([\w.-]+\/[\w.-]+?)(?:\.git)?\/?$/u.exec(url)?.[1];

export const slashed = (path: string): string => path.replaceAll('\\', '/').replace(/(?<=[^/])\/+$/u, '');

/** A home folder or a root that is a checkout has the settings of its owner, not what is worked on below it. */
const ABOVE = /^(?:|\/|[A-Za-z]:\/?|.*\/(?:home|Users)(?:\/[^/]+)?|[A-Za-z]:\/Users(?:\/[^/]+)?|\/root)$/u;
export const isAboveCheckouts = (path: string): boolean => ABOVE.test(slashed(path));

/** By the remote, else by the outermost checkout around it, else by the path alone, for a folder that is on another machine. */
export const channelByPath: ChannelOf = async (cwd, remote, checkouts = new Map()) =>
  asChannel(remoteName(remote) ?? nameAround(worktreePlaceOf(cwd)?.main ?? cwd, checkouts) ?? nameByPath(cwd));

const nameByPath = (cwd: string): string | undefined => worktreePlaceOf(cwd)?.name ?? lastPart(cwd);

function nameAround(cwd: string, checkouts: Checkouts): string | undefined {
  const parts = slashed(cwd).split('/');
  const around = parts.map((_, at) => parts.slice(0, at + 1).join('/')).find((folder) => checkouts.has(folder));
  return around === undefined ? undefined : (checkouts.get(around) ?? nameByPath(around));
}

/** The name of a repository by the address of its remote. */
export const remoteName = (remote: string | undefined): string | undefined =>
  lastPart((remote === undefined ? undefined : repositoryAt(remote)) ?? '');

export const asChannel = (name: string | undefined): string | undefined => name?.slice(0, limits.name.max);

const lastPart = (path: string): string | undefined =>
  path
    .split(/[\\/]/)
    .filter((part) => part.trim() !== '')
    .at(-1);

import { limits } from '@cairn/contracts';
import { toSlashes } from './folder-path.ts';
import { projectOfRepository } from './project-name.ts';
import { repositoryAt } from './remote.ts';

/**
 * Checkouts that conversations name. Maps the path of the checkout's folder (with slashes, without a trailing slash) to
 * `owner/name` of its remote, if known.
 */
export type Checkouts = ReadonlyMap<string, string | undefined>;

/**
 * Decides the channel of words that were said in the folder `cwd`. `remote` is the git remote that the conversation
 * names. `checkouts` are the checkouts that all conversations of the import name.
 */
export type ChannelOf = (cwd: string, remote: string | undefined, checkouts?: Checkouts) => Promise<string | undefined>;

/** Folder in which a conversation began, according to its file. */
export interface StartFolder {
  readonly cwd: string;
  /** True when the file names a git branch, so the folder belongs to a checkout. */
  readonly isInGit: boolean;
  readonly remote?: string | undefined;
}

/** Decides the project of words that were said in a folder; undefined outside of checkouts. */
export type ProjectOf = (folder: StartFolder, checkouts?: Checkouts) => Promise<string | undefined>;

/**
 * Places where tools keep worktrees. The group `name` matches the repository's name, `main` the folder of the main checkout.
 */
const WORKTREE_PLACES = [
  /^(?<main>.*?(?<name>[^/]+))\/\.claude\/worktrees\/[^/]+/u,
  /\/\.codex\/worktrees\/[^/]+\/(?<name>[^/]+)/u,
  /\/\.cursor\/worktrees\/(?<name>[^/]+)\/[^/]+/u,
  /^(?<main>.*?(?<name>[^/]+))[.-]worktrees\/[^/]+/u,
  /^(?<main>.*?(?<name>[^/]+))\/\.?worktrees?\/[^/]+/u,
] as const;

export interface WorktreePlace {
  readonly name: string;
  /** Path of the main checkout's folder. */
  readonly main: string | undefined;
}

/** Finds the repository of a worktree from its path, if a tool keeps worktrees in that place. */
export function worktreePlaceOf(path: string): WorktreePlace | undefined {
  const { name, main } = WORKTREE_PLACES.map((place) => place.exec(toSlashes(path))?.groups).find(Boolean) ?? {};
  return name === undefined ? undefined : { name, main };
}

/**
 * Decides the channel for folders on a different machine: by the remote, or else by the outermost checkout that
 * contains the folder, or else by the path.
 */
export const channelByPath: ChannelOf = async (cwd, remote, checkouts = new Map()) =>
  toChannelName(
    remoteName(remote) ??
      lastPart(repositoryAround(worktreePlaceOf(cwd)?.main ?? cwd, checkouts) ?? '') ??
      findNameByPath(cwd),
  );

/**
 * Decides the project for folders on a different machine: by the remote, or else by the outermost checkout that contains
 * the folder, which may have no other name than its folder.
 */
export const projectByPath: ProjectOf = async ({ cwd, isInGit, remote }, checkouts = new Map()) => {
  const place = worktreePlaceOf(cwd);
  const name =
    repositoryOfRemote(remote) ??
    repositoryAround(place?.main ?? cwd, checkouts) ??
    (isInGit ? place?.name : undefined);
  return name === undefined ? undefined : projectOfRepository(name);
};

const findNameByPath = (cwd: string): string | undefined => worktreePlaceOf(cwd)?.name ?? lastPart(cwd);

function repositoryAround(cwd: string, checkouts: Checkouts): string | undefined {
  const parts = toSlashes(cwd).split('/');
  const around = parts.map((_, at) => parts.slice(0, at + 1).join('/')).find((folder) => checkouts.has(folder));
  return around === undefined ? undefined : (checkouts.get(around) ?? findNameByPath(around));
}

/** Returns the name of a repository from the URL of its remote. */
export const remoteName = (remote: string | undefined): string | undefined =>
  lastPart(repositoryOfRemote(remote) ?? '');

/** Returns `owner/name` of a repository from the URL of its remote. */
export const repositoryOfRemote = (remote: string | undefined): string | undefined =>
  remote === undefined ? undefined : repositoryAt(remote);

export const toChannelName = (name: string | undefined): string | undefined => name?.slice(0, limits.name.max);

const lastPart = (path: string): string | undefined =>
  path
    .split(/[\\/]/)
    .filter((part) => part.trim() !== '')
    .at(-1);

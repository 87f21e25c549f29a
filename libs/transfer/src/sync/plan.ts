/** Directions in which changes are allowed. */
export interface Direction {
  readonly canPush: boolean;
  readonly canPull: boolean;
}

/**
 * Version and hashes of a path at the time when both sides last agreed. The hashes of note and file differ if the
 * server masked a secret.
 */
export interface CommonVersion {
  readonly version: number;
  /** Hash of the note. */
  readonly hash: string;
  /** Hash of the file. */
  readonly local: string;
}

export interface SyncSides {
  /** Hash of the file; undefined if the file does not exist. */
  readonly local: string | undefined;
  /** Version and hash of the note; undefined if the note does not exist or was deleted. */
  readonly remote: { readonly version: number; readonly hash: string } | undefined;
  readonly common: CommonVersion | undefined;
}

/**
 * Action for one path. `put` and `removeThere` change the workspace, `pull` and `removeHere` the folder. `adopt` and
 * `drop` only update the common state: with `adopt`, folder and workspace have the same text, with `drop`, neither has
 * one. `ahead` and `behind` mark a change in a direction that is not allowed.
 */
export type Step =
  'nothing' | 'adopt' | 'drop' | 'put' | 'pull' | 'removeThere' | 'removeHere' | 'conflict' | 'ahead' | 'behind';

/**
 * Decides the action for one path. If the path was edited on one side and deleted on the opposite side, the edit wins.
 * Two different edits are a conflict.
 */
export function stepOf(sides: SyncSides, { canPush, canPull }: Direction): Step {
  const { local, remote, common } = sides;
  if (local === undefined && !remote) return common ? 'drop' : 'nothing';
  switch (changedSide(sides)) {
    case 'none':
      return 'nothing';
    case 'folder':
      if (!canPush) return 'ahead';
      return local === undefined ? 'removeThere' : 'put';
    case 'workspace':
      if (!canPull) return 'behind';
      return remote ? 'pull' : 'removeHere';
    case 'both':
      return local === remote?.hash ? 'adopt' : 'conflict';
  }
}

function changedSide({ local, remote, common }: SyncSides): 'none' | 'folder' | 'workspace' | 'both' {
  const isEdited = local !== common?.local;
  const isNewer = remote?.version !== common?.version;
  if (isEdited && isNewer) {
    if (!remote) return 'folder';
    return local === undefined ? 'workspace' : 'both';
  }
  if (isEdited) return 'folder';
  return isNewer ? 'workspace' : 'none';
}

/** Returns an unused path for the text that loses its path in a conflict. */
export function conflictPath(path: string, version: number, isTaken: (path: string) => boolean): string {
  const dot = path.lastIndexOf('.');
  for (let more = 0; ; more += 1) {
    const name = `${path.slice(0, dot)}.conflict-${version}${more === 0 ? '' : `-${more + 1}`}${path.slice(dot)}`;
    if (!isTaken(name)) return name;
  }
}

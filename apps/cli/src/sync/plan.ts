/** Which way changes go. */
export interface Direction {
  readonly canPush: boolean;
  readonly canPull: boolean;
}

/** What both sides had when they last agreed. The texts differ where the server masked a secret. */
export interface Common {
  readonly version: number;
  /** The hash of the note. */
  readonly hash: string;
  /** The hash of the file. */
  readonly local: string;
}

export interface Sides {
  /** Hash of the file; undefined: there is none. */
  readonly local: string | undefined;
  /** The note; undefined: there is none, or it was deleted. */
  readonly remote: { readonly version: number; readonly hash: string } | undefined;
  readonly common: Common | undefined;
}

/**
 * `put` and `removeThere` change the workspace, `pull` and `removeHere` the folder. `adopt`: both have the same text, `drop`: both have
 * nothing, and the common version follows. `ahead` and `behind`: the folder, or the workspace, has what may not go this way.
 */
export type Step =
  'nothing' | 'adopt' | 'drop' | 'put' | 'pull' | 'removeThere' | 'removeHere' | 'conflict' | 'ahead' | 'behind';

/** What brings one path into step. Of an edit and a deletion the edit stays; two edits are a conflict, unless they are the same. */
export function stepOf(sides: Sides, { canPush, canPull }: Direction): Step {
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

function changedSide({ local, remote, common }: Sides): 'none' | 'folder' | 'workspace' | 'both' {
  const isEdited = local !== common?.local;
  const isNewer = remote?.version !== common?.version;
  if (isEdited && isNewer) {
    if (!remote) return 'folder';
    return local === undefined ? 'workspace' : 'both';
  }
  if (isEdited) return 'folder';
  return isNewer ? 'workspace' : 'none';
}

/** The name under which the other text of a conflict is kept. */
export function conflictPath(path: string, version: number, isTaken: (path: string) => boolean): string {
  const dot = path.lastIndexOf('.');
  for (let more = 0; ; more += 1) {
    const name = `${path.slice(0, dot)}.conflict-${version}${more === 0 ? '' : `-${more + 1}`}${path.slice(dot)}`;
    if (!isTaken(name)) return name;
  }
}

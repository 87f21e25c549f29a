import type {
  NoteEntry,
  NoteVersionEntry,
  Principal,
  Scope,
  Visibility,
  Workspace,
  WorkspaceId,
} from '@cairn/contracts';
import type { Reading } from './truth.ts';

/** Which workspace is meant: the nearest of this name that the scope sees, the caller's own first, or the one with these very readers. */
export interface WorkspaceName {
  readonly name: string;
  /** With `channel`, who reads the workspace. Absent: whoever reads the nearest one, or everyone where there is none yet. */
  readonly readers?: { readonly visibility: Visibility; readonly channel: string | null } | undefined;
}

/** Some lines of a note under one heading. */
export interface NewSection {
  readonly title: string;
  readonly content: string;
  /** Counted from 1. */
  readonly startLine: number;
  readonly endLine: number;
  /** SHA-256 of all that indexes hold of it: equal ones are the same section, wherever it stands. */
  readonly contentHash: string;
  readonly reading: Reading;
}

/** A version of a note ready to be stored: masked, read, with a normalised path. */
export interface NewNote {
  readonly path: string;
  readonly text: string;
  readonly title: string;
  readonly tags: readonly string[];
  /** The day that it is of, epoch ms; 0 where it is of none. */
  readonly timestamp: number;
  readonly totalLines: number;
  /** SHA-256 of the text as it is stored. */
  readonly contentHash: string;
  readonly sections: readonly NewSection[];
}

export type NoteOutcome =
  | {
      readonly outcome: 'done';
      readonly note: NoteEntry;
      readonly isChanged: boolean;
      /** Whether there was no such note before. */
      readonly isNew: boolean;
    }
  /** The version that is there instead of the expected one; 0 is none. */
  | { readonly outcome: 'stale'; readonly version: number }
  /** The scope sees no such note. */
  | { readonly outcome: 'unknown' };

export interface StoredNote extends NoteEntry {
  readonly text: string;
}

export interface NotesPage {
  readonly limit: number;
  /** Only notes behind this path. */
  readonly after?: string | undefined;
  /** Only notes whose path begins with this. */
  readonly prefix?: string | undefined;
  /** Deleted notes too. */
  readonly includeDeleted: boolean;
  /** Only notes whose present text holds this, whatever the case of letters of ASCII. Letters, digits and `-._` of ASCII, in lower case. */
  readonly needle?: string | undefined;
}

/**
 * Markdown files of workspaces, each version kept. Every change is one commit: the note, its version, its sections in the indexes, events
 * and audit. A section whose text stays the same stays the same item; what a change leaves without a place is gone for good.
 * Paths are names in a table and open nothing.
 */
export abstract class Notes {
  /**
   * Stores a version; the workspace is made with its first note. The text that is there already changes nothing. `expectedVersion`
   * is what the change was decided on, 0 that there is no note; absent: whatever is there.
   */
  abstract put(
    scope: Scope,
    author: Principal,
    note: { readonly workspace: WorkspaceName; readonly note: NewNote; readonly expectedVersion?: number | undefined },
  ): Promise<NoteOutcome>;

  /** Takes a note out of answers; its versions stay, unless they are to be forgotten, for which a writer must have written all of them. */
  abstract remove(
    scope: Scope,
    author: Principal,
    note: {
      readonly workspace: string;
      readonly path: string;
      readonly expectedVersion?: number | undefined;
      readonly forget: boolean;
    },
  ): Promise<NoteOutcome>;

  /** The present version, or another one, which is there after the note was deleted too. */
  abstract find(scope: Scope, workspace: string, path: string, version?: number): Promise<StoredNote | undefined>;

  /** The notes of a workspace by path. */
  abstract list(scope: Scope, workspace: string, page: NotesPage): Promise<NoteEntry[]>;

  /** The paths of the notes of a workspace that are not deleted. */
  abstract paths(scope: Scope, workspace: string): Promise<string[]>;

  /** What versions a note has had, the newest first. */
  abstract versions(scope: Scope, workspace: string, path: string, limit: number): Promise<NoteVersionEntry[]>;

  /** The workspaces that the scope sees, by name. */
  abstract workspaces(scope: Scope): Promise<Workspace[]>;

  abstract workspaceId(scope: Scope, name: string): Promise<WorkspaceId | undefined>;
}

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

/** A link of a note to another one. Which notes it means depends on those that there are. */
export interface StoredLink {
  readonly kind: 'wiki' | 'markdown';
  readonly target: string;
  readonly heading?: string;
  readonly label?: string;
  /** Counted from 1. */
  readonly line: number;
  /** The `linkName` of each note that it can mean. */
  readonly name: string;
}

/** What a text says of links. */
export interface LinksOfText {
  /** What the targets of links to the note have in common. */
  readonly linkName: string;
  /** In the order of their lines. */
  readonly links: readonly StoredLink[];
}

export interface LinkingNote {
  readonly path: string;
  readonly title: string;
  readonly version: number;
  readonly link: StoredLink;
}

/** A version of a note ready to be stored: masked, read, with a normalised path. */
export interface NewNote extends LinksOfText {
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

export interface NoteVersionsPage {
  readonly limit: number;
  /** Only versions older than this one. */
  readonly before?: number | undefined;
}

export interface NotesPage {
  readonly limit: number;
  /** Only notes behind this path. */
  readonly after?: string | undefined;
  /** Only notes whose path begins with this. */
  readonly prefix?: string | undefined;
  /** Deleted notes too. */
  readonly includeDeleted: boolean;
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

  /** The paths of the notes of a workspace that have one of these link names, by path. */
  abstract named(scope: Scope, workspace: string, linkNames: readonly string[]): Promise<string[]>;

  /** The first links of the present version of a note, and how many it has. */
  abstract linksOf(
    scope: Scope,
    workspace: string,
    page: { readonly path: string; readonly limit: number },
  ): Promise<{ readonly version: number; readonly links: readonly StoredLink[]; readonly total: number } | undefined>;

  /** Links of present versions to notes of a link name, by the path and the line that they stand on. */
  abstract linksTo(
    scope: Scope,
    workspace: string,
    page: { readonly linkName: string; readonly limit: number; readonly after?: string | undefined },
  ): Promise<LinkingNote[]>;

  /** Notes whose present version was stored by code that kept no links, until `keepLinks` was told them. */
  abstract withoutLinks(scope: Scope, workspace: string, limit: number): Promise<StoredNote[]>;

  /** Keeps the links of a version, unless it is no longer the present one. */
  abstract keepLinks(
    scope: Scope,
    workspace: string,
    note: LinksOfText & { readonly path: string; readonly version: number },
  ): Promise<void>;

  /** What versions a note has had, the newest first. */
  abstract versions(scope: Scope, workspace: string, path: string, page: NoteVersionsPage): Promise<NoteVersionEntry[]>;

  /** The workspaces that the scope sees, by name. */
  abstract workspaces(scope: Scope): Promise<Workspace[]>;

  abstract workspaceId(scope: Scope, name: string): Promise<WorkspaceId | undefined>;
}

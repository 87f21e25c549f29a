import type { NoteEntry, NoteVersionEntry, Visibility, Workspace, WorkspaceId } from '@cairn/contracts';
import type { Principal, Scope } from '@cairn/domain';
import type { Overwrite } from './item-writer.ts';
import type { TextFeatures } from './text-features.ts';

/**
 * Names a workspace. With `readers`, the workspace with exactly these readers; otherwise the nearest workspace with this
 * name that the scope sees, the caller's own first.
 */
export interface WorkspaceName {
  readonly name: string;
  /**
   * The visibility and channel of the workspace. Absent: those of the nearest workspace with the name, or everyone if there
   * is none yet.
   */
  readonly readers?: { readonly visibility: Visibility; readonly channel: string | null } | undefined;
}

/** The lines of a note under one heading. */
export interface NewSection {
  readonly title: string;
  readonly content: string;
  /** Both lines count from 1. */
  readonly startLine: number;
  readonly endLine: number;
  /** SHA-256 of all indexed fields. Sections with equal hashes are the same section, wherever they are in the note. */
  readonly contentHash: string;
  readonly features: TextFeatures;
}

/** A link in a note. The notes that it refers to depend on which notes exist. */
export interface StoredLink {
  readonly kind: 'wiki' | 'markdown';
  readonly target: string;
  readonly heading?: string;
  readonly label?: string;
  /** The line of the link, counted from 1. */
  readonly line: number;
  /** The `linkName` that a note must have for this link to refer to it. */
  readonly name: string;
}

/** The links in the text of a note. */
export interface LinksOfText {
  /** The name by which other notes can link to this one. */
  readonly linkName: string;
  /** Links in the order of their lines. */
  readonly links: readonly StoredLink[];
}

export interface LinkingNote {
  readonly path: string;
  readonly title: string;
  readonly version: number;
  readonly link: StoredLink;
}

/** A version of a note ready to be stored: masked, parsed, with a normalised path. */
export interface NewNote extends LinksOfText {
  readonly path: string;
  readonly text: string;
  readonly title: string;
  readonly tags: readonly string[];
  /** The date of the note, epoch ms; 0 if it has none. */
  readonly timestamp: number;
  readonly totalLines: number;
  /** SHA-256 of the text as stored. */
  readonly contentHash: string;
  readonly sections: readonly NewSection[];
}

export type NoteOutcome =
  | {
      readonly outcome: 'done';
      readonly note: NoteEntry;
      readonly isChanged: boolean;
      /** Whether the note is new. */
      readonly isNew: boolean;
    }
  /** `version` is the current version, which is not the expected one; 0 if the note does not exist. */
  | { readonly outcome: 'stale'; readonly version: number }
  /** The note does not exist, or the scope does not see it. */
  | { readonly outcome: 'unknown' };

export interface StoredNote extends NoteEntry {
  readonly text: string;
}

export interface NoteVersionsPage {
  readonly limit: number;
  /** Lists only versions older than this one. */
  readonly before?: number | undefined;
}

export interface NotesPage {
  readonly limit: number;
  /** Lists only notes after this path. */
  readonly after?: string | undefined;
  /** Lists only notes whose path begins with this prefix. */
  readonly prefix?: string | undefined;
  /** Whether to list deleted notes too. */
  readonly includeDeleted: boolean;
}

/**
 * Markdown files of workspaces, with all versions. One commit makes a change visible: the note, its version, its sections
 * and the audit row. If many sections change, earlier commits write them hidden, and later commits inform the indexes and
 * erase former sections, so that no other writer waits for all of them. A section with unchanged text stays the same item;
 * a section that a change removes is deleted for good. Paths are keys in a table; no file of the server is opened.
 */
export abstract class Notes {
  /**
   * Stores a version of a note; creates the workspace with its first note. Storing the current text again changes nothing.
   * `expectedVersion` is the version that the change is based on, 0 if the note must not exist; without it any version is
   * replaced. A path or a text that was forgotten for good is refused with `item/forgotten`, unless `overwrite` is set.
   */
  abstract put(
    scope: Scope,
    author: Principal,
    note: {
      readonly workspace: WorkspaceName;
      readonly note: NewNote;
      readonly expectedVersion?: number | undefined;
      readonly overwrite?: Overwrite | undefined;
    },
  ): Promise<NoteOutcome>;

  /**
   * Deletes a note. Its versions stay, unless `forget` is set. A writer may forget a note only if they wrote all of its
   * versions.
   */
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

  /** Returns the current version of a note, or an earlier one; the earlier versions of a deleted note too. */
  abstract find(
    scope: Scope,
    workspace: string | WorkspaceName,
    path: string,
    version?: number,
  ): Promise<StoredNote | undefined>;

  /** Lists the notes of a workspace, ordered by path. */
  abstract list(scope: Scope, workspace: string, page: NotesPage): Promise<NoteEntry[]>;

  /** Lists the paths of the notes in a workspace whose link name is one of these. */
  abstract named(scope: Scope, workspace: string, linkNames: readonly string[]): Promise<string[]>;

  /** Returns the first links of a note's current version, and the number of all its links. */
  abstract linksOf(
    scope: Scope,
    workspace: string,
    page: { readonly path: string; readonly limit: number },
  ): Promise<{ readonly version: number; readonly links: readonly StoredLink[]; readonly total: number } | undefined>;

  /** Lists the links in current versions that can refer to this link name, ordered by path and line. */
  abstract linksTo(
    scope: Scope,
    workspace: string,
    page: { readonly linkName: string; readonly limit: number; readonly after?: string | undefined },
  ): Promise<LinkingNote[]>;

  /** Lists the versions of a note, newest first. */
  abstract versions(scope: Scope, workspace: string, path: string, page: NoteVersionsPage): Promise<NoteVersionEntry[]>;

  /** Lists the workspaces that the scope sees, ordered by name. */
  abstract workspaces(scope: Scope): Promise<Workspace[]>;

  abstract workspaceId(scope: Scope, name: string): Promise<WorkspaceId | undefined>;
}

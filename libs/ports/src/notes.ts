import type {
  NoteEntry,
  NoteVersionEntry,
  Principal,
  Scope,
  Visibility,
  Workspace,
  WorkspaceId,
} from '@cairn/contracts';
import type { Again } from './item-writer.ts';
import type { TextFeatures } from './text-features.ts';

/** Names a workspace: the nearest of this name that the scope sees, the caller's own first, or the one with exactly these readers. */
export interface WorkspaceName {
  readonly name: string;
  /** With `channel`, the readers of the workspace. Absent: those of the nearest one, or everyone if there is none yet. */
  readonly readers?: { readonly visibility: Visibility; readonly channel: string | null } | undefined;
}

/** Some lines of a note under one heading. */
export interface NewSection {
  readonly title: string;
  readonly content: string;
  /** Counted from 1. */
  readonly startLine: number;
  readonly endLine: number;
  /** SHA-256 of everything that indexes hold of it. Sections with equal hashes are the same section, wherever they stand. */
  readonly contentHash: string;
  readonly features: TextFeatures;
}

/** A link of a note to another one. Which notes it means depends on the notes that exist. */
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

/** What a note says about links. */
export interface LinksOfText {
  /** The names that links to this note can have. */
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

/** A version of a note ready to be stored: masked, parsed, with a normalised path. */
export interface NewNote extends LinksOfText {
  readonly path: string;
  readonly text: string;
  readonly title: string;
  readonly tags: readonly string[];
  /** The day that the note is for, epoch ms; 0 if it is for none. */
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
  /** The present version in place of the expected one; 0 if there is none. */
  | { readonly outcome: 'stale'; readonly version: number }
  /** The scope sees no such note. */
  | { readonly outcome: 'unknown' };

export interface StoredNote extends NoteEntry {
  readonly text: string;
}

export interface NoteVersionsPage {
  readonly limit: number;
  /** Only older versions than this one. */
  readonly before?: number | undefined;
}

export interface NotesPage {
  readonly limit: number;
  /** Only notes after this path. */
  readonly after?: string | undefined;
  /** Only notes whose path begins with this. */
  readonly prefix?: string | undefined;
  /** Also deleted notes. */
  readonly includeDeleted: boolean;
}

/**
 * Markdown files of workspaces, with all versions. Every change is shown by one commit: the note, its version, its sections and
 * audit. Of a change of many sections, commits before it make some ready that nobody sees, and commits after it tell the indexes and
 * erase what was left, so that no other writer waits for all of them. A section with unchanged text stays the same item; a section
 * that a change removes is deleted for good. Paths are names in a table and open nothing.
 */
export abstract class Notes {
  /**
   * Stores a version; the workspace is made with its first note. Storing the present text again changes nothing. `expectedVersion`
   * is the version that the change was decided on, 0 for no note; without it any version is replaced. A path or a text that was
   * forgotten for good is refused with item/forgotten, unless it is wanted `again`.
   */
  abstract put(
    scope: Scope,
    author: Principal,
    note: {
      readonly workspace: WorkspaceName;
      readonly note: NewNote;
      readonly expectedVersion?: number | undefined;
      readonly again?: Again | undefined;
    },
  ): Promise<NoteOutcome>;

  /** Deletes a note. Its versions stay, unless they are to be forgotten, for which a writer must have written all of them. */
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

  /** The present version, or an earlier one, also of a deleted note. */
  abstract find(
    scope: Scope,
    workspace: string | WorkspaceName,
    path: string,
    version?: number,
  ): Promise<StoredNote | undefined>;

  /** The notes of a workspace, by path. */
  abstract list(scope: Scope, workspace: string, page: NotesPage): Promise<NoteEntry[]>;

  /** The paths of the notes of a workspace that have one of these link names. */
  abstract named(scope: Scope, workspace: string, linkNames: readonly string[]): Promise<string[]>;

  /** The first links of the present version of a note, and how many it has. */
  abstract linksOf(
    scope: Scope,
    workspace: string,
    page: { readonly path: string; readonly limit: number },
  ): Promise<{ readonly version: number; readonly links: readonly StoredLink[]; readonly total: number } | undefined>;

  /** Links of present versions to a link name, by the path and the line of the link. */
  abstract linksTo(
    scope: Scope,
    workspace: string,
    page: { readonly linkName: string; readonly limit: number; readonly after?: string | undefined },
  ): Promise<LinkingNote[]>;

  /** Notes whose present version was stored by older code without links, until `keepLinks` is called for them. */
  abstract withoutLinks(scope: Scope, workspace: string, limit: number): Promise<StoredNote[]>;

  /** Stores the links of a version, unless it is no longer the present one. */
  abstract keepLinks(
    scope: Scope,
    workspace: string,
    note: LinksOfText & { readonly path: string; readonly version: number },
  ): Promise<void>;

  /** The versions of a note, the newest first. */
  abstract versions(scope: Scope, workspace: string, path: string, page: NoteVersionsPage): Promise<NoteVersionEntry[]>;

  /** The workspaces that the scope sees, by name. */
  abstract workspaces(scope: Scope): Promise<Workspace[]>;

  abstract workspaceId(scope: Scope, name: string): Promise<WorkspaceId | undefined>;
}

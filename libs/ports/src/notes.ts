import type { NoteEntry, NoteVersionEntry, Visibility, Workspace, WorkspaceId } from '@cairn/contracts';
import type { Principal, Scope } from '@cairn/domain';
import type { Overwrite } from './item-writer.ts';
import type { TextFeatures } from './text-features.ts';

/** Names a workspace: the nearest of this name that the scope sees, the caller's own first, or the one with exactly these readers. */
export interface WorkspaceName {
  readonly name: string;
  /** The readers of the workspace, with `channel`. Absent: those of the nearest one, or everyone if there is none yet. */
  readonly readers?: { readonly visibility: Visibility; readonly channel: string | null } | undefined;
}

/** Some lines of a note under one heading. */
export interface NewSection {
  readonly title: string;
  readonly content: string;
  /** Counted from 1. */
  readonly startLine: number;
  readonly endLine: number;
  /** SHA-256 of all indexed fields. Sections with equal hashes are the same section, wherever they are in the note. */
  readonly contentHash: string;
  readonly features: TextFeatures;
}

/** A link of a note to another one. Its targets depend on the notes that exist. */
export interface StoredLink {
  readonly kind: 'wiki' | 'markdown';
  readonly target: string;
  readonly heading?: string;
  readonly label?: string;
  /** Counted from 1. */
  readonly line: number;
  /** The `linkName` of each note that it can refer to. */
  readonly name: string;
}

/** The links in the text of a note. */
export interface LinksOfText {
  /** The name by which other notes link to this one. */
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
  /** The day of the note, epoch ms; 0 without a day. */
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
  /** The current version, which differs from the expected one; 0 if there is no note. */
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
 * Markdown files of workspaces, with all versions. One commit makes a change visible: the note, its version, its sections and audit.
 * For a change of many sections, earlier commits write hidden sections, and later commits inform the indexes and erase former
 * sections, so that no other writer waits for all of them. A section with unchanged text stays the same item; a section that a
 * change removes is deleted for good. Paths are names in a table and open no file.
 */
export abstract class Notes {
  /**
   * Stores a version; the workspace is created with its first note. Storing the current text again changes nothing. `expectedVersion`
   * is the version that the change is based on, 0 for no note; without it any version is replaced. A path or a text that was
   * forgotten for good is refused with item/forgotten, unless `overwrite` is set.
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

  /** Deletes a note. Its versions stay, unless they are to be forgotten, which a writer may do only if they wrote all of them. */
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

  /** The current version, or an earlier one, also of a deleted note. */
  abstract find(
    scope: Scope,
    workspace: string | WorkspaceName,
    path: string,
    version?: number,
  ): Promise<StoredNote | undefined>;

  /** The notes of a workspace, by path. */
  abstract list(scope: Scope, workspace: string, page: NotesPage): Promise<NoteEntry[]>;

  /** The paths of notes in a workspace whose link name is one of these. */
  abstract named(scope: Scope, workspace: string, linkNames: readonly string[]): Promise<string[]>;

  /** The first links of a note's current version, and their total number. */
  abstract linksOf(
    scope: Scope,
    workspace: string,
    page: { readonly path: string; readonly limit: number },
  ): Promise<{ readonly version: number; readonly links: readonly StoredLink[]; readonly total: number } | undefined>;

  /** Links to a link name in current versions, by the path and the line of the link. */
  abstract linksTo(
    scope: Scope,
    workspace: string,
    page: { readonly linkName: string; readonly limit: number; readonly after?: string | undefined },
  ): Promise<LinkingNote[]>;

  /** Notes whose current version was stored by older code without links, until `keepLinks` is called for them. */
  abstract withoutLinks(scope: Scope, workspace: string, limit: number): Promise<StoredNote[]>;

  /** Stores the links of a version, unless it is no longer the current one. */
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

import type { NoteEntry, Visibility } from '@cairn/contracts';
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
  | { readonly outcome: 'unknown' }
  /** Another note has the path that the note would get. */
  | { readonly outcome: 'taken' };

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

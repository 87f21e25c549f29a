import type { MemoryInput, MessageInput, RestoreHistoryRequest, VisibilityInput } from '@cairn/contracts';
import type { ChannelOf, ProjectOf } from './working-folder.ts';

/**
 * Position of an item in the files of the sender, to be shown to people: the file's path relative to the given folder,
 * and the line number, counted from 1.
 */
export interface Place {
  readonly file: string;
  readonly line: number;
}

/**
 * Outcome of one line. A `blank` line has no text. An `ignored` line contains no words of any speaker, such as a tool
 * call; `why` names its kind, and `text` quotes its beginning. A `failed` line cannot be read as an item; reading
 * continues after it. `unread` names fields of the line whose values the item does not keep. `exportedId` is the item's
 * id in the exporting store.
 */
export type ParsedLine =
  | {
      readonly type: 'message';
      readonly place: Place;
      readonly input: MessageInput;
      readonly retimed?: TimeReplacement;
      readonly unread?: readonly string[];
      readonly exportedId?: string;
    }
  | {
      readonly type: 'memory';
      readonly place: Place;
      readonly input: MemoryInput;
      readonly unread?: readonly string[];
      readonly exportedId?: string;
      readonly retimed?: TimeReplacement;
      /** History in the exporting store; `supersedes` is an id of that store. */
      readonly history?: RestoreHistoryRequest;
      /** True if a person confirmed it in the exporting store, which confirms nothing here. */
      readonly wasConfirmed?: boolean;
    }
  | { readonly type: 'noteFile'; readonly place: Place; readonly note: ExportedNote }
  | { readonly type: 'blank'; readonly place: Place }
  | { readonly type: 'ignored'; readonly place: Place; readonly why: string; readonly text?: string }
  | { readonly type: 'failed'; readonly place: Place; readonly reason: string };

/**
 * Replacement for a time that is missing or invalid. `took` tells whether the item got the nearest time of its
 * conversation, and `given` is the invalid value.
 */
export interface TimeReplacement {
  readonly took: 'nearest' | 'nothing';
  readonly given?: string;
}

/** A note with the texts of all its versions, oldest first. A null text in the last version means that the note was deleted. */
export interface ExportedNote {
  readonly workspace: string;
  readonly channel?: string | undefined;
  readonly visibility?: VisibilityInput | undefined;
  readonly path: string;
  readonly versions: readonly { readonly text: string | null }[];
}

/** A file found by an importer. */
export interface ImportFile {
  /** Path below the given folder, or inside the zip. */
  readonly name: string;
  readonly bytes: number;
}

/** A file that can be opened wherever it is: on disk, in a zip, or dropped on a page. */
export interface ReadableFile extends ImportFile {
  readonly open: () => ReadableStream<Uint8Array>;
}

export interface ReadOptions {
  /** Receives the number of bytes read so far; for a packed file, packed bytes. */
  readonly onBytes?: (bytes: number) => void;
  /** Current time in epoch ms; times more than a day later are invalid. Default: the system clock. */
  readonly now?: number | undefined;
  /** True if conversations may still continue. Messages in the queue are then left to a later import. */
  readonly isRunning?: boolean | undefined;
  /** Decides the channel of a conversation from its folder. By default, only the folder's path decides. */
  readonly channelOf?: ChannelOf | undefined;
  /** Decides the project of a conversation from its folder. By default, only the folder's path decides. */
  readonly projectOf?: ProjectOf | undefined;
  /** Visibility of items that state none. If it is absent, the server decides by the channel. */
  readonly visibility?: VisibilityInput | undefined;
}

import type { MemoryInput, MessageInput, RestoreHistoryRequest, VisibilityInput } from '@cairn/contracts';
import type { ChannelOf } from './working-folder.ts';

/** Place in the sender's files, for people: the file's path below the given folder, and the line. */
export interface Place {
  readonly file: string;
  readonly line: number;
}

/**
 * Outcome of one line. `blank` has no text; `ignored` is nothing that anyone said, such as a tool call (`why` names its kind, `text` quotes
 * its beginning). `failed` cannot be read as an item; reading continues after it. `unread` names fields of the line with a value that
 * the item does not hold; `exportedId` is the item's id in the exporting store.
 */
export type Parsed =
  | {
      readonly type: 'message';
      readonly place: Place;
      readonly input: MessageInput;
      readonly retimed?: Retimed;
      readonly unread?: readonly string[];
      readonly exportedId?: string;
    }
  | {
      readonly type: 'memory';
      readonly place: Place;
      readonly input: MemoryInput;
      readonly unread?: readonly string[];
      readonly exportedId?: string;
      readonly retimed?: Retimed;
      /** History in the exporting store; `supersedes` holds an id of that store. */
      readonly history?: RestoreHistoryRequest;
    }
  | { readonly type: 'noteFile'; readonly place: Place; readonly note: ExportedNote }
  | { readonly type: 'blank'; readonly place: Place }
  | { readonly type: 'ignored'; readonly place: Place; readonly why: string; readonly text?: string }
  | { readonly type: 'failed'; readonly place: Place; readonly reason: string };

/** Replacement of a missing or invalid time (`given`): the nearest time of the conversation, or nothing. */
export interface Retimed {
  readonly took: 'nearest' | 'nothing';
  readonly given?: string;
}

/** A note with all its versions, oldest first; a last version without text means that the note was deleted. */
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

/** A file that can be read wherever it is: on disk, in a zip, or dropped on a page. */
export interface ReadableFile extends ImportFile {
  readonly open: () => ReadableStream<Uint8Array>;
}

export interface ReadOptions {
  /** Called with the number of stored (possibly packed) bytes that have been read so far. */
  readonly onBytes?: (bytes: number) => void;
  /** Current time in epoch ms; times more than a day later are invalid. Default: the clock. */
  readonly now?: number | undefined;
  /** True when conversations may go on; queued words are then left for a later import. */
  readonly isRunning?: boolean | undefined;
  /** Decides the channel of a conversation by its folder; by default from the path alone. */
  readonly channelOf?: ChannelOf | undefined;
  /** Visibility of items that name none; absent: the server decides by the channel. */
  readonly visibility?: VisibilityInput | undefined;
}

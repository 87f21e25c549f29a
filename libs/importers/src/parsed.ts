import type { MemoryInput, MessageInput, RestoreHistoryRequest, VisibilityInput } from '@cairn/contracts';
import type { ChannelOf } from './working-folder.ts';

/** Where in the sender's files something stands, for people: the name as found below the folder they gave. */
export interface Place {
  readonly file: string;
  readonly line: number;
}

/**
 * The outcome of one line of a file. `blank` holds no text, `ignored` is nothing that anyone said, such as a tool call: `why` names
 * the kind for people, `text` is how it begins. `failed` should have been an item and cannot be one; reading goes on after each of them. `unread` names the fields of
 * the line that say something and that nothing was made of; `exportedId` is the id that another store gave the item.
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
      /** What it had behind it in the exporting store; `supersedes` by an id of that store. */
      readonly history?: RestoreHistoryRequest;
    }
  | { readonly type: 'noteFile'; readonly place: Place; readonly note: ExportedNote }
  | { readonly type: 'blank'; readonly place: Place }
  | { readonly type: 'ignored'; readonly place: Place; readonly why: string; readonly text?: string }
  | { readonly type: 'failed'; readonly place: Place; readonly reason: string };

/** Of an item whose time the file lacks or has as one that cannot be, which is `given`: whether it took the nearest of its conversation. */
export interface Retimed {
  readonly took: 'nearest' | 'nothing';
  readonly given?: string;
}

/** A note with all its versions, oldest first; without a text, the note was deleted. */
export interface ExportedNote {
  readonly workspace: string;
  readonly channel?: string | undefined;
  readonly visibility?: VisibilityInput | undefined;
  readonly path: string;
  readonly versions: readonly { readonly text: string | null }[];
}

/** A file that an importer found. */
export interface ImportFile {
  /** Its path below the folder, or in the zip, that was asked for. */
  readonly name: string;
  readonly bytes: number;
}

/** One that can be read, wherever it lies: on disk, in a zip, or in what was dropped on a page. */
export interface ReadableFile extends ImportFile {
  readonly open: () => ReadableStream<Uint8Array>;
}

export interface ReadOptions {
  /** Told how many bytes of the files, as they lie there, have been read so far. */
  readonly onBytes?: (bytes: number) => void;
  /** Epoch ms; a time of more than a day later is none. By default that of the clock. */
  readonly now?: number | undefined;
  /** The conversations may go on: words that wait for their turn are read later. */
  readonly isRunning?: boolean | undefined;
  /** The channel of a conversation by its folder; by default the path alone decides. */
  readonly channelOf?: ChannelOf | undefined;
  /** Who may read what names no reader itself; absent: as the server decides by the channel. */
  readonly visibility?: VisibilityInput | undefined;
}

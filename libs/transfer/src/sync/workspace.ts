import type { GetNoteResponse, PutNoteResponse, VisibilityInput } from '@cairn/contracts';
import { withRetries } from '@cairn/client';
import { Batcher, answerInOrder } from '@cairn/ports';
import { overwriteQuery, ServerRefusal, type CairnClient } from '../cairn-client.ts';

export interface RemoteNote {
  readonly version: number;
  readonly hash: string;
}

type ReadNote = RemoteNote & { readonly text: string };
type PutNote = RemoteNote & { readonly masked: Readonly<Record<string, number>> };

interface SentNote {
  readonly path: string;
  readonly text: string;
  readonly expectedVersion: number | undefined;
}

/** Thrown when somebody else changed the note after it was read. */
export class StaleNote extends Error {}

export interface WorkspaceOptions {
  readonly workspace: string;
  readonly channel?: string | undefined;
  readonly visibility?: VisibilityInput | undefined;
  /** True to store also texts that were forgotten for good. */
  readonly overwrite?: boolean | undefined;
  readonly signal: AbortSignal;
  readonly onRetry?: (why: string, afterMs: number) => void;
}

/** Maximum number of notes in one request. */
const NOTES_PER_REQUEST_MAX = 32;
/**
 * Maximum number of characters of a text that shares a request with further texts. A longer text is sent alone, so that
 * requests stay small.
 */
const SHARED_REQUEST_CHARS_MAX = 65_536;
const SEND_TIMEOUT_MS = 60_000;
const NO_NOTE = 'note/unknown';

/** Accesses the notes of one workspace over HTTP. Temporary failures are retried for a minute. */
export class Workspace {
  private readonly client: CairnClient;
  private readonly options: WorkspaceOptions;

  constructor(client: CairnClient, options: WorkspaceOptions) {
    this.client = client;
    this.options = options;
  }

  /** Id of the workspace; undefined while it has no notes. */
  async id(): Promise<string | undefined> {
    const { channel, workspace } = this.options;
    const { answer } = await this.tried(() =>
      this.client.call('workspaces', { query: { channel }, signal: this.options.signal }),
    );
    return answer.workspaces.find(({ name }) => name === workspace)?.workspaceId;
  }

  /** Lists the existing notes, by path. */
  async list(): Promise<Map<string, RemoteNote>> {
    const found = new Map<string, RemoteNote>();
    for (let after: string | undefined; ;) {
      const query = { ...this.place(), after };
      const { answer } = await this.tried(() => this.client.call('listNotes', { query, signal: this.options.signal }));
      for (const { path, version, contentHash: hash } of answer.notes) found.set(path, { version, hash });
      if (answer.nextAfter === null) return found;
      after = answer.nextAfter;
    }
  }

  /** Reads a note with its text; undefined if it does not exist. */
  async read(path: string): Promise<ReadNote | undefined> {
    return (await this.reads.add(path)) ?? this.readAlone(path);
  }

  private async readAlone(path: string): Promise<ReadNote | undefined> {
    try {
      const query = { ...this.place(), path };
      const { answer } = await this.tried(() => this.client.call('getNote', { query, signal: this.options.signal }));
      return readNote(answer);
    } catch (error) {
      if (error instanceof ServerRefusal && error.code === NO_NOTE) return undefined;
      throw error;
    }
  }

  /** Stores a note. Throws `StaleNote` unless the note has the version `expectedVersion`; 0 means that it must not exist. */
  async put(path: string, text: string, expectedVersion: number | undefined): Promise<PutNote> {
    const note = { path, text, expectedVersion };
    return (text.length <= SHARED_REQUEST_CHARS_MAX ? await this.puts.add(note) : undefined) ?? this.putAlone(note);
  }

  private async putAlone(note: SentNote): Promise<PutNote> {
    const { visibility, overwrite } = this.options;
    const query = overwriteQuery(overwrite);
    const body = { ...this.place(), ...note, visibility };
    const { answer } = await this.unlessStale(() => this.client.call('putNote', { query, body }));
    return putNote(answer);
  }

  /**
   * Stores notes in batches. If a note failed in its batch, its result is undefined, and the note must be sent alone to
   * get its own answer.
   */
  private readonly puts = batcherOf(async (notes: readonly SentNote[]) => {
    const query = overwriteQuery(this.options.overwrite);
    const body = { ...this.place(), notes, visibility: this.options.visibility };
    const results = await this.together(
      notes,
      async () => (await this.client.call('putNotes', { query, body })).answer.results,
    );
    return results.map((result) => (result?.note ? putNote({ ...result, note: result.note }) : undefined));
  });

  private readonly reads = batcherOf(async (paths: readonly string[]) => {
    const { signal } = this.options;
    const body = { ...this.place(), paths };
    const results = await this.together(
      paths,
      async () => (await this.client.call('readNotes', { body, signal })).answer.results,
    );
    return results.map((result) => result?.note && readNote(result.note));
  });

  /**
   * Runs a batch request. If the server refuses the whole batch, because the server is older or one entry is invalid,
   * the result of each entry is undefined, and each entry is sent alone.
   */
  private async together<Result>(entries: readonly unknown[], ask: () => Promise<readonly Result[]>) {
    const nothing = entries.map(() => undefined);
    if (entries.length === 1) return nothing;
    try {
      const results: readonly (Result | undefined)[] = await this.tried(ask);
      return nothing.map((none, at) => results[at] ?? none);
    } catch (error) {
      if (error instanceof ServerRefusal) return nothing;
      throw error;
    }
  }

  async remove(path: string, expectedVersion: number): Promise<void> {
    try {
      await this.unlessStale(() =>
        this.client.call('removeNote', { query: { ...this.place(), path, expectedVersion } }),
      );
    } catch (error) {
      if (!(error instanceof ServerRefusal) || error.code !== NO_NOTE) throw error;
    }
  }

  private async unlessStale<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    try {
      return await this.tried(ask);
    } catch (error) {
      if (error instanceof ServerRefusal && error.code === 'item/stale-version') throw new StaleNote(error.message);
      throw error;
    }
  }

  private tried<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    const { signal, onRetry } = this.options;
    return withRetries(ask, { patienceMs: SEND_TIMEOUT_MS, signal, onRetry });
  }

  private place() {
    return { workspace: this.options.workspace, channel: this.options.channel };
  }
}

const batcherOf = <Input, Output>(work: (inputs: readonly Input[]) => Promise<readonly Output[]>) =>
  new Batcher<Input, Output>({ weightMax: NOTES_PER_REQUEST_MAX, work: answerInOrder(work) });

const readNote = ({ version, contentHash: hash, text }: GetNoteResponse): ReadNote => ({ version, hash, text });

const putNote = ({
  note: { version, contentHash: hash },
  masked = {},
}: Pick<PutNoteResponse, 'note' | 'masked'>): PutNote => ({
  version,
  hash,
  masked,
});

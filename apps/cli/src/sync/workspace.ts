import type { VisibilityInput } from '@cairn/contracts';
import { ServerRefusal, type CairnClient } from '../cairn-client.ts';
import { withRetries } from '@cairn/client';

export interface RemoteNote {
  readonly version: number;
  readonly hash: string;
}

/** Somebody else changed the note since it was looked at. */
export class StaleNote extends Error {}

export interface WorkspaceOptions {
  readonly workspace: string;
  readonly channel?: string | undefined;
  readonly visibility?: VisibilityInput | undefined;
  readonly signal: AbortSignal;
  readonly onRetry?: (why: string, afterMs: number) => void;
}

const PATIENCE_MS = 60_000;
const NO_NOTE = 'note/unknown';

/** The notes of one workspace over HTTP. What time can heal is tried again for a minute. */
export class Workspace {
  private readonly client: CairnClient;
  private readonly options: WorkspaceOptions;

  constructor(client: CairnClient, options: WorkspaceOptions) {
    this.client = client;
    this.options = options;
  }

  /** Undefined as long as it has no note. */
  async id(): Promise<string | undefined> {
    const { channel, workspace } = this.options;
    const { answer } = await this.tried(() =>
      this.client.call('workspaces', { query: { channel }, signal: this.options.signal }),
    );
    return answer.workspaces.find(({ name }) => name === workspace)?.workspaceId;
  }

  /** The notes that are there, by path. */
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

  /** A note with its text; undefined if it is not there. */
  async read(path: string): Promise<(RemoteNote & { readonly text: string }) | undefined> {
    try {
      const query = { ...this.place(), path };
      const { answer } = await this.tried(() => this.client.call('getNote', { query, signal: this.options.signal }));
      return { version: answer.version, hash: answer.contentHash, text: answer.text };
    } catch (error) {
      if (error instanceof ServerRefusal && error.code === NO_NOTE) return undefined;
      throw error;
    }
  }

  /** Throws `StaleNote` unless the note has this version, 0 if there is none. */
  async put(path: string, text: string, expectedVersion: number | undefined) {
    const { visibility } = this.options;
    const body = { ...this.place(), path, text, expectedVersion, visibility };
    const { answer } = await this.unlessStale(() => this.client.call('putNote', { body }));
    const { version, contentHash: hash } = answer.note;
    return { version, hash, masked: answer.masked ?? {} };
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
    return withRetries(ask, { patienceMs: PATIENCE_MS, signal, onRetry });
  }

  private place() {
    return { workspace: this.options.workspace, channel: this.options.channel };
  }
}

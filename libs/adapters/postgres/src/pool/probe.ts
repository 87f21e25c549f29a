import { within } from '@cairn/ports';
import type { Client } from 'pg';
import { storeError } from './postgres-errors.ts';

export interface Health {
  readonly ready: boolean;
  readonly problem?: string | undefined;
}

const KEPT_MS = 500;

const answers = (client: Client): Promise<boolean> =>
  within(
    KEPT_MS,
    client.query('select 1').then(
      () => true,
      () => false,
    ),
    () => false,
  );

/** Probes the server on a separate connection, which is replaced when it breaks. */
export class Probe {
  private readonly newClient: () => Client;
  private client: Client | undefined;
  private asking: Promise<Health> | undefined;

  constructor(newClient: () => Client) {
    this.newClient = newClient;
  }

  /** Concurrent callers share one probe. */
  health(): Promise<Health> {
    this.asking ??= this.ask().finally(() => {
      this.asking = undefined;
    });
    return this.asking;
  }

  async close(): Promise<void> {
    await this.asking;
    await this.drop();
  }

  private async ask(): Promise<Health> {
    // A failure of a kept connection may concern a former server, and proves nothing about the current one.
    if (this.client && (await answers(this.client))) return { ready: true };
    void this.drop();
    try {
      this.client = await this.connect();
      await this.client.query('select 1');
      return { ready: true };
    } catch (error) {
      await this.drop();
      return { ready: false, problem: storeError(error).message };
    }
  }

  private async connect(): Promise<Client> {
    const client = this.newClient();
    // The next probe reports a broken connection.
    client.on('error', () => undefined);
    await client.connect();
    return client;
  }

  private async drop(): Promise<void> {
    const { client } = this;
    this.client = undefined;
    await client?.end().catch(() => undefined);
  }
}

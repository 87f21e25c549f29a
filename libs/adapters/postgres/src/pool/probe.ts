import { withTimeout } from '@cairn/ports';
import type { Client } from 'pg';
import { storeError } from './postgres-errors.ts';

export interface Health {
  readonly ready: boolean;
  readonly problem?: string | undefined;
}

const PROBE_CACHE_MS = 500;

const isAnswering = (client: Client): Promise<boolean> =>
  withTimeout(
    PROBE_CACHE_MS,
    client.query('select 1').then(
      () => true,
      () => false,
    ),
    () => false,
  );

/** Probes the server on a separate connection. A broken connection is replaced. */
export class Probe {
  private readonly newClient: () => Client;
  private client: Client | undefined;
  private asking: Promise<Health> | undefined;

  constructor(newClient: () => Client) {
    this.newClient = newClient;
  }

  /** Reports whether the server answers; concurrent callers share one probe. */
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
    // A kept connection may lead to a former server, so its failure says nothing about the current server.
    if (this.client && (await isAnswering(this.client))) return { ready: true };
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
    // A broken connection is ignored here, since the next probe reports it.
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

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

/** Asks whether the server answers, on one connection that nothing else uses. It is made anew when it broke. */
export class Probe {
  private readonly newClient: () => Client;
  private client: Client | undefined;
  private asking: Promise<Health> | undefined;

  constructor(newClient: () => Client) {
    this.newClient = newClient;
  }

  /** Those who ask meanwhile get the same answer. */
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
    // A kept connection may be of a server that is no more: that it fails says nothing of the one that stands there now.
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
    // What breaks it is told by the next question.
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

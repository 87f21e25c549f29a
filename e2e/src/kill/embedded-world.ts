import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@cairn/testing/free-port';
import { startServer, type ServerOptions, type ServerProcess } from '../server-process.ts';
import { MIXED, type ReindexedWorld } from './reindex.ts';

/** One process on a folder of its own, which may be killed at any time. */
export class EmbeddedWorld implements ReindexedWorld {
  isDead = false;
  mixed = 0;
  readonly key: string;
  readonly url: string;
  private readonly options: ServerOptions;
  private server: ServerProcess;

  private constructor(options: ServerOptions, server: ServerProcess) {
    this.options = options;
    this.server = server;
    this.url = server.url;
    this.key = server.key!;
  }

  static async start(bundle: string, env: Record<string, string>): Promise<EmbeddedWorld> {
    const dataDir = mkdtempSync(join(tmpdir(), 'cairn-kill-'));
    const listener: { world?: EmbeddedWorld } = {};
    const onPrinted = (text: string) => listener.world?.hear(text);
    const options = { bundle, dataDir, port: await freePort(), env, onPrinted };
    listener.world = new EmbeddedWorld(options, await startServer(options));
    return listener.world;
  }

  async killBuilders(): Promise<void> {
    this.isDead = true;
    await this.server.kill();
  }

  async startBuilders(): Promise<void> {
    this.server = await startServer(this.options);
    this.isDead = false;
  }

  async end(): Promise<void> {
    await this.server.kill();
    rmSync(this.options.dataDir, { recursive: true, force: true });
  }

  private hear(text: string): void {
    this.mixed += Number(MIXED.test(text));
  }
}

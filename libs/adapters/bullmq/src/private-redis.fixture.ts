import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@cairn/testing/free-port';
import { Redis } from 'ioredis';

/** Whether the program of Redis is installed; a given server may run elsewhere. */
export const hasRedisServer = spawnSync('redis-server', ['--version']).status === 0;

/** For tests: a private Redis that may be killed and emptied. It writes every command to its file before it answers. */
export class PrivateRedis {
  readonly url: string;
  private readonly port: number;
  private readonly dir: string;
  private server: ChildProcess | undefined;

  private constructor(port: number, dir: string) {
    this.port = port;
    this.dir = dir;
    this.url = `redis://127.0.0.1:${port}`;
  }

  static async start(): Promise<PrivateRedis> {
    const redis = new PrivateRedis(await freePort(), await mkdtemp(join(tmpdir(), 'cairn-redis-')));
    await redis.start();
    return redis;
  }

  /** Starts the server on the same port with its former data. */
  async start(): Promise<void> {
    if (this.isRunning) return;
    const port = ['--port', String(this.port), '--bind', '127.0.0.1', '--dir', this.dir];
    const durable = ['--appendonly', 'yes', '--appendfsync', 'always', '--save', ''];
    this.server = spawn('redis-server', [...port, ...durable], { stdio: 'ignore' });
    await this.command((redis) => redis.ping());
  }

  async kill(): Promise<void> {
    await this.stop();
  }

  async flushAll(): Promise<void> {
    await this.command((redis) => redis.flushall());
  }

  /** Suspends the server: connections stay, answers do not come. */
  pause(): void {
    this.server?.kill('SIGSTOP');
  }

  resume(): void {
    this.server?.kill('SIGCONT');
  }

  async remove(): Promise<void> {
    await this.stop();
    await rm(this.dir, { recursive: true, force: true });
  }

  private async stop(): Promise<void> {
    if (!this.isRunning) return;
    this.server?.kill('SIGKILL');
    await once(this.server as ChildProcess, 'exit');
  }

  private get isRunning(): boolean {
    return this.server?.exitCode === null && this.server.signalCode === null;
  }

  /** Sends a command, and waits for a server that is starting. */
  private async command(send: (redis: Redis) => Promise<unknown>): Promise<void> {
    const redis = new Redis(this.url, { maxRetriesPerRequest: null, retryStrategy: () => 20 }).on('error', () => {});
    await send(redis);
    redis.disconnect();
  }
}

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '@cairn/testing/free-port';
import { killGroup } from '../../../tools/common/program.ts';
import { thisMachine } from '../../../tools/servers/machine.ts';
import type { Running, Server, Start } from '../../../tools/servers/server.ts';
import { servers } from '../../../tools/servers/servers.ts';
import { isGoneWithin } from './until-gone.ts';

export type ServerName = 'Postgres' | 'Redis' | 'Elasticsearch' | 'Qdrant';

const GONE_MS = 10_000;
/** Start attempts, since Postgres does not start while a process of its predecessor still holds the shared memory. */
const STARTS_MAX = 20;
const BETWEEN_STARTS_MS = 250;

/** Real server with a folder and a port of its own, which may be killed at any time and started again on both. */
export class OwnServer {
  readonly name: ServerName;
  readonly variable: Server['variable'];
  private readonly startOn: () => Promise<Running>;
  private running: Running | undefined;

  constructor({ name, variable }: Server, start: Start, folder: string, port: number) {
    this.name = name as ServerName;
    this.variable = variable;
    this.startOn = () => start(folder, port);
  }

  get url(): string {
    return this.running!.url;
  }

  async start(): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        this.running = await this.startOn();
        return;
      } catch (error) {
        if (attempt === STARTS_MAX) throw error;
        await delay(BETWEEN_STARTS_MS);
      }
    }
  }

  /** Sends SIGKILL to its process group: Elasticsearch has a launcher, and Postgres ends with its postmaster. */
  async kill(): Promise<void> {
    const pid = this.running?.pid;
    killGroup(pid);
    if (!(await isGoneWithin(pid, GONE_MS))) throw new Error(`${this.name} outlived a SIGKILL.`);
  }
}

/** Prepares a private server of each kind, since shared ones must not be killed; or names the missing one. */
export async function ownServers<Made extends OwnServer = OwnServer>(
  folder: string,
  Kind: new (...made: ConstructorParameters<typeof OwnServer>) => Made = OwnServer as never,
): Promise<{ servers: Made[] } | { missing: string }> {
  const found = servers.map((server) => ({ server, found: server.find(thisMachine()) }));
  const missing = found.flatMap(({ found }) => ('missing' in found ? [found.missing] : []));
  if (missing.length > 0) return { missing: missing.join('; ') };
  const own: Made[] = [];
  for (const { server, found: there } of found) {
    if ('missing' in there) continue;
    const home = join(folder, server.name.toLowerCase());
    mkdirSync(home, { recursive: true });
    own.push(new Kind(server, there.start, home, await freePort()));
  }
  return { servers: own };
}

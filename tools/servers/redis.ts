import { findOnPath } from './machine.ts';
import type { Machine } from './machine.ts';
import { startProcess } from './process.ts';
import type { Found, Server } from './server.ts';

export const redis: Server = { name: 'Redis', variable: 'REDIS_URL', find };

function find(machine: Machine): Found {
  const program = findOnPath('redis-server', machine);
  if (!program) return { missing: 'redis-server is not installed: apt-get install redis-server' };
  return { start: (folder, port) => start(program, folder, port) };
}

/** Starts Redis with the settings of a queue: every write is logged, and a full memory refuses writes and evicts nothing. */
const start = (command: string, folder: string, port: number) =>
  startProcess({
    command,
    args: [
      ...['--port', `${port}`, '--bind', '127.0.0.1', '--dir', folder],
      ...['--appendonly', 'yes', '--save', '', '--maxmemory-policy', 'noeviction'],
    ],
    folder,
    url: `redis://127.0.0.1:${port}`,
    readyLine: /Ready to accept connections/,
    readyMs: 10_000,
  });

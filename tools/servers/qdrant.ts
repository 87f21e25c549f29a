import { join } from 'node:path';
import { root } from '../common/program.ts';
import { INSTALLER, isProgram } from './machine.ts';
import type { Machine } from './machine.ts';
import { startProcess } from './process.ts';
import type { Found, Server } from './server.ts';

/** Version of Qdrant's engine; install.sh has the same number. */
const VERSION = '0.9.0';
const front = join(root, 'tools/servers/qdrant/front.py');

/** Qdrant's own engine behind our REST front, since no registry offers the server. */
export const qdrant: Server = { name: 'Qdrant', variable: 'QDRANT_URL', find };

function find({ cache }: Machine): Found {
  const python = join(cache, `qdrant-edge-${VERSION}`, 'bin/python');
  if (!isProgram(python)) return { missing: `Qdrant's engine ${VERSION} is not in ${cache}: ${INSTALLER}` };
  return { start: (folder, port) => start(python, folder, port) };
}

const start = (command: string, folder: string, port: number) =>
  startProcess({
    command,
    args: [front, '--data', join(folder, 'data'), '--port', `${port}`],
    folder,
    url: `http://127.0.0.1:${port}`,
    readyLine: /listening on/,
    readyMs: 20_000,
  });

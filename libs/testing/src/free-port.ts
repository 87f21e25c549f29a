import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Systems give port 0 and connections only higher ports. */
const [LOWEST, ABOVE] = [20_000, 32_000];
const given = new Set<number>();

/**
 * Finds a free TCP port of 127.0.0.1, another at each call. The system gives it to nobody by itself, so that it is still free when
 * its server is killed and starts again, whatever runs beside.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(LOWEST, ABOVE);
    if (given.has(port) || !(await isFree(port))) continue;
    given.add(port);
    return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  try {
    await once(probe.listen(port, '127.0.0.1'), 'listening');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return false;
    throw error;
  }
  await once(probe.close(), 'close');
  return true;
}

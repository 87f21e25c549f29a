import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { thisMachine } from './servers/machine.ts';
import { servers } from './servers/servers.ts';
import { startTestServers } from './test-environment.ts';
import type { TestServers } from './test-environment.ts';

/** Variable with the address from which the tests of several projects get the servers' addresses. */
const AT = 'CAIRN_TEST_SERVERS_AT';

/** Shares the servers of this machine among the tests that this process starts. They start at the first request. */
export async function shareServers(): Promise<TestServers> {
  let started: Promise<TestServers> | undefined;
  const door = createServer((_, response) => {
    started ??= startTestServers();
    started.then(
      ({ environment }) => response.end(JSON.stringify(environment)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  }).listen(0, '127.0.0.1');
  await once(door, 'listening');
  const { port } = door.address() as AddressInfo;
  // Nx distinguishes cached results by the available servers, not by their addresses, which differ each time.
  const environment = { [AT]: `http://127.0.0.1:${port}`, CAIRN_TEST_SERVERS: installed().join(' ') };
  return {
    environment,
    stop: async () => {
      door.close();
      await (await started)?.stop();
    },
  };
}

const installed = () => servers.filter(({ find }) => !('missing' in find(thisMachine()))).map(({ name }) => name);

/** Environment of a project's tests; empty when no servers are shared. */
export async function sharedEnvironment(): Promise<Readonly<Record<string, string>>> {
  const at = process.env[AT];
  if (!at) return {};
  const answer = await fetch(at);
  if (!answer.ok) throw new Error(`The servers of the tests did not start: ${await answer.text()}`);
  return (await answer.json()) as Record<string, string>;
}

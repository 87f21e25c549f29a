import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { thisMachine } from './servers/machine.ts';
import { servers } from './servers/servers.ts';
import { startTestServers } from './test-environment.ts';
import type { TestServers } from './test-environment.ts';

/** Where the tests of several projects get the addresses of the same servers. */
const AT = 'CAIRN_TEST_SERVERS_AT';

/** Shares the servers of this machine among the tests that this process starts. They start when the first test asks for them. */
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
  // Nx keeps results apart by the servers that there are, and not by their addresses, which differ each time.
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

/** What the tests of a project read; nothing when nobody shares servers with them. */
export async function sharedEnvironment(): Promise<Readonly<Record<string, string>>> {
  const at = process.env[AT];
  if (!at) return {};
  const answer = await fetch(at);
  if (!answer.ok) throw new Error(`The servers of the tests did not start: ${await answer.text()}`);
  return (await answer.json()) as Record<string, string>;
}

import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { five } from './five.ts';
import type { App } from './five.ts';

/** Finds a different free port for each app. */
export async function freePorts(): Promise<Record<App, number>> {
  const probes = five.map(() => createServer().listen(0, '127.0.0.1'));
  await Promise.all(probes.map((probe) => once(probe, 'listening')));
  const ports = probes.map((probe) => (probe.address() as AddressInfo).port);
  await Promise.all(probes.map((probe) => once(probe.close(), 'close')));
  return Object.fromEntries(five.map((app, place) => [app, ports[place]])) as Record<App, number>;
}

import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { freePort } from './free-port.ts';

it('gives ports that the system gives to nobody by itself, since a restart needs its port again', async () => {
  const ports = await Promise.all(Array.from({ length: 200 }, freePort));
  const listeners = Array.from({ length: 20 }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(listeners.map((listener) => once(listener, 'listening')));
  const ofSystem = listeners.map((listener) => (listener.address() as AddressInfo).port);
  await Promise.all(listeners.map((listener) => once(listener.close(), 'close')));

  expect(new Set(ports).size).toBe(200);
  expect(Math.max(...ports)).toBeLessThan(Math.min(...ofSystem));
});

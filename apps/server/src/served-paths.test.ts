import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { embeddedBackend } from '@cairn/backends';
import { internalPaths, publicPathOf, publicPaths, serviceOf, type PublicService } from '@cairn/contracts';
import { loadConfig, startService, type ServiceOptions } from '@cairn/platform';
import { GenerationsModule } from '@cairn/service-indexing';
import { GatewayModule } from '@cairn/service-gateway';
import { GraphModule } from '@cairn/service-graph';
import { AdminModule } from '@cairn/service-admin';
import { IngestModule } from '@cairn/service-ingest';
import { RecallModule } from '@cairn/service-recall';

const config = {
  ...loadConfig('all-in-one', { CAIRN_EMBEDDER: 'none', CAIRN_LOG_LEVEL: 'error' }),
  port: 0,
  readers: 1,
};

/** Public services with the modules of their apps. */
const services: Readonly<Record<PublicService, ServiceOptions['modules']>> = {
  'recall-api': [RecallModule],
  'graph-service': [GraphModule],
  ingest: [AdminModule.forRoot(config), IngestModule.forRoot(config), GenerationsModule.forRoot(config)],
  'mcp-gateway': [GatewayModule.forRoot()],
};

/** Lists all addresses of a running service; a path parameter is shown as `x`. */
async function addressesOf(name: PublicService): Promise<string[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'cairn-served-'));
  const backend = await embeddedBackend({ ...config, dataDir });
  const service = await startService({ name, backend, modules: services[name], config, handlesItsRoutes: true });
  const addresses = [...service.app.getHttpAdapter().getInstance().servedAddresses];
  await service.close();
  rmSync(dataDir, { recursive: true, force: true });
  return addresses.map((address) => address.replaceAll(/:\w+|\*/g, 'x'));
}

let served: ReadonlyMap<PublicService, readonly string[]>;
beforeAll(async () => {
  const found = new Map<PublicService, readonly string[]>();
  for (const name of Object.keys(services) as PublicService[]) found.set(name, await addressesOf(name));
  served = found;
});

const isClosed = (address: string) => (internalPaths as readonly string[]).includes(address);

it('lists every address that a service answers as public or closed', () => {
  const unlisted = [...served.values()].flat().filter((address) => !isClosed(address) && !publicPathOf(address));

  expect(unlisted).toEqual([]);
});

it('sends every public address to a service that answers it', () => {
  const lost = [...served.values()]
    .flat()
    .filter((address) => !isClosed(address) && !served.get(serviceOf(address))!.includes(address));

  expect(lost).toEqual([]);
});

it.each(publicPaths)('answers at $path', (row) => {
  const own = served.get(row.service)!.filter((address) => publicPathOf(address) === row);

  expect(own).not.toEqual([]);
});

it.each(internalPaths)('answers at %s in every service', (path) => {
  expect([...served.values()].every((addresses) => addresses.includes(path))).toBe(true);
});

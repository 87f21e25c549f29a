import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { firstKeyOf, startFive, type Five } from '../../tools/cluster/five.ts';
import { freePorts } from '../../tools/cluster/free-ports.ts';
import { keepKey, keptKey } from '../../tools/cluster/key-file.ts';
import { privateStores, type ServerUrls } from '../../tools/cluster/private-stores.ts';
import { startRouter } from '../../tools/cluster/router.ts';
import type { Cairn } from './cairn.ts';

interface ClusterOptions {
  /** Names the data; it lies on the servers, and this folder has the key. */
  readonly dataDir: string;
  readonly port: number;
  readonly env?: Record<string, string>;
}

export interface Cluster extends Cairn {
  readonly apps: Five['apps'];
  /** What the names of its indexes begin with. */
  readonly namespace: string;
}

/** Five processes behind one address, with their own data on the servers of this run. */
export async function startClusterOf({ dataDir, port, env = {} }: ClusterOptions): Promise<Cluster> {
  const stores = await storesOf(dataDir);
  const settings = {
    CAIRN_LOG_LEVEL: 'error',
    CAIRN_SERVICE_SECRET: randomBytes(32).toString('hex'),
    ...env,
    ...stores,
  };
  const five = await startFive({ ports: await freePorts(), env: settings });
  const key = await firstKeyOf(settings);
  const router = await startRouter(port, (service) => five.apps[service].url);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  keepKey(dataDir, { url: router.url, key: key ?? keptKey(dataDir)! });
  return {
    url: router.url,
    key,
    apps: five.apps,
    namespace: stores['CAIRN_NAMESPACE']!,
    stop: async () => {
      await router.close();
      const codes = await Promise.all(Object.values(five.apps).map((app) => app.stop()));
      return codes.find((code) => code !== 0) ?? 0;
    },
  };
}

/** Where the data of a folder lies: an empty database when it is asked for first. */
export const storesOf = (dataDir: string): Promise<Record<string, string>> =>
  privateStores(process.env as unknown as ServerUrls, nameOf(dataDir));

/** The same folder is the same data, and other runs have others. */
const nameOf = (dataDir: string) =>
  `${process.env['CAIRN_E2E_RUN']}_${createHash('sha256').update(dataDir).digest('hex').slice(0, 10)}`;

import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { firstKeyOf, startFive, type Five } from '../../tools/cluster/five.ts';
import { freePorts } from '../../tools/cluster/free-ports.ts';
import { saveKey, savedKey } from '../../tools/cluster/key-file.ts';
import { privateStores, type ServerUrls } from '../../tools/cluster/private-stores.ts';
import { startRouter } from '../../tools/cluster/router.ts';
import type { Cairn } from './cairn.ts';

interface ClusterOptions {
  /** Folder with the key; its name selects the data on the servers. */
  readonly dataDir: string;
  readonly port: number;
  readonly env?: Record<string, string>;
}

export interface Cluster extends Cairn {
  readonly apps: Five['apps'];
  /** Prefix of the names of its indexes. */
  readonly namespace: string;
}

/** Starts five processes behind one address, with data of their own on the servers of this run. */
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
  saveKey(dataDir, { url: router.url, key: key ?? savedKey(dataDir)! });
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

/** Stores of a folder: an empty database at the first call. */
export const storesOf = (dataDir: string): Promise<Record<string, string>> =>
  privateStores(process.env as unknown as ServerUrls, nameOf(dataDir));

/** Name of the stores, equal for the same folder and different for other runs. */
const nameOf = (dataDir: string) =>
  `${process.env['CAIRN_E2E_RUN']}_${createHash('sha256').update(dataDir).digest('hex').slice(0, 10)}`;

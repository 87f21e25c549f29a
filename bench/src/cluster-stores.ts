import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { dropStores, privateStores, type ServerUrls } from '../../tools/cluster/private-stores.ts';
import {
  environmentOf,
  lineOfStatus,
  serversFolder,
  startServers,
  stopServers,
  type ServerStatus,
} from '../../tools/servers/servers.ts';

/** The four servers of the cluster backend. */
export interface ClusterServers {
  readonly urls: ServerUrls;
  readonly statuses: readonly ServerStatus[];
  /** Folder with the data of servers that were started here. */
  readonly folder: string;
}

/** Runs `work` with servers from the environment, and otherwise with servers started here, which are stopped at the end. */
export async function withClusterServers<Result>(work: (servers: ClusterServers) => Promise<Result>): Promise<Result> {
  const folder = serversFolder('cairn-bench-servers-');
  const statuses = await startServers(folder);
  try {
    return await work({ urls: requireAll(statuses), statuses, folder });
  } finally {
    await stopServers(statuses);
    rmSync(folder, { recursive: true, force: true });
  }
}

function requireAll(statuses: readonly ServerStatus[]): ServerUrls {
  const skipped = statuses.filter(({ state }) => state === 'skipped');
  if (skipped.length > 0)
    throw new Error(`The cluster needs all four servers. ${skipped.map(lineOfStatus).join('; ')}`);
  return environmentOf(statuses) as unknown as ServerUrls;
}

/** A separate installation on those servers. */
export interface Stores {
  /** Addresses and names, as settings of the apps. */
  readonly settings: Readonly<Record<string, string>>;
  drop(): Promise<void>;
}

export async function newStores({ urls }: Pick<ClusterServers, 'urls'>): Promise<Stores> {
  const name = `cairn_bench_${randomBytes(6).toString('hex')}`;
  const settings = { ...(await privateStores(urls, name)), CAIRN_SERVICE_SECRET: randomBytes(32).toString('hex') };
  return { settings, drop: () => dropStores(urls, name) };
}

export async function withStores<Result>(
  servers: ClusterServers,
  work: (stores: Stores) => Promise<Result>,
): Promise<Result> {
  const stores = await newStores(servers);
  try {
    return await work(stores);
  } finally {
    await stores.drop();
  }
}

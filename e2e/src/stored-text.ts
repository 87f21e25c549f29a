import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { storedLines } from '../../tools/cluster/stored-lines.ts';
import { storesOf } from './cluster.ts';

/** All that is stored for a data folder, in small letters: its bytes; in a cluster what Postgres, Elasticsearch and Qdrant tell. */
export const storedText = async (dataDir: string): Promise<string> =>
  (process.env['CAIRN_E2E'] === 'cluster'
    ? (await storedLines(await storesOf(dataDir))).join('\n')
    : bytesOf(dataDir)
  ).toLowerCase();

const bytesOf = (dataDir: string): string =>
  (readdirSync(dataDir, { recursive: true }) as string[])
    .map((name) => join(dataDir, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path).toString('latin1'))
    .join('\n');

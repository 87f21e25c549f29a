import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { storedLines } from '../../tools/cluster/stored-lines.ts';
import { storesOf } from './cluster.ts';

/** All stored data of a folder in lower case: its bytes, or in a cluster the content of Postgres, Elasticsearch and Qdrant. */
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

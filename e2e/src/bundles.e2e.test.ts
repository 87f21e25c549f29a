import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const drivers = ['@elastic/elasticsearch', '@qdrant/js-client-rest', 'bullmq', 'ioredis', 'pg'];

/** Packages that a program loads at its start, including all of its chunks. */
function packagesOf(file: string, seen = new Set<string>()): Set<string> {
  const packages = new Set<string>();
  if (seen.has(file)) return packages;
  seen.add(file);
  const code = readFileSync(join('dist', file), 'utf8');
  for (const [, name] of code.matchAll(/^(?:import|export)[^'"\n]*['"]([^'"]+)['"]/gm)) {
    if (!name!.startsWith('./')) packages.add(name!);
    else for (const inner of packagesOf(name!.slice(2), seen)) packages.add(inner);
  }
  return packages;
}

/** Each package costs memory, and a tenth of a second or more of every start. */
it.each([
  ['all-in-one', []],
  ['ingest', drivers],
  ['embedding-worker', drivers],
  ['recall-api', ['@elastic/elasticsearch', '@qdrant/js-client-rest', 'ioredis', 'pg']],
  ['graph-service', ['bullmq', 'ioredis', 'pg']],
  ['mcp-gateway', ['ioredis', 'pg']],
])('%s loads the drivers of its own servers alone', (app, own) => {
  const loaded = packagesOf(`${app}.mjs`);

  expect(drivers.filter((driver) => loaded.has(driver))).toEqual(own);
});

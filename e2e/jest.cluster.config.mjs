import { randomBytes } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import oneProcess from './jest.config.mjs';

process.env.CAIRN_E2E = 'cluster';
process.env.CAIRN_E2E_RUN ??= `cairn_e2e_${randomBytes(4).toString('hex')}`;

/** Tests that always start a single process: they would do the same in either suite. */
const startsOne = (file) => {
  const source = readFileSync(file, 'utf8');
  return /\bstartServer\(/.test(source) && !/\bstartCairn\(/.test(source);
};
const onOne = globSync(`${import.meta.dirname}/src/**/*.e2e.test.ts`).filter(startsOne);

/** Suites about browsers, agents' files and hooks; other suites send their requests to five processes too. `npm run test:five` runs all. */
const ofClients = ['console', 'graph-app', 'connect', 'hook', 'hook-clients', 'examples'];
const left = process.env.CAIRN_E2E_WHOLE ? [] : ofClients.map((name) => `/${name}.e2e`);

/** Runs the suite against five processes on the servers that the environment names (POSTGRES_URL and so on). */
export default {
  ...oneProcess,
  testPathIgnorePatterns: ['bundles', 'package.e2e', ...onOne, ...left],
  globalTeardown: './drop-stores.mjs',
  testTimeout: 120_000,
};

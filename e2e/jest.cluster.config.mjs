import { randomBytes } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import oneProcess from './jest.config.mjs';

process.env.CAIRN_E2E = 'cluster';
process.env.CAIRN_E2E_RUN ??= `cairn_e2e_${randomBytes(4).toString('hex')}`;

/** What starts one process by itself, whatever the suite is run on, does the same here as there. */
const startsOne = (file) => {
  const source = readFileSync(file, 'utf8');
  return /\bstartServer\(/.test(source) && !/\bstartCairn\(/.test(source);
};
const onOne = globSync(`${import.meta.dirname}/src/**/*.e2e.test.ts`).filter(startsOne);

/** About browsers, agents' files and hooks: what they ask, other files ask of five processes too. `npm run test:five` takes all. */
const ofClients = ['console', 'graph-app', 'connect', 'hook', 'examples'];
const left = process.env.CAIRN_E2E_WHOLE ? [] : ofClients.map((name) => `/${name}.e2e`);

/** The same suite against five processes on the servers that the environment names (POSTGRES_URL and so on). */
export default {
  ...oneProcess,
  testPathIgnorePatterns: ['bundles', ...onOne, ...left],
  globalTeardown: './drop-stores.mjs',
  testTimeout: 120_000,
};

import { randomBytes } from 'node:crypto';
import oneProcess from './jest.config.mjs';

process.env.CAIRN_E2E = 'cluster';
process.env.CAIRN_E2E_RUN ??= `cairn_e2e_${randomBytes(4).toString('hex')}`;

/** The same suite against five processes on the servers that the environment names (POSTGRES_URL and so on). */
export default {
  ...oneProcess,
  testPathIgnorePatterns: ['one-process', 'bundles'],
  globalTeardown: './drop-stores.mjs',
  testTimeout: 120_000,
};

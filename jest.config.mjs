import { fileURLToPath } from 'node:url';
import { packagesOfTests } from './rolldown.config.mjs';

// Sources are transformed to CommonJS by SWC; ESM-only packages (Nest 12) come in through Jest's own require(esm),
// which needs Node 24.9 and --experimental-vm-modules. `npm run test:unit` sets both.
const swc = {
  swcrc: false,
  module: { type: 'commonjs' },
  sourceMaps: true,
  jsc: {
    target: 'es2023',
    keepClassNames: true,
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
  },
};

/** Whole paths, since the end-to-end tests have these too, from a root of their own. */
const inTools = (name) => fileURLToPath(new URL(`tools/jest/${name}`, import.meta.url));

export const sameSeed = { '^fast-check$': inTools('fast-check.cjs') };

export default {
  testEnvironment: 'node',
  testMatch: ['<rootDir>/{libs,apps,tools,bench}/**/*.test.ts'],
  transform: { '^.+\\.ts$': [inTools('transform.mjs'), swc] },
  moduleNameMapper: {
    ...sameSeed,
    [`^(${packagesOfTests.join('|')})$`]: '<rootDir>/.nx/packages/$1.cjs',
  },
  globalSetup: inTools('bundled-workers.mjs'),
  setupFiles: ['reflect-metadata'],
  testSequencer: inTools('longest-first.mjs'),
  testTimeout: 60_000,
  // A worker never frees the modules of its earlier files, so Jest replaces it before its heap is full.
  workerIdleMemoryLimit: '1500MB',
  modulePathIgnorePatterns: ['<rootDir>/dist'],
};

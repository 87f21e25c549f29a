import { fileURLToPath } from 'node:url';

// Sources are transformed to CommonJS by SWC; ESM-only packages (Nest 12) come in through Jest's own require(esm),
// which needs Node 24.9 and --experimental-vm-modules. `npm run test:unit` sets both.
const swc = {
  swcrc: false,
  module: { type: 'commonjs' },
  sourceMaps: 'inline',
  jsc: {
    target: 'es2023',
    keepClassNames: true,
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
  },
};

export default {
  testEnvironment: 'node',
  testMatch: ['<rootDir>/{libs,apps,tools,bench}/**/*.test.ts'],
  transform: { '^.+\\.ts$': ['<rootDir>/tools/jest/transform.mjs', swc] },
  globalSetup: '<rootDir>/tools/jest/bundled-workers.mjs',
  setupFiles: ['reflect-metadata'],
  testSequencer: fileURLToPath(new URL('tools/jest/longest-first.mjs', import.meta.url)),
  testTimeout: 60_000,
  modulePathIgnorePatterns: ['<rootDir>/dist'],
};

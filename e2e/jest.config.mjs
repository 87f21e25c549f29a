import unit, { sameSeed } from '../jest.config.mjs';

/** Uses the transform of the unit tests, without bundled workers: these tests speak only HTTP and MCP to a bundled server process. */
const { globalSetup: _, moduleNameMapper: __, ...shared } = unit;

export default {
  ...shared,
  moduleNameMapper: sameSeed,
  rootDir: '.',
  testMatch: ['<rootDir>/src/**/*.e2e.test.ts'],
  testPathIgnorePatterns: ['five-processes'],
  setupFilesAfterEnv: ['<rootDir>/second-attempt.cjs'],
  testTimeout: 120_000,
};

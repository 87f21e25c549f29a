import unit from '../jest.config.mjs';

/** The same transform, for tests that speak only HTTP and MCP to a server process made from the bundle, whose workers are in it. */
const { globalSetup: _, moduleNameMapper: __, ...shared } = unit;

export default {
  ...shared,
  rootDir: '.',
  testMatch: ['<rootDir>/src/**/*.e2e.test.ts'],
  testPathIgnorePatterns: ['five-processes'],
  testTimeout: 120_000,
};

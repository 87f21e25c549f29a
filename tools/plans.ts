// Records what the databases get: the statements of the store's commands and their plans, beside the tests that compare them.
import { jestEnv, runProgram } from './common/program.ts';
import { withServers } from './test-environment.ts';

const jest = ['node_modules/jest/bin/jest.js', '--maxWorkers=1', '--testPathPatterns', 'store/query-plans'];
process.exitCode = await withServers(async () => {
  const env = { ...jestEnv, UPDATE_PLANS: '1' };
  return (await runProgram(jest, { timeoutMs: 600_000, env, isShown: true })).exitCode;
});

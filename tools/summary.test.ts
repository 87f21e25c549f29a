import { join } from 'node:path';
import { root } from './common/program.ts';
import { withExitCode, lineOf, outcomeOfJest, outcomeOfOutput, retriedLines, slowestOf, sum } from './summary.ts';

const file = (status: string, ...tests: [string, string][]) => ({
  name: join(root, 'libs/a.test.ts'),
  status,
  startTime: 1_000,
  endTime: 3_500,
  assertionResults: tests.map(([fullName, status]) => ({ fullName, status })),
});

describe('the outcome of a Jest run', () => {
  it('counts tests by what became of them', () => {
    const outcome = outcomeOfJest({
      testResults: [
        file('failed', ['keeps one copy', 'passed'], ['forgets', 'failed']),
        file('passed', ['recalls', 'passed']),
      ],
    });

    expect(lineOf(outcome)).toBe('2 passed, 1 failed, 0 skipped');
  });

  it('gives the time of each file from its start to its end', () => {
    const { files } = outcomeOfJest({ testResults: [file('passed', ['recalls', 'passed'])] });

    expect(files).toEqual([{ name: 'libs/a.test.ts', ms: 2_500 }]);
  });

  it('counts a file that broke before its first test as a failure', () => {
    expect(outcomeOfJest({ testResults: [file('failed')] }).failed).toBe(1);
  });

  it('counts a file whose tests passed and whose clean-up failed as a failure', () => {
    expect(outcomeOfJest({ testResults: [file('failed', ['recalls', 'passed'])] }).failed).toBe(1);
  });

  it('names each test that passed only at its second attempt, and counts one that failed twice as a failure', () => {
    const tests = [
      { fullName: 'passes', status: 'passed', invocations: 1 },
      { fullName: 'passes later', status: 'passed', invocations: 2 },
      { fullName: 'fails twice', status: 'failed', invocations: 2 },
    ];

    const outcome = sum([outcomeOfJest({ testResults: [{ ...file('failed'), assertionResults: tests }] })]);

    expect(lineOf(outcome)).toBe('2 passed, 1 failed, 0 skipped');
    expect(retriedLines(outcome)).toBe('passed at the second attempt: 1\n  passes later\n');
    expect(retriedLines(outcomeOfJest({ testResults: [file('passed', ['recalls', 'passed'])] }))).toBe('');
  });

  it('gives the reason of each skip, or says that there is none', () => {
    const { skipped } = outcomeOfJest({
      testResults: [
        file(
          'passed',
          ['on Redis [skipped: needs a real Redis] keeps order', 'pending'],
          ['later', 'todo'],
          ['why', 'pending'],
        ),
      ],
    });

    expect(skipped.map(({ reason }) => reason)).toEqual(['needs a real Redis', 'not written yet', 'no reason given']);
  });
});

it('tells a suite without its server the way describeWith names it', () => {
  const name = 'BullTransport [skipped: no REDIS_URL: redis-server is not installed: apt-get install redis-server]';

  const { skipped } = outcomeOfJest({ testResults: [file('passed', [name, 'pending'])] });

  expect(skipped).toEqual([
    { test: 'BullTransport', reason: 'no REDIS_URL: redis-server is not installed: apt-get install redis-server' },
  ]);
});

describe('the outcome of a program that prints its own line', () => {
  it('reads the last such line', () => {
    expect(lineOf(outcomeOfOutput('1 passed, 0 failed\nround 2\n7 passed, 2 failed, 0 skipped\n')!)).toBe(
      '7 passed, 2 failed, 0 skipped',
    );
  });

  it('does not take a line with more on it', () => {
    expect(outcomeOfOutput('so far 1 passed, 0 failed, 0 skipped')).toBeUndefined();
  });

  it('keeps the reasons of its skips, and counts those that have none', () => {
    const outcome = outcomeOfOutput('skipped: arm64 (not this machine)\n1 passed, 0 failed, 2 skipped');

    expect(outcome?.skipped.map(({ reason }) => reason)).toEqual(['not this machine', 'no reason given']);
  });
});

describe('an outcome held against the exit code', () => {
  it.each([
    ['nothing was counted', undefined, 0, 1],
    ['nothing was counted and it failed', undefined, 1, 1],
    ['all passed but it failed', { passed: 3, failed: 0, skipped: [] }, 1, 1],
    ['a counted failure stays one', { passed: 3, failed: 2, skipped: [] }, 1, 2],
    ['all is well', { passed: 3, failed: 0, skipped: [] }, 0, 0],
  ])('%s', (_case, outcome, exitCode, failed) => {
    expect(withExitCode(outcome, exitCode).failed).toBe(failed);
  });
});

it('stages add up', () => {
  const skip = { test: 'a', reason: 'b' };

  const total = sum([
    { passed: 1, failed: 0, skipped: [skip] },
    { passed: 2, failed: 3, skipped: [] },
  ]);

  expect(lineOf(total)).toBe('3 passed, 3 failed, 1 skipped');
});

it('a table shows the longest first, and no more than it may', () => {
  const timed = [800, 23_400, 5_000].map((ms) => ({ name: `file of ${ms} ms`, ms }));

  expect(slowestOf('Slowest files', timed, 2)).toBe(
    'Slowest files:\n    23.4 s  file of 23400 ms\n     5.0 s  file of 5000 ms\n',
  );
});

import { relative } from 'node:path';
import { root, seconds } from './common/program.ts';

/** Outcome of a stage of `npm test`. */
export interface Outcome {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: readonly Skip[];
  /** Names of the passed tests that failed at their first attempt. */
  readonly retried?: readonly string[];
  /** Files of tests, if Jest ran them. */
  readonly files?: readonly Timed[];
}

/** Wall time of something that ran, in milliseconds. */
export interface Timed {
  readonly name: string;
  readonly ms: number;
}

interface Skip {
  readonly test: string;
  readonly reason: string;
}

/** Fields of Jest's JSON report that are counted. */
export interface JestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly startTime: number;
    readonly endTime: number;
    readonly message?: string;
    readonly assertionResults: readonly TestResult[];
  }[];
}

interface TestResult {
  readonly fullName: string;
  readonly status: string;
  /** How often the test ran. */
  readonly invocations?: number;
}

/** Counts tests; a file that failed before its first test counts as one failure, so that it is not overlooked. */
export function outcomeOfJest(report: JestReport): Outcome {
  const tests = report.testResults.flatMap((file) => file.assertionResults);
  const brokenFiles = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some(isFailed),
  );
  return {
    passed: tests.filter(({ status }) => status === 'passed').length,
    failed: tests.filter(isFailed).length + brokenFiles.length,
    skipped: tests.filter((test) => !isFailed(test) && test.status !== 'passed').map(skipOf),
    retried: tests.filter(isRetried).map(({ fullName }) => fullName),
    files: report.testResults.map(({ name, startTime, endTime }) => ({
      name: relative(root, name),
      ms: endTime - startTime,
    })),
  };
}

const isFailed = ({ status }: TestResult) => status === 'failed';
const isRetried = ({ status, invocations = 1 }: TestResult) => status === 'passed' && invocations > 1;

/** Reads the reason of a skip from the name of the test or its group: `[skipped: needs a real Redis]`. */
function skipOf({ fullName, status }: TestResult): Skip {
  const [mark, reason] = / *\[skipped: ([^\]]+)\]/.exec(fullName) ?? [];
  if (mark && reason) return { test: fullName.replace(mark, ''), reason };
  return { test: fullName, reason: status === 'todo' ? 'not written yet' : 'no reason given' };
}

/** Parses the last line of the form `N passed, N failed, N skipped` in a program's output, with lines `skipped: test (reason)`. */
export function outcomeOfOutput(output: string): Outcome | undefined {
  const counts = [...output.matchAll(/^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/gm)].at(-1);
  if (!counts) return undefined;
  const named = [...output.matchAll(/^skipped: (.+?) \((.+)\)$/gm)].map(([, test = '', reason = '']) => ({
    test,
    reason,
  }));
  const unnamed = Math.max(0, Number(counts[3] ?? 0) - named.length);
  const nameless = Array.from({ length: unnamed }, () => ({ test: 'unnamed', reason: 'no reason given' }));
  return { passed: Number(counts[1]), failed: Number(counts[2]), skipped: [...named, ...nameless] };
}

/** Adds a failure to the outcome if the exit code reports one that was not counted. */
export function withExitCode(outcome: Outcome | undefined, exitCode: number): Outcome {
  const counted = outcome ?? { passed: 0, failed: 0, skipped: [] };
  const isMissed = counted.failed === 0 && (exitCode !== 0 || !outcome);
  return isMissed ? { ...counted, failed: 1 } : counted;
}

export const sum = (outcomes: readonly Outcome[]): Outcome => ({
  passed: outcomes.reduce((total, { passed }) => total + passed, 0),
  failed: outcomes.reduce((total, { failed }) => total + failed, 0),
  skipped: outcomes.flatMap(({ skipped }) => skipped),
  retried: outcomes.flatMap(({ retried = [] }) => retried),
});

export const lineOf = ({ passed, failed, skipped }: Outcome): string =>
  `${passed} passed, ${failed} failed, ${skipped.length} skipped`;

/** Lines that name the tests which passed only at their second attempt; none if there is no such test. */
export const retriedLines = ({ retried = [] }: Outcome): string =>
  retried.length === 0
    ? ''
    : [`passed at the second attempt: ${retried.length}`, ...retried.map((test) => `  ${test}`), ''].join('\n');

/** Table of what took longest, longest first. */
export const slowestOf = (title: string, timed: readonly Timed[], most: number): string =>
  [
    `${title}:`,
    ...timed
      .toSorted((one, other) => other.ms - one.ms)
      .slice(0, most)
      .map(({ name, ms }) => `${seconds(ms).padStart(10)}  ${name}`),
    '',
  ].join('\n');

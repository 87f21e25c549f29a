/** What a stage of `npm test` came to. */
export interface Outcome {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: readonly Skip[];
}

export interface Skip {
  readonly test: string;
  readonly reason: string;
}

/** The parts of Jest's JSON report that count. */
export interface JestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message?: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

/** Counts tests; a file that broke before its first test counts as one failure, so that it cannot go unseen. */
export function outcomeOfJest(report: JestReport): Outcome {
  const tests = report.testResults.flatMap((file) => file.assertionResults);
  const brokenFiles = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some(isFailed),
  );
  return {
    passed: tests.filter(({ status }) => status === 'passed').length,
    failed: tests.filter(isFailed).length + brokenFiles.length,
    skipped: tests.filter((test) => !isFailed(test) && test.status !== 'passed').map(skipOf),
  };
}

const isFailed = ({ status }: { readonly status: string }) => status === 'failed';

/** A skipped test says why in its own name or its group's: `[skipped: needs a real Redis]`. */
function skipOf({ fullName, status }: { readonly fullName: string; readonly status: string }): Skip {
  const [mark, reason] = / *\[skipped: ([^\]]+)\]/.exec(fullName) ?? [];
  if (mark && reason) return { test: fullName.replace(mark, ''), reason };
  return { test: fullName, reason: status === 'todo' ? 'not written yet' : 'no reason given' };
}

/** The last line of the form `N passed, N failed, N skipped` that a program printed, each skip beside it as `skipped: test (reason)`. */
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

/** An exit code that says failed makes an outcome failed, whatever was counted. */
export function heldAgainst(outcome: Outcome | undefined, exitCode: number): Outcome {
  const counted = outcome ?? { passed: 0, failed: 0, skipped: [] };
  const isMissed = counted.failed === 0 && (exitCode !== 0 || !outcome);
  return isMissed ? { ...counted, failed: 1 } : counted;
}

export const sum = (outcomes: readonly Outcome[]): Outcome => ({
  passed: outcomes.reduce((total, { passed }) => total + passed, 0),
  failed: outcomes.reduce((total, { failed }) => total + failed, 0),
  skipped: outcomes.flatMap(({ skipped }) => skipped),
});

export const lineOf = ({ passed, failed, skipped }: Outcome): string =>
  `${passed} passed, ${failed} failed, ${skipped.length} skipped`;

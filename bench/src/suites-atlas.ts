import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { JestReport } from './suites-vendors.ts';

const JEST = ['node_modules/jest/bin/jest.js', '-c', 'e2e/jest.config.mjs', 'src/atlas', '--json', '--outputFile'];

/** Runs the end-to-end tests that restate agent-memory-atlas, and returns each failure and the counts of its three parts. */
export async function atlasReport(): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-suite-'));
  try {
    const report = join(folder, 'report.json');
    const env = { ...process.env, NODE_OPTIONS: '--experimental-vm-modules --no-warnings' };
    // A failed test ends it with a failure, and is in the report.
    await promisify(execFile)(process.execPath, [...JEST, report], { env, maxBuffer: 64 << 20 }).catch(() => undefined);
    const { testResults } = JestReport.parse(JSON.parse(readFileSync(report, 'utf8')));
    return atlasLines(testResults.flatMap(({ assertionResults }) => assertionResults));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type Outcome = JestReport['testResults'][number]['assertionResults'][number];

/** Name of a test as the atlas has it, such as `scope.cross_tenant_absent`. */
const NAMED = /\b[a-z]+\.[a-z_]+\b/u;

/** Shape of a contradiction, at the end of the name of a test of one of its columns. */
const SHAPE = /correction, .*\): (?<shape>\w+)$/u;

/** Lines of a report: each failure, then the named tests, the steps of the deletion, and the shapes of a contradiction. */
export function atlasLines(outcomes: readonly Pick<Outcome, 'fullName' | 'status' | 'failureMessages'>[]): string[] {
  if (!outcomes.some(({ status }) => status === 'passed' || status === 'failed')) throw new Error('No test ran.');
  const failed = outcomes.filter(({ status }) => status !== 'passed');
  const isStep = ({ fullName }: { fullName: string }) => fullName.includes('deletion, step');
  const isShape = ({ fullName }: { fullName: string }) => SHAPE.test(fullName);
  const named = outcomes.filter((one) => !isStep(one) && !isShape(one));
  const holding = (some: typeof outcomes, nameOf: (one: { fullName: string }) => string | undefined) => {
    const byName = Map.groupBy(some, nameOf);
    byName.delete(undefined);
    const held = [...byName.values()].filter((parts) => parts.every(({ status }) => status === 'passed'));
    return `${held.length} of ${byName.size}`;
  };
  return [
    ...failed.map(({ fullName, failureMessages: [first = ''] }) => `failed: ${fullName}: ${first.split('\n')[0]}`),
    `tests that need no model: ${holding(named, ({ fullName }) => NAMED.exec(fullName)?.[0])}`,
    `steps of the deletion: ${holding(outcomes.filter(isStep), ({ fullName }) => fullName)}`,
    `shapes of a contradiction: ${holding(outcomes.filter(isShape), ({ fullName }) => SHAPE.exec(fullName)?.groups?.['shape'])}`,
  ];
}

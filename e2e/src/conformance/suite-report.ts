import { stripVTControlCharacters } from 'node:util';

/** Results of the suite for one revision of the protocol. */
export interface SuiteReport {
  readonly scenarios: readonly Scenario[];
  /** Failures that are in the baseline, as `scenario:check`. */
  readonly leftOut: readonly string[];
  /** Failures that are not in the baseline. */
  readonly unexpected: readonly string[];
  /** Entries of the baseline that pass now. */
  readonly stale: readonly string[];
}

interface Scenario {
  readonly name: string;
  readonly passed: number;
  readonly failed: number;
  /** False for extensions and later additions: the suite runs and shows them, but they do not count in its score. */
  readonly isScored: boolean;
}

/** Parses the summary of the suite; scenarios that its own requirements file excludes do not count in the score. */
export function readReport(output: string, requirements: string): SuiteReport {
  const lines = stripVTControlCharacters(output).split('\n');
  const unscored = new Set(Array.from(requirements.matchAll(/^ {2}- scenario: (\S+)$/gm), ([, name]) => name));
  return {
    scenarios: lines.flatMap((line) => scenarioOf(line, unscored)),
    leftOut: section(lines, 'Expected failures'),
    unexpected: section(lines, 'Unexpected failures (not'),
    stale: section(lines, 'Stale baseline entries'),
  };
}

/** Scenarios for authorization servers, which have no baseline. */
const AUTHORIZATION_SCENARIOS = ['authorization-server-metadata-endpoint', 'authorization-code-grant'];

/** Parses the summary of the scenarios for authorization servers. A scenario without a passed check fails. */
export function authorizationReport(output: string): SuiteReport {
  const lines = stripVTControlCharacters(output).split('\n');
  const scenarios = lines.flatMap((line) => scenarioOf(line, new Set()));
  const isWhole = (name: string) =>
    scenarios.some((each) => each.name === name && each.passed > 0 && each.failed === 0);
  return { scenarios, leftOut: [], unexpected: AUTHORIZATION_SCENARIOS.filter((name) => !isWhole(name)), stale: [] };
}

/** Parses what the suite prints of one scenario that it ran alone, which has no baseline. It fails without a passed check. */
export function scenarioReport(name: string, output: string): SuiteReport {
  const sum = /^Passed: (\d+)\/\d+, (\d+) failed, (\d+) warnings$/m.exec(stripVTControlCharacters(output));
  const [passed, failed, warnings] = (sum?.slice(1) ?? [0, 1, 0]).map(Number) as [number, number, number];
  const isWhole = passed > 0 && failed + warnings === 0;
  return {
    scenarios: [{ name, passed, failed, isScored: true }],
    ...{ leftOut: [], stale: [], unexpected: isWhole ? [] : [name] },
  };
}

/** Number of passed checks in the scenarios that count. */
export const checksOf = ({ scenarios }: SuiteReport): number =>
  scenarios.filter(({ isScored }) => isScored).reduce((sum, scenario) => sum + scenario.passed, 0);

function scenarioOf(line: string, unscored: ReadonlySet<string | undefined>): Scenario[] {
  const [, name, passed, failed] = /^[✓✗] (\S+): (\d+) passed, (\d+) failed/.exec(line) ?? [];
  if (name === undefined) return [];
  return [{ name, passed: Number(passed), failed: Number(failed), isScored: !unscored.has(name) }];
}

function section(lines: readonly string[], heading: string): string[] {
  const start = lines.findIndex((line) => line.startsWith(heading));
  if (start < 0) return [];
  const rest = lines.slice(start + 1);
  const end = rest.findIndex((line) => !line.startsWith('  '));
  return rest.slice(0, end < 0 ? undefined : end).map((line) => line.trim().slice(2));
}

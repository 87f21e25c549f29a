import { formatCount } from '@cairn/contracts';
import { hookOutcomes, hookRunFiles, hookRunsIn, type HookRun, type Machine } from '@cairn/connect';
import { readConfig } from '../connect/config-file.ts';
import type { Finding } from './checks.ts';

const CHECK_NAME = 'hooks';
const CHECKED_DAYS = 7;
const DAY_MS = 86_400_000;
/**
 * Maximum tolerated share of late hooks. A machine is busy now and then. Above this share, the agent often works
 * without its memory.
 */
const LATE_SHARE_MAX = 0.02;

/** Checks how recent hooks of this home folder ended. Agents do not notice a late hook, so only this check shows it. */
export async function checkHooks(machine: Machine, nowMs: number): Promise<Finding[]> {
  const { newest, older } = hookRunFiles(machine);
  const texts = await Promise.all([older, newest].map((path) => readConfig(path).catch(() => undefined)));
  const runs = texts.flatMap((text) => hookRunsIn(text ?? '', nowMs - CHECKED_DAYS * DAY_MS));
  return runs.length === 0 ? [] : [findingOf(runs)];
}

function findingOf(runs: readonly HookRun[]): Finding {
  const [late, away, refused] = [withOutcome(runs, 'late'), withOutcome(runs, 'away'), withOutcome(runs, 'refused')];
  const message = `${formatCount(runs.length, 'run')} in ${CHECKED_DAYS} days: ${hookOutcomes
    .map((outcome) => `${withOutcome(runs, outcome).length} ${outcome}`)
    .join(', ')}${perEvent(late, runs)}`;
  const todo = todoOf();
  return todo === undefined
    ? { name: CHECK_NAME, state: 'ok', message }
    : { name: CHECK_NAME, state: 'warn', message, todo };

  function todoOf(): string | undefined {
    const isMany = ({ length }: readonly HookRun[]) => length > runs.length * LATE_SHARE_MAX;
    if (refused.length > 0) return 'the server refuses the key or the request: connect the client again';
    if (isMany(late)) return 'a late hook tells the agent nothing: look at the load of this machine and of the server';
    return isMany(away) ? 'no server answered then: keep one running, or disconnect the client' : undefined;
  }
}

const withOutcome = (runs: readonly HookRun[], outcome: HookRun['outcome']) =>
  runs.filter((run) => run.outcome === outcome);

function perEvent(late: readonly HookRun[], runs: readonly HookRun[]): string {
  if (late.length === 0) return '';
  const events = [...new Set(late.map(({ event }) => event))].sort();
  const countOf = (all: readonly HookRun[], name: string) => all.filter(({ event }) => event === name).length;
  return ` (late: ${events.map((event) => `${countOf(late, event)} of ${countOf(runs, event)} ${event}`).join(', ')})`;
}

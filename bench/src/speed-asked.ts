import type { Principal } from '@cairn/domain';
import type { RouteCaller } from '@cairn/ports';
import { atOnce, spreadOf, timed, type Spread } from './speed-statistics.ts';

/** Durations of calls, and what they cost. */
export interface Cost extends Spread {
  readonly perSecond: number;
  /** Processor time of this process with all its threads, in ms a call; it hardly depends on the load of the machine. */
  readonly 'processor ms': number;
}

const WIDTHS = [1, 16] as const;

/** Measures recalls whose vectors are cached, and preflights, one at a time and 16 at once. */
export async function measureAsked(
  api: RouteCaller,
  principal: Principal,
  { queries, actions }: { readonly queries: readonly string[]; readonly actions: readonly string[] },
): Promise<Record<string, Cost>> {
  const recall = (query: string): Promise<unknown> => api.call('recall', principal, { body: { query } });
  const check = (action: string): Promise<unknown> =>
    api.call('preflight', principal, { body: { action, waitMs: CHECK_WAIT_MS } });
  const costs: Record<string, Cost> = {};
  for (const [name, texts, ask] of [
    ['recall', queries, recall],
    ['preflight', actions, check],
  ] as const) {
    await atOnce(1, texts, ask);
    for (const width of WIDTHS) costs[`${name}, ${width} at once`] = await costOf(width, texts, ask);
  }
  return costs;
}

/** Longest time limit of a preflight, so that a busy machine leaves out no part of the work. */
const CHECK_WAIT_MS = 2_000;

async function costOf(width: number, texts: readonly string[], ask: (text: string) => Promise<unknown>): Promise<Cost> {
  const before = process.cpuUsage();
  const { ms, result } = await timed(() => atOnce(width, texts, async (text) => (await timed(() => ask(text))).ms));
  const { user, system } = process.cpuUsage(before);
  return {
    ...spreadOf(result),
    perSecond: (texts.length * 1000) / ms,
    'processor ms': (user + system) / 1000 / texts.length,
  };
}

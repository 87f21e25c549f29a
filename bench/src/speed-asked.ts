import type { Principal } from '@cairn/domain';
import type { RouteCaller } from '@cairn/ports';
import { atOnce, costOfCalls, type CallCost } from './speed-statistics.ts';

const WIDTHS = [1, 16] as const;

/** Measures recalls whose vectors are cached, and preflights, one at a time and 16 at once. */
export async function measureAsked(
  api: RouteCaller,
  principal: Principal,
  { queries, actions }: { readonly queries: readonly string[]; readonly actions: readonly string[] },
): Promise<Record<string, CallCost>> {
  const recall = (query: string): Promise<unknown> => api.call('recall', principal, { body: { query } });
  const check = (action: string): Promise<unknown> =>
    api.call('preflight', principal, { body: { action, waitMs: CHECK_WAIT_MS } });
  const costs: Record<string, CallCost> = {};
  for (const [name, texts, ask] of [
    ['recall', queries, recall],
    ['preflight', actions, check],
  ] as const) {
    await atOnce(1, texts, ask);
    for (const width of WIDTHS) costs[`${name}, ${width} at once`] = await costOfCalls(width, texts, ask);
  }
  return costs;
}

/** Longest time limit of a preflight, so that a busy machine leaves out no part of the work. */
const CHECK_WAIT_MS = 2_000;

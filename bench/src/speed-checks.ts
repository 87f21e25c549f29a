import type { RouteOutput } from '@cairn/contracts';
import type { Principal } from '@cairn/domain';
import type { RouteCaller } from '@cairn/ports';
import { spreadOf, timed, type Spread } from './speed-statistics.ts';
import type { StoppableEmbedder } from './stoppable-embedder.ts';

/** Default time limit of a hook, in ms. */
const WAIT_MS = 300;

export interface CheckFigures {
  readonly preflight: Readonly<Record<string, Spread & { readonly max: number }>>;
  /** Number of preflights with complete, partial and no checks: the time of an empty answer means nothing. */
  readonly answers: Readonly<Record<string, Answers>>;
  readonly recent: Spread;
  readonly wake: Spread;
}

interface Answers {
  readonly whole: number;
  readonly degraded: number;
  readonly 'not checked': number;
  /** Number of items in all answers. */
  readonly items: number;
}

interface Checked {
  readonly api: RouteCaller;
  readonly principal: Principal;
  readonly model: StoppableEmbedder;
}

/** Measures preflights with cached vectors, then without vectors and with the model stopped; and recent messages. Stops the model. */
export async function measureChecks(
  { api, principal, model }: Checked,
  { actions, unknown }: { readonly actions: readonly string[]; readonly unknown: readonly string[] },
): Promise<CheckFigures> {
  const check = (action: string) => api.call('preflight', principal, { body: { action, waitMs: WAIT_MS } });
  const times = async (of: readonly string[]) => {
    const ms: number[] = [];
    const answers: RouteOutput<'preflight'>[] = [];
    for (const action of of) {
      const { ms: took, result } = await timed(() => check(action));
      ms.push(took);
      answers.push(result);
    }
    return { ms, answers };
  };
  await times(actions);
  const remembered = await times(actions);
  const recent: number[] = [];
  for (let at = 0; at < actions.length; at++) {
    recent.push((await timed(() => api.call('recent', principal, { query: { limit: 20 } }))).ms);
  }
  const wake: number[] = [];
  for (let at = 0; at < actions.length; at++) {
    wake.push((await timed(() => api.call('wake', principal, { query: {} }))).ms);
  }
  model.stop();
  const stopped = await times(unknown);
  return {
    preflight: { 'vector remembered': withMax(remembered.ms), 'model stopped': withMax(stopped.ms) },
    answers: { 'vector remembered': counted(remembered.answers), 'model stopped': counted(stopped.answers) },
    recent: spreadOf(recent),
    wake: spreadOf(wake),
  };
}

function counted(answers: readonly RouteOutput<'preflight'>[]): Answers {
  const unchecked = answers.filter(({ verdict }) => verdict === 'not-checked').length;
  const degraded = answers.filter((one) => one.verdict !== 'not-checked' && one.degraded.length > 0).length;
  return {
    whole: answers.length - unchecked - degraded,
    degraded,
    'not checked': unchecked,
    items: answers.reduce((sum, { itemCount }) => sum + itemCount, 0),
  };
}

const withMax = (ms: readonly number[]) => ({ ...spreadOf(ms), max: Math.max(...ms) });

export { WAIT_MS };

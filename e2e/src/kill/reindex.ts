import { setTimeout as delay } from 'node:timers/promises';
import { until } from '../until.ts';
import { check, settled, type Outcome } from './check.ts';
import { findUntilOver, type Finds } from './finders.ts';
import { Load } from './load.ts';
import { Operator, type Answers, type Progress } from './operator.ts';

/** One process or five, in which the processes that build and manage indexes are killed and restarted. */
export interface ReindexedWorld {
  readonly url: string;
  readonly key: string;
  /** True while the process that answers reads is dead. */
  readonly isDead: boolean;
  /** Number of queries that met vectors of another model, counted in the log. */
  readonly mixed: number;
  killBuilders(): Promise<void>;
  startBuilders(): Promise<void>;
}

export interface ReindexSize {
  /** Number of memories before the reindex; one to six times as many are written meanwhile. */
  readonly memories: number;
  readonly perSecond: number;
}

export interface Reindexed {
  readonly written: number;
  /** Rate of writes until both indexes were switched. */
  readonly perSecond: number;
  /** Progress of each new generation when its builders were killed, and the least progress afterwards. */
  readonly killedAt: readonly Progress[];
  readonly resumedFrom: readonly Progress[];
  readonly answers: readonly (Answers | undefined)[];
  readonly finds: Finds;
  readonly mixed: number;
  /** Outcomes after the switch, and after switching back. */
  readonly outcomes: readonly Outcome[];
}

/** Factor by which filling the new generations is faster than writing. */
export const FILLS_FASTER = 4;
const TICK_MS = 100;
const MEANWHILE_MOST = 6;
const LOOK_MS = 50;
const PATIENCE_MS = 60_000;
const SEARCHED = 200;
const targets = ['words', 'vectors'] as const;

/**
 * Rebuilds words and vectors under load with another model; the builders are killed in the middle and restarted; both indexes are
 * switched, and switched back. It ends at the first fault.
 */
export async function reindexUnderLoad(world: ReindexedWorld, size: ReindexSize): Promise<Reindexed> {
  const finds: Finds = { found: 0, refused: 0, degraded: 0, wrong: [] };
  const load = new Load(world, (options) => findUntilOver({ ...options, finds, isDead: () => world.isDead }));
  const stage: Stage = { world, size, load, operator: new Operator(world), finds };
  const told = await play(stage);
  await load.end(0);
  return { ...told, finds, mixed: world.mixed, written: load.written };
}

interface Stage {
  readonly world: ReindexedWorld;
  readonly size: ReindexSize;
  readonly load: Load<Finds>;
  readonly operator: Operator;
  readonly finds: Finds;
}

async function play(stage: Stage): Promise<Omit<Reindexed, 'finds' | 'mixed' | 'written'>> {
  const { world, size, load, operator, finds } = stage;
  const { memories, perSecond } = size;
  const checked = { url: world.url, key: world.key, ledger: load.ledger, retrievers: targets, searched: SEARCHED };
  load.allow(memories);
  await until(async () => load.written >= memories);
  await settled(checked, PATIENCE_MS);

  console.log(`${load.written} memories are stored and indexed; ${perSecond} a second are written from now on`);
  const steady = new Steady(load, { perSecond, most: MEANWHILE_MOST * memories });
  const begun = await Promise.all(targets.map((target) => operator.begin(target)));
  for (const { id } of begun) await operator.switchTooEarly(id);
  const told = { ...(await killInTheMiddle(stage)), perSecond: 0, answers: [], outcomes: [] };
  if (!hasResumed(told)) return told;
  console.log(`killed in the middle and carried on (${load.written} acknowledged)`);
  const answers = await switchAll(operator, begun);
  await goesOn();
  await until(async () => load.written >= 2 * memories);
  const switched = { ...told, perSecond: steady.stop(), answers };
  if (finds.wrong.length > 0) return switched;
  console.log(`switched both (${load.written} acknowledged)`);
  const outcome = await check(checked);

  for (const target of targets) await operator.rollback(target);
  console.log('switched back');
  const again = new Steady(load, { perSecond, most: memories });
  await goesOn();
  again.stop();
  return { ...switched, outcomes: [outcome, await check(checked)] };
}

/** True if the builders were killed in the middle and nothing was built twice. */
export const hasResumed = ({ killedAt, resumedFrom }: Pick<Reindexed, 'killedAt' | 'resumedFrom'>): boolean =>
  killedAt.every(({ filled, filledAt }, at) => filledAt === null && resumedFrom[at]!.filled >= filled);

/** Waits until every process knows of a switch, and has read and written after it. */
const goesOn = () => delay(3_000);

async function switchAll(operator: Operator, begun: readonly Progress[]): Promise<(Answers | undefined)[]> {
  const answers: (Answers | undefined)[] = [];
  for (const { id } of begun) answers.push(await operator.switchTo(id));
  return answers;
}

/** Error of an index that refuses a query because of its model. */
export const MIXED = /the query is by|No vectors that are read were made by/;

/** Lets clients write at a steady rate. Writes that a dead process delayed follow when it is back. */
class Steady {
  private readonly startedAt = performance.now();
  private readonly timer: NodeJS.Timeout;
  private readonly load: Load<unknown>;
  private readonly before: number;

  constructor(load: Load<unknown>, { perSecond, most }: { perSecond: number; most: number }) {
    this.load = load;
    this.before = load.written;
    this.timer = setInterval(() => {
      const due = Math.min(most, (perSecond * (performance.now() - this.startedAt)) / 1_000);
      if (load.written < this.before + due) load.allow((perSecond * TICK_MS) / 1_000);
    }, TICK_MS);
  }

  /** Returns the achieved rate. */
  stop(): number {
    clearInterval(this.timer);
    return (1_000 * (this.load.written - this.before)) / (performance.now() - this.startedAt);
  }
}

async function killInTheMiddle({ world, operator, size }: Stage) {
  const killedAt = await lookUntil(operator, (all) => all.every(({ filled }) => filled >= size.memories / 3));
  await world.killBuilders();
  await world.startBuilders();
  let resumedFrom = await operator.building();
  await lookUntil(operator, (all) => {
    resumedFrom = resumedFrom.map((least) =>
      lower(
        least,
        all.find(({ id }) => id === least.id),
      ),
    );
    return all.every(({ id, filled }) => filled !== resumedFrom.find((least) => least.id === id)?.filled);
  });
  return { killedAt, resumedFrom };
}

const lower = (least: Progress, now = least): Progress => (now.filled < least.filled ? now : least);

async function lookUntil(operator: Operator, isSo: (all: readonly Progress[]) => boolean): Promise<Progress[]> {
  for (const giveUpAt = Date.now() + PATIENCE_MS; ; await delay(LOOK_MS)) {
    const building = await operator.building();
    if (isSo(building)) return building;
    if (Date.now() > giveUpAt) throw new Error(`Nothing went on: ${JSON.stringify(building)}`);
  }
}

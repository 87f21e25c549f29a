import { Controller } from '@nestjs/common';
import {
  timeZoneOfRequest,
  type Category,
  type OverviewChange,
  type Item,
  type ItemId,
  type LastSession,
  type Memory,
  type Quotation,
  type WakeRequest,
  type WakeResponse,
  type ParsedInput,
} from '@cairn/contracts';
import {
  effectiveTime,
  holdsAt,
  scopeOf,
  isOfOtherProject,
  isOfProject,
  sharedChannelFor,
  demoFilterFor,
  type Filter,
  type Principal,
  type Scope,
} from '@cairn/domain';
import { Serves, Uses } from '@cairn/platform';
import { Clock, ItemReader } from '@cairn/ports';
import { summarySentenceOf, mentionedTime, plantedSignalsIn } from '@cairn/text';
import {
  briefings,
  type Briefings,
  type SessionEnd,
  rulings,
  type Rulings,
  lifecycle,
  type Lifecycle,
} from '@cairn/store';
import { formerMemoriesOf } from '../hits/former-memories.ts';
import { quotationOf } from '../hits/quotations.ts';
import { Handoffs } from './handoffs.ts';
import { wakeBlockOf } from './wake-block.ts';

const WEEK_MS = 7 * 86_400_000;
/** Number of messages that show how the last session ended. */
const LAST_MESSAGES = 6;
/** The strongest rules and lessons are chosen from this many newest rules and this many newest lessons. */
const RULES_MAX = 20;
/** The goals that are due next are chosen from this many newest goals. */
const GOALS_MAX = 50;
/** Number of characters of a text that are read. */
const READ_CHARS = 4_000;

interface Compacted {
  readonly principal: Principal;
  readonly counted: Pick<WakeResponse, 'since' | 'sinceWhat'>;
  readonly compacted: string;
  readonly request: WakeRequest;
}

interface Asked {
  readonly scope: Scope;
  readonly memories: Filter;
  readonly project: string | undefined;
  readonly limit: number;
  readonly now: number;
}

/** Briefs a new session: current rules, open goals, and changes since the caller's last session. */
@Controller()
export class WakeController {
  constructor(
    private readonly items: ItemReader,
    @Uses(briefings) private readonly briefings: Briefings,
    @Uses(lifecycle) private readonly lifecycle: Lifecycle,
    @Uses(rulings) private readonly rulings: Rulings,
    private readonly handoffs: Handoffs,
    private readonly clock: Clock,
  ) {}

  @Serves('wake')
  async of(principal: Principal, { query: request }: ParsedInput<'wake'>): Promise<WakeResponse> {
    const { channel, project, sessionKey, compacted, sinceMs, limit, budgetChars } = request;
    const scope = scopeOf(principal, channel);
    const place = { channel, sharedRoom: sharedChannelFor(scope, channel), ...demoFilterFor(channel) };
    const asked: Asked = { scope, limit, project, now: this.clock.now(), memories: { kind: 'memory', ...place } };
    const ended = await this.briefings.lastSession({
      scope,
      filter: { kind: 'message', ...place },
      except: sessionKey,
    });
    const counted = countedFrom(asked.now, sinceMs, ended);
    if (compacted !== undefined) return this.afterCompaction(asked, { principal, counted, compacted, request });
    const [handoff, lastSession, rules, goals, newest, changes] = await Promise.all([
      this.handoffs.last(principal, request),
      this.endOf(asked, ended),
      this.rules(asked),
      this.goals(asked),
      this.holding(asked, 'decision', 2 * limit),
      this.changes(asked, counted.since),
    ]);
    const shown = new Set<string>([...rules, ...goals].map(({ id }) => id));
    const changed = changes.filter(({ change, now }) => change !== 'new' || !shown.has(now!.id)).slice(0, limit);
    for (const { now } of changed) if (now) shown.add(now.id);
    const decisions = newest.filter(({ id }) => !shown.has(id)).slice(0, limit);
    const told = {
      ...{ ...counted, handoff, lastSession, changed },
      ...{ instructions: rules.map(quoteItem), goals: goals.map(quoteItem), decisions: decisions.map(quoteItem) },
    };
    return { ...told, injectionBlock: wakeBlockOf(told, budgetChars) };
  }

  /**
   * Answers an agent whose context was summarised. The answer has the hand-off of the session, and the rules, which the
   * summary may lack.
   */
  private async afterCompaction(
    asked: Asked,
    { principal, counted, compacted, request }: Compacted,
  ): Promise<WakeResponse> {
    const [handoff, rules] = await Promise.all([
      this.handoffs.ofSession(principal, { ...request, sessionKey: compacted }),
      this.rules(asked),
    ]);
    const told = {
      ...{ ...counted, handoff, instructions: rules.map(quoteItem) },
      ...{ lastSession: null, goals: [], changed: [], decisions: [] },
    };
    return { ...told, injectionBlock: wakeBlockOf(told, request.budgetChars) };
  }

  private async endOf({ scope, now }: Asked, ended: SessionEnd | undefined): Promise<LastSession | null> {
    if (!ended) return null;
    const { sessionKey, endedAt } = ended;
    const messages = await this.items.recent(scope, { kind: 'message', sessionKey }, LAST_MESSAGES);
    const former = await formerMemoriesOf(this.lifecycle, { scope, askedAt: now }, messages);
    return {
      ...{ sessionKey, endedAt },
      messages: messages.map((message) => {
        const outdatedBy = former.get(message.id);
        return { ...quoteItem(message), ...(outdatedBy && { former: outdatedBy }) };
      }),
    };
  }

  /** Finds valid memories of a category, newest first. Memories of the project precede all other memories. */
  private async holding(asked: Asked, category: Category, limit: number): Promise<Memory[]> {
    const found = await projectFirst(asked, (filter) =>
      this.briefings.newestOf({ scope: asked.scope, filter, category, limit }),
    );
    return found.filter((memory) => holdsAt(memory, asked.now));
  }

  /**
   * Selects rules and lessons that a person or a manager wrote, strongest first. Leaves out rules and lessons of
   * another project, since they do not bind here.
   */
  private async rules(asked: Asked): Promise<Memory[]> {
    const { scope, limit, project } = asked;
    const [rules, lessons] = await Promise.all([
      this.holding(asked, 'rule', RULES_MAX),
      this.holding(asked, 'lesson', RULES_MAX),
    ]);
    const all = [...rules, ...lessons];
    const ids = all.map(({ id }) => id);
    const rulings = await this.rulings.of({ scope, ids });
    const trusted = new Set<string>(rulings.filter(({ isTrusted }) => isTrusted).map(({ id }) => id));
    const worth = (memory: Memory) => Number(concernsProject(memory, project)) + memory.strength / 2;
    return all
      .filter(
        (memory) =>
          trusted.has(memory.id) && !isOfOtherProject(memory, project) && plantedSignalsIn(memory).length === 0,
      )
      .sort((one, other) => worth(other) - worth(one))
      .slice(0, limit);
  }

  /**
   * Selects goals that are not yet due. Goals of the project come first. Within both groups, the goal with the earliest
   * due time comes first, and goals without a due time come last, newest first.
   */
  private async goals(asked: Asked): Promise<Memory[]> {
    const { now, limit, project } = asked;
    const dueAt = new Map((await this.holding(asked, 'goal', GOALS_MAX)).map((goal) => [goal, dueOf(goal)]));
    const ofProject = (memory: Memory) => Number(concernsProject(memory, project));
    return [...dueAt]
      .filter(([, due]) => due > now)
      .sort(([one, due], [other, otherDue]) => ofProject(other) - ofProject(one) || compareNumbers(due, otherDue))
      .map(([goal]) => goal)
      .slice(0, limit);
  }

  private async changes(asked: Asked, since: number): Promise<OverviewChange[]> {
    const { scope, limit } = asked;
    const [arrived, changed] = await Promise.all([
      projectFirst(asked, (filter) => this.briefings.arrivedSince({ scope, filter, since, limit: 2 * limit })),
      projectFirst(asked, (filter) => this.briefings.changedSince({ scope, filter, since, limit: 2 * limit })),
    ]);
    const byId = await this.read(
      scope,
      changed.map(({ id }) => id),
    );
    const superseded = [...byId.values()].filter(({ state }) => state === 'superseded');
    const successorOf = await this.successorsOf(scope, superseded);
    const isSuccessor = new Set([...successorOf.values()].map(({ id }) => id));
    const told = changed.flatMap(({ id, at }) => {
      const item = byId.get(id);
      const successor = successorOf.get(id);
      // Reports a chain of successors only once, by its last step.
      return item && successor?.state !== 'superseded' ? [changeOf(item, at, successor)] : [];
    });
    const isTold = new Set<string>(changed.map(({ id }) => id));
    const fresh = arrived
      .filter((memory) => !isTold.has(memory.id) && !isSuccessor.has(memory.id) && holdsAt(memory, asked.now))
      .map((memory): OverviewChange => ({ change: 'new', at: memory.createdAt, now: quoteItem(memory) }));
    return [...told, ...fresh].sort((one, other) => (other.at ?? 0) - (one.at ?? 0)).slice(0, limit);
  }

  private async successorsOf(scope: Scope, superseded: readonly Item[]): Promise<Map<string, Item>> {
    if (superseded.length === 0) return new Map();
    const found = await this.lifecycle.successions({ scope, ids: superseded.map(({ id }) => id as ItemId) });
    const byId = await this.read(
      scope,
      found.flatMap(({ supersededBy }) => supersededBy ?? []),
    );
    return new Map(
      found.flatMap(({ id, supersededBy }) => {
        const successor = byId.get(supersededBy ?? '');
        return successor ? [[id, successor] as const] : [];
      }),
    );
  }

  private async read(scope: Scope, ids: readonly ItemId[]): Promise<Map<string, Item>> {
    if (ids.length === 0) return new Map();
    const items = await this.items.hydrate(scope, { kind: 'memory', includeArchived: true }, ids);
    return new Map(items.map((item) => [item.id, item]));
  }
}

function countedFrom(
  now: number,
  sinceMs: number | undefined,
  ended: SessionEnd | undefined,
): Pick<WakeResponse, 'since' | 'sinceWhat'> {
  if (sinceMs !== undefined) return { since: sinceMs, sinceWhat: 'asked' };
  if (ended) return { since: ended.endedAt, sinceWhat: 'last-session' };
  return { since: Math.max(0, now - WEEK_MS), sinceWhat: 'week' };
}

/** Describes a change. A superseded memory is shown with its successor; of an archived one only what it said. */
function changeOf(item: Item, at: number, successor: Item | undefined): OverviewChange {
  if (item.state === 'archived') return { change: 'changed', at, was: quoteItem(item) };
  if (item.state !== 'superseded') return { change: 'changed', at, now: quoteItem(item) };
  return { change: 'superseded', at, was: quoteItem(item), ...(successor && { now: quoteItem(successor) }) };
}

/**
 * Returns the due time of a goal. This is the end of its validity, or the time in its text if that time was in the
 * future when the goal was set.
 */
function dueOf(goal: Memory): number {
  if (goal.validTo !== null) return goal.validTo;
  const at = effectiveTime(goal);
  const named = mentionedTime(`${goal.content.slice(0, READ_CHARS)}\n${goal.title}`, {
    at,
    timeZone: timeZoneOfRequest(),
  });
  return named && named.to > at ? named.to : Infinity;
}

/** Tells whether a memory belongs to a project, by its name or a tag. */
const concernsProject = (memory: Memory, project: string | undefined): boolean =>
  isOfProject(memory, project) || (project !== undefined && memory.tags.includes(project));

/** Compares two numbers. Returns 0 for two equal infinities, whose difference would be NaN. */
const compareNumbers = (one: number, other: number): number => (one === other ? 0 : one - other);

/**
 * Returns the results of the project, found by its name or a tag, followed by all other results, without duplicates.
 */
async function projectFirst<Found extends { readonly id: string }>(
  { memories, project }: Asked,
  read: (filter: Filter) => Promise<readonly Found[]>,
): Promise<Found[]> {
  const ways = project === undefined ? [] : [{ project }, { tags: [project] }];
  const [all, ...own] = await Promise.all([read(memories), ...ways.map((way) => read({ ...memories, ...way }))]);
  return [...new Map([...own.flat(), ...all!].map((each) => [each.id, each])).values()];
}

const quoteItem = (item: Item): Quotation =>
  quotationOf(item, summarySentenceOf(item.content.slice(0, READ_CHARS)) ?? { from: 0, text: titleOf(item) });

const titleOf = (item: Item): string => (item.kind === 'message' ? item.content : item.title);

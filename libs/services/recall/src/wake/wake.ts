import { Injectable } from '@nestjs/common';
import {
  holdsAt,
  scopeOf,
  sharedRoomBeside,
  type Category,
  type Changed,
  type Item,
  type ItemId,
  type LastSession,
  type Memory,
  type Principal,
  type Quotation,
  type Scope,
  type WakeRequest,
  type WakeResponse,
} from '@cairn/contracts';
import { Briefings, Clock, Lifecycle, Rulings, ItemReader, type Filter, type SessionEnd } from '@cairn/ports';
import { sentenceAbout } from '@cairn/text';
import { quotationOf } from '../hits/quotations.ts';
import { wakeBlockOf } from './wake-block.ts';

const WEEK_MS = 7 * 86_400_000;
/** How many messages show how the last session ended. */
const LAST_MESSAGES = 6;
/** How many rules, and how many lessons, the strongest are chosen from. */
const RULES_MAX = 20;
/** How many characters of a text are read. */
const READ_CHARS = 4_000;

interface Asked {
  readonly scope: Scope;
  readonly memories: Filter;
  readonly messages: Filter;
  readonly limit: number;
  readonly now: number;
}

/** Briefs a session that begins: standing rules and instructions, open goals, and what changed since the caller's last session. */
@Injectable()
export class Wake {
  constructor(
    private readonly items: ItemReader,
    private readonly briefings: Briefings,
    private readonly lifecycle: Lifecycle,
    private readonly rulings: Rulings,
    private readonly clock: Clock,
  ) {}

  async of(principal: Principal, request: WakeRequest): Promise<WakeResponse> {
    const { channel, project, sessionKey, sinceMs, limit, budgetChars } = request;
    const scope = scopeOf(principal, channel);
    const place = { channel, sharedRoom: sharedRoomBeside(scope, channel) };
    const tags = project === undefined ? undefined : [project];
    const asked: Asked = {
      scope,
      limit,
      now: this.clock.now(),
      memories: { kind: 'memory', ...place, tags },
      messages: { kind: 'message', ...place },
    };
    const ended = await this.briefings.lastSession(scope, sessionKey);
    const counted = countedFrom(asked.now, sinceMs, ended);
    const [lastSession, instructions, goals, decisions, changed] = await Promise.all([
      this.endOf(asked, ended),
      this.instructions(asked),
      this.newest(asked, 'goal'),
      this.newest(asked, 'decision'),
      this.changes(asked, counted.since),
    ]);
    const told = { ...counted, lastSession, instructions, goals, changed, decisions };
    return { ...told, injectionBlock: wakeBlockOf(told, budgetChars) };
  }

  private async endOf({ scope }: Asked, ended: SessionEnd | undefined): Promise<LastSession | null> {
    if (!ended) return null;
    const { sessionKey, endedAt } = ended;
    const messages = await this.items.recent(scope, { kind: 'message', sessionKey }, LAST_MESSAGES);
    return { sessionKey, endedAt, messages: messages.map(quoted) };
  }

  private async newest(asked: Asked, category: Category): Promise<Quotation[]> {
    return (await this.holding(asked, category, asked.limit)).map(quoted);
  }

  private async holding({ scope, memories, now }: Asked, category: Category, limit: number): Promise<Memory[]> {
    const found = await this.briefings.newestOf(scope, memories, category, limit);
    return found.filter((memory) => holdsAt(memory, now));
  }

  /** Rules and lessons, trusted and strong ones first; then the standing instructions in messages. */
  private async instructions(asked: Asked): Promise<Quotation[]> {
    const { scope, limit } = asked;
    const [rules, lessons, said] = await Promise.all([
      this.holding(asked, 'rule', RULES_MAX),
      this.holding(asked, 'lesson', RULES_MAX),
      this.briefings.standingInstructions(scope, asked.messages, limit),
    ]);
    const memories = [...rules, ...lessons];
    const ids = [...memories, ...said].map(({ id }) => id as ItemId);
    const trusted = new Set<string>(ids.length > 0 ? await this.rulings.trusted(scope, ids) : []);
    const worth = (item: Item) => Number(trusted.has(item.id)) + (item.kind === 'memory' ? item.strength : 0);
    const byWorth = (one: Item, other: Item) => worth(other) - worth(one);
    return [...memories.sort(byWorth).slice(0, limit), ...said.toSorted(byWorth)].map(quoted);
  }

  private async changes({ scope, memories, limit }: Asked, since: number): Promise<Changed[]> {
    const [arrived, changed] = await Promise.all([
      this.briefings.arrivedSince(scope, memories, since, limit),
      this.briefings.changedSince(scope, memories, since, limit),
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
      return item ? [changeOf(item, at, successorOf.get(id))] : [];
    });
    const isTold = new Set<string>(changed.map(({ id }) => id));
    const fresh = arrived
      .filter(({ id }) => !isTold.has(id) && !isSuccessor.has(id))
      .map((memory): Changed => ({ change: 'new', at: memory.createdAt, now: quoted(memory) }));
    return [...told, ...fresh].sort((one, other) => (other.at ?? 0) - (one.at ?? 0)).slice(0, limit);
  }

  private async successorsOf(scope: Scope, superseded: readonly Item[]): Promise<Map<string, Item>> {
    if (superseded.length === 0) return new Map();
    const found = await this.lifecycle.successions(
      scope,
      superseded.map(({ id }) => id as ItemId),
    );
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

/** A superseded memory is shown with its successor; an archived one counts as changed. */
function changeOf(item: Item, at: number, successor: Item | undefined): Changed {
  if (item.state !== 'superseded') return { change: 'changed', at, now: quoted(item) };
  return { change: 'superseded', at, was: quoted(item), ...(successor && { now: quoted(successor) }) };
}

const NO_TOPIC: ReadonlySet<string> = new Set();

const quoted = (item: Item): Quotation => quotationOf(item, sentenceAbout(item.content.slice(0, READ_CHARS), NO_TOPIC));

import { Injectable } from '@nestjs/common';
import {
  holdsAt,
  scopeOf,
  type Category,
  type Item,
  type ItemId,
  type Lane,
  type PreflightItem,
  type PreflightPart,
  type PreflightRequest,
  type PreflightResponse,
  type Principal,
  type Scope,
  type Store,
} from '@cairn/contracts';
import { Clock, Rulings, Truth, type ActionTriggers, type Filter } from '@cairn/ports';
import { judgeAll, matchesTrigger, readAction, readRule, verdictOf, type Action, type Ruling } from '@cairn/text';
import { checklistOf } from './checklist.ts';
import { atMost, type Part } from './parts.ts';

/** An item near the action, as recall ranks it. */
export interface Near {
  readonly item: Item;
  /** Absolute relevance, 0-1. */
  readonly score: number;
  /** It says what is to hold from then on. */
  readonly isStanding: boolean;
}

/** What recall finds near a text, and the searches that did not answer. */
export interface Nearest {
  readonly found: readonly Near[];
  readonly degraded: readonly Lane[];
}

/** What to look near for: the action's gist, in one of the kinds, by all searches or by words alone. */
export interface NearRequest {
  readonly query: string;
  readonly filter: Filter;
  readonly limit: number;
  readonly recipe: 'fused' | 'words';
}
export type FindNear = (request: NearRequest) => Promise<Nearest>;

/** Categories that can speak for or against an action. */
const CATEGORIES: readonly Category[] = ['rule', 'lesson', 'decision', 'skill', 'workflow'];
const BINDING: ReadonlySet<string> = new Set<Category>(['rule', 'decision']);
const PROCEDURAL: readonly Store[] = ['procedural'];
const TRIGGERED_MAX = 5_000;
const NEAR_MAX = 20;
/** Messages that give no instruction are passed over, so more are looked at. */
const MESSAGES_MAX = 30;
/** For judging and for the way back. */
const MARGIN_MS = 15;
const EXCERPT_CHARS = 300;

interface Asked {
  readonly action: Action;
  readonly scope: Scope;
  readonly request: PreflightRequest;
  readonly find: FindNear;
}

/** Says before an action what the team's rules, lessons and decisions have to say about it, within a fixed time. */
@Injectable()
export class Preflight {
  constructor(
    private readonly truth: Truth,
    private readonly rulings: Rulings,
    private readonly clock: Clock,
  ) {}

  async check(principal: Principal, request: PreflightRequest, find: FindNear): Promise<PreflightResponse> {
    const scope = scopeOf(principal, request.channel);
    const action = readAction(request.action);
    const asked = { action, scope, request, find };
    const waitMs = Math.max(1, request.waitMs - MARGIN_MS);
    const [triggers, memories, messages] = await Promise.all([
      atMost(waitMs, 'triggers', this.triggered(asked)),
      atMost(waitMs, 'memories', this.nearMemories(asked, waitMs)),
      atMost(waitMs, 'messages', this.nearMessages(asked)),
    ]);
    return answerOf(asked, { triggers, memories, messages });
  }

  /** The memories whose triggers match, as they are stored. */
  private async triggered({ action, scope, request }: Asked): Promise<Found> {
    const all = await this.rulings.triggers(scope, TRIGGERED_MAX);
    const matching = all.filter(({ triggers }) => triggers.some((one) => matchesAction(one, action)));
    const filter = { kind: 'memory', channel: request.channel } as const;
    const items =
      matching.length === 0
        ? []
        : await this.truth.hydrate(
            scope,
            filter,
            matching.map(({ id }) => id),
          );
    const holding = items.filter((item) => holdsAt(item, this.clock.now()));
    const near = holding.map((item) => ({ item, score: 0, isStanding: false }));
    return { near, triggers: matching, trusted: await this.trustedOf(scope, near), degraded: [] };
  }

  /** By all searches; where they are slow, by words alone, so that a model that hangs costs no answer. */
  private async nearMemories(asked: Asked, waitMs: number): Promise<Found> {
    const { action, scope, request, find } = asked;
    const shared = { kind: 'memory', channel: request.channel } as const;
    const search = async (recipe: NearRequest['recipe']): Promise<Found> => {
      const filters: Filter[] = [
        { ...shared, categories: CATEGORIES },
        { ...shared, stores: PROCEDURAL },
      ];
      const query = action.gist;
      const lists = await Promise.all(filters.map((filter) => find({ query, filter, limit: NEAR_MAX, recipe })));
      const near = [...new Map(lists.flatMap(({ found }) => found).map((one) => [one.item.id, one])).values()];
      const degraded = [...new Set(lists.flatMap((list) => list.degraded))];
      return { near, triggers: [], trusted: await this.trustedOf(scope, near), degraded };
    };
    return hedged(search('fused'), waitMs / 2, () => search('words'));
  }

  private async nearMessages({ action, scope, request, find }: Asked): Promise<Found> {
    const filter = { kind: 'message', channel: request.channel } as const;
    const { found, degraded } = await find({ query: action.gist, filter, limit: MESSAGES_MAX, recipe: 'fused' });
    const near = found.filter(({ isStanding }) => isStanding);
    return { near, triggers: [], trusted: await this.trustedOf(scope, near), degraded };
  }

  private async trustedOf(scope: Scope, near: readonly Near[]): Promise<ReadonlySet<ItemId>> {
    if (near.length === 0) return new Set();
    return new Set(
      await this.rulings.trusted(
        scope,
        near.map(({ item }) => item.id as ItemId),
      ),
    );
  }
}

/** What one part of the search brought in. */
interface Found {
  readonly near: readonly Near[];
  readonly triggers: readonly ActionTriggers[];
  readonly trusted: ReadonlySet<ItemId>;
  readonly degraded: readonly Lane[];
}

type Parts = Readonly<Record<PreflightPart, Part<Found>>>;

/** The slower way after a while, whichever answers first. */
async function hedged<Result>(first: Promise<Result>, afterMs: number, second: () => Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const later = new Promise<Result>((resolve, reject) => {
    timer = setTimeout(() => second().then(resolve, reject), afterMs);
  });
  try {
    return await Promise.any([first, later]);
  } finally {
    clearTimeout(timer);
  }
}

const matchesAction = (trigger: string, { deeds }: Action): boolean =>
  deeds.some(({ readings }) => readings.some((text) => matchesTrigger(trigger, text)));

/** An item with what judging needs of it. */
type Entry = Ruling & { readonly item: Item; readonly trust: PreflightItem['trust'] };

function answerOf({ action, request }: Asked, parts: Parts): PreflightResponse {
  const reached = Object.values(parts).flatMap(({ name, answer }) => (answer ? [name] : []));
  const found = Object.values(parts).flatMap(({ answer }) => answer ?? []);
  const weighed = judgeAll(action, entriesOf(found));
  const isChecked = reached.includes('triggers') && reached.includes('memories');
  const judged = verdictOf(weighed);
  const verdict = isChecked || judged === 'stop' ? judged : 'not-checked';
  const items = weighed.slice(0, request.limit).map(({ entry, judgement: { severity, why, instead } }) => ({
    ...itemFields(entry),
    severity,
    why: why.by,
    ...(why.matched !== undefined && { matched: why.matched }),
    ...(instead !== undefined && { instead }),
  }));
  const gravest = items[0]?.severity === 'info' ? undefined : items[0];
  return {
    verdict,
    items,
    ...(gravest?.instead !== undefined && { instead: gravest.instead }),
    readAs: action.kind,
    reached,
    degraded: [...new Set(found.flatMap(({ degraded }) => degraded))],
    action: request.action,
    checklist: checklistOf({ verdict, items, action: request.action }),
    itemCount: items.length,
  };
}

/** Each item once, with the triggers that match and the best score. */
function entriesOf(found: readonly Found[]): Entry[] {
  const triggers = new Map(found.flatMap((some) => some.triggers).map(({ id, triggers }) => [id, triggers]));
  const trusted = new Set(found.flatMap((some) => [...some.trusted]));
  const byScore = found.flatMap(({ near }) => near).sort((one, other) => one.score - other.score);
  return [...new Map(byScore.map((near) => [near.item.id, near])).values()].map(({ item, score }) => ({
    item,
    rule: readRule({ title: item.kind === 'memory' ? item.title : '', content: item.content }),
    triggers: triggers.get(item.id as ItemId) ?? [],
    isBinding: item.kind === 'memory' && BINDING.has(item.category),
    isTrusted: trusted.has(item.id as ItemId),
    trust: trusted.has(item.id as ItemId) ? 'trusted' : 'untrusted',
    likeness: score,
  }));
}

function itemFields({ item, trust, likeness }: Entry): Omit<PreflightItem, 'severity' | 'why'> {
  const { id, author, createdAt, content } = item;
  const kind = item.kind === 'memory' ? item.category : item.kind;
  const title = item.kind === 'memory' ? item.title : (item.speaker ?? item.role);
  const excerpt = content.length > EXCERPT_CHARS ? `${content.slice(0, EXCERPT_CHARS).toWellFormed()}…` : content;
  return { id, kind, title, excerpt, trust, author, createdAt, score: likeness };
}

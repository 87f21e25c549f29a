import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import {
  bindingCategories,
  CairnError,
  categories,
  limits,
  type Category,
  type Item,
  type ItemId,
  type PreflightItem,
  preflightParts,
  type PreflightPart,
  type RetrieverName,
  type PreflightRequest,
  type PreflightResponse,
  type Store,
} from '@cairn/contracts';
import {
  isOfOtherProject,
  questionScopeOf,
  sharedChannelFor,
  demoFilterFor,
  type Filter,
  type Principal,
  type Scope,
} from '@cairn/domain';
import { Uses } from '@cairn/platform';
import { Clock, ItemReader } from '@cairn/ports';
import {
  describeRule,
  matchesAnyNorm,
  judgeInBatches,
  plantedSignalsIn,
  readAction,
  readingsOf,
  findSentenceAbout,
  topicWords,
  cutAtWord,
  triggerMatcher,
  verdictOf,
  wordsOfAction,
  type Rule,
  type Action,
  type Judgement,
  type Ruling,
  type JudgedEntry,
} from '@cairn/text';
import { rulings, type Rulings, type StoredRuling } from '@cairn/store';
import { runPart, type PartOutcome } from '../timing/attempt.ts';
import { checklistOf } from './checklist.ts';
import { KnownRules } from './known-rules.ts';
import { NearSearch, type SimilarItem, type SimilarItems } from './near-search.ts';
import { selectLikely, StandingInstructions, type StandingInstruction } from './standing-instructions.ts';

const placeOf = (scope: Scope, { channel }: PreflightRequest) => ({
  channel,
  sharedRoom: sharedChannelFor(scope, channel),
  ...demoFilterFor(channel),
});

/** Categories of memories that can support or oppose an action. */
const CHECKED_CATEGORIES: readonly Category[] = ['rule', 'lesson', 'decision', 'skill', 'workflow'];
const OTHER_CATEGORIES: readonly Category[] = categories.filter((category) => !CHECKED_CATEGORIES.includes(category));
const PROCEDURAL_STORES: readonly Store[] = ['procedural'];
const MATCHED_AT_ONCE = 100;
const NEAR_ITEMS_MAX = { memory: 20, message: 20 } as const;
/** Number of standing instructions whose texts are compared with the action by meaning. */
const STANDING_COMPARED_MAX = 20;
/**
 * Time reserved for the verdict and the response: `ms` milliseconds, or the fraction `share` of the caller's time limit
 * if that is less.
 */
const TIME_RESERVE = { ms: 40, share: 0.3 };
/** Share of the time after which the standing instructions are left out, so that a rule that is met still stops. */
const STANDING_SHARE = 0.4;
/** Share of the time that the rules have for themselves, before the search for similar items starts beside them. */
const RULES_FIRST_SHARE = 0.5;
/** Characters shown of a text: of one that an action matches, and of one that is only similar, some 40 tokens. */
const EXCERPT_CHARS = { matched: 300, near: 160 } as const;

interface Asked {
  readonly principal: Principal;
  readonly action: Action;
  readonly scope: Scope;
  readonly request: PreflightRequest;
  readonly standing: Promise<PartOutcome<Standing>>;
}

/** The newest standing instructions, and the messages of those whose norms the action meets. */
interface Standing {
  readonly newest: readonly StandingInstruction[];
  readonly matching: readonly Item[];
}

/** Checks an action against the rules, lessons and decisions of the team, within a time limit. */
@Injectable()
export class Preflights {
  private readonly rules: KnownRules;

  constructor(
    private readonly items: ItemReader,
    @Uses(rulings) private readonly rulings: Rulings,
    private readonly clock: Clock,
    private readonly search: NearSearch,
    private readonly instructions: StandingInstructions,
  ) {
    this.rules = new KnownRules(rulings);
  }

  async check(principal: Principal, request: PreflightRequest): Promise<PreflightResponse> {
    const scope = questionScopeOf(principal, request.channel);
    const action = readAction(request.action);
    requireFewSteps(action);
    const waitMs = request.waitMs - Math.min(TIME_RESERVE.ms, TIME_RESERVE.share * request.waitMs);
    const startedAt = performance.now();
    const part = <Answer>(name: string, work: () => Promise<Answer>, limitMs: number) =>
      runPart(`the ${name} of a preflight`, work, limitMs);
    const readStanding = () => this.readStanding({ action, scope, request });
    const standing = part('standing instructions', readStanding, STANDING_SHARE * waitMs);
    const asked = { principal, action, scope, request, standing };
    const triggers = part('triggers', () => this.triggered(asked), waitMs);
    // Rules are matched first, since the search for similar items would hold them up on a busy machine.
    const first = await Promise.race([triggers, sleep(RULES_FIRST_SHARE * waitMs, undefined, { ref: false })]);
    const ruleOf = (item: Item) => this.rules.of(item);
    if (first?.answer && (await isSettled(asked, first.answer, ruleOf)))
      return answerOf(asked, { triggers: first, memories: NOTHING_FOUND, messages: NOTHING_FOUND }, ruleOf);
    const nearMs = Math.max(0, waitMs - (performance.now() - startedAt));
    const near = this.near(asked, nearMs);
    const [memories, messages] = await Promise.all([
      part('memories', () => this.found(scope, near, 'memories'), nearMs),
      part('messages', () => this.found(scope, near, 'messages'), nearMs),
    ]);
    const parts = { triggers: await triggers, memories, messages };
    return answerOf(asked, parts, ruleOf);
  }

  private async readStanding({
    action,
    scope,
    request,
  }: Pick<Asked, 'action' | 'scope' | 'request'>): Promise<Standing> {
    const filter = { kind: 'message', ...placeOf(scope, request) } as const;
    const newest = await this.instructions.newest(scope, filter);
    const met = newest.filter(({ rule }) => matchesAnyNorm(rule.norms, action));
    return { newest, matching: await this.read(scope, filter, met) };
  }

  /** Finds the memories whose norms or triggers match the action, and the standing instructions whose norms do. */
  private async triggered({ action, scope, request, standing }: Asked): Promise<Found> {
    const matching = this.rulings
      .matching({ scope, words: [...wordsOfAction(action)] })
      .then((all) => this.matchingOf(scope, all, action));
    const filter = { kind: 'memory', ...placeOf(scope, request), holdsAt: this.clock.now() } as const;
    const [rulings, memories, { answer }] = await Promise.all([
      matching,
      matching.then((met) => this.read(scope, filter, met)),
      standing,
    ]);
    const items = [...memories, ...(answer?.matching ?? [])];
    return { near: items.map((item) => ({ item, score: 0 })), rulings, degraded: [] };
  }

  private async read(scope: Scope, filter: Filter, found: readonly { readonly id: ItemId }[]): Promise<Item[]> {
    if (found.length === 0) return [];
    return this.items.hydrate(
      scope,
      filter,
      found.map(({ id }) => id),
    );
  }

  /**
   * Finds the most similar items in one search. Each retriever gets at most half of the time, so that if the model
   * hangs, word search answers alone.
   */
  private async near({ principal, action, scope, request, standing }: Asked, waitMs: number): Promise<SimilarItems> {
    const { channel } = request;
    const place = placeOf(scope, request);
    const all = (await standing).answer?.newest ?? [];
    const likely = request.explain ? all : selectLikely(all, action.stems, STANDING_COMPARED_MAX);
    const memories = { kind: 'memory', ...place, holdsAt: this.clock.now() } as const;
    return this.search.find(principal, {
      text: action.summary,
      channel,
      memories: [
        { ...memories, categories: CHECKED_CATEGORIES },
        // Only the remaining categories, so that no memory is searched twice.
        { ...memories, stores: PROCEDURAL_STORES, categories: OTHER_CATEGORIES },
      ],
      messages: { kind: 'message', ...place },
      standing: likely.map(({ id }) => id),
      most: NEAR_ITEMS_MAX,
      retrieverMs: waitMs / 2,
    });
  }

  private async found(scope: Scope, nearest: Promise<SimilarItems>, part: 'memories' | 'messages'): Promise<Found> {
    const { [part]: near, degraded } = await nearest;
    if (near.length === 0) return { near, rulings: [], degraded };
    const ids = near.map(({ item }) => item.id as ItemId);
    const memories = near.flatMap(({ item }) => (item.kind === 'memory' ? [item] : []));
    const [rulings] = await Promise.all([this.rulings.of({ scope, ids }), this.rules.load(scope, memories)]);
    return { near, rulings, degraded };
  }

  /** Selects the matching rulings page by page. Between two pages, other calls get their turn. */
  private async matchingOf(scope: Scope, all: readonly StoredRuling[], action: Action): Promise<StoredRuling[]> {
    const triggers = triggerMatcher(action.acts.flatMap(readingsOf));
    // Keeps a memory whose rule is not loaded; the rule is checked once the text of the memory is loaded.
    const isMet = (rule: Rule | undefined) => rule === undefined || matchesAnyNorm(rule.norms, action);
    const matching: StoredRuling[] = [];
    for (let at = 0; at < all.length; at += MATCHED_AT_ONCE) {
      const page = all.slice(at, at + MATCHED_AT_ONCE);
      if (at > 0) await setImmediate();
      await this.rules.load(scope, page);
      matching.push(...page.filter((one) => one.triggers.some(triggers) || isMet(this.rules.find(one))));
    }
    return matching;
  }
}

/** The result of one part of a preflight. */
interface Found {
  readonly near: readonly SimilarItem[];
  readonly rulings: readonly StoredRuling[];
  readonly degraded: readonly RetrieverName[];
}

/**
 * Maps each part of the preflight to its outcome. A part that failed or was late is left out of the answer, and the
 * answer says so, since a hook must never fail.
 */
type Parts = Readonly<Record<PreflightPart, PartOutcome<Found>>>;

/** Outcome of a search that is not needed. */
const NOTHING_FOUND: PartOutcome<Found> = { answer: { near: [], rulings: [], degraded: [] }, failed: false };

/**
 * Whether the matching items alone decide the verdict, so that no similar items are searched: the action changes nothing,
 * or each act that changes something does all that a norm or a trigger of a trusted item says. An item of somebody who is
 * not trusted must not hide others. Who asks for an explanation gets the similar items, too.
 */
async function isSettled({ action, request }: Asked, found: Found, ruleOf: KnownRules['of']): Promise<boolean> {
  if (request.explain) return false;
  if (action.isHarmless) return true;
  const judged = await judgeInBatches(action, entriesOf([inProject(found, request)], ruleOf), setImmediate);
  const trusted = judged.filter(({ entry }) => entry.isTrusted);
  const met = new Set(trusted.flatMap(({ judgement }) => judgement.actsMet));
  return action.changing.length > 0 && action.changing.every((act) => met.has(act));
}

/** Refuses an action of too many steps, since each step is checked against each rule. */
function requireFewSteps({ acts }: Action): void {
  const { max, unit } = limits.actionSteps;
  if (acts.length <= max) return;
  const message = `The action has ${acts.length} ${unit}; at most ${max} are checked at once. Check it in parts.`;
  throw new CairnError('request/invalid', message, { issues: [{ field: 'action', message }] });
}

/** An item with the ruling and the trust that decide its verdict. */
type Entry = Ruling & { readonly item: Item; readonly trust: PreflightItem['trust'] };

async function answerOf(
  { action, request, standing }: Asked,
  parts: Parts,
  ruleOf: KnownRules['of'],
): Promise<PreflightResponse> {
  const { answer: said } = await standing;
  const reached = preflightParts.filter((name) => parts[name].answer && (name !== 'messages' || said));
  const found = Object.values(parts).flatMap(({ answer }) => (answer ? [inProject(answer, request)] : []));
  const weighed = await judgeInBatches(action, entriesOf(found, ruleOf), setImmediate);
  const isChecked = reached.includes('triggers') && reached.includes('memories');
  const judged = verdictOf(weighed);
  const verdict = isChecked || judged === 'stop' ? judged : 'not-checked';
  const items = shownOf(weighed, request).map((one) => itemOf(one, { action, request }));
  const degraded = [...new Set(found.flatMap((some) => some.degraded))];
  return {
    verdict,
    items,
    ...(items[0]?.instead !== undefined && verdict !== 'proceed' && { instead: items[0].instead }),
    readAs: action.kind,
    reached,
    degraded,
    action: request.action,
    checklist: checklistOf({ verdict, items, degraded }),
    itemCount: items.length,
  };
}

/** Leaves out similar items of projects other than the action's project, since a rule binds only in its own project. */
const inProject = (found: Found, { project }: PreflightRequest): Found => ({
  ...found,
  near: found.near.filter(({ item }) => !isOfOtherProject(item, project)),
});

/**
 * Selects the items to show, most severe first. Without `explain`, shows only items with a severity of at least
 * caution.
 */
function shownOf(weighed: readonly JudgedEntry<Entry>[], { explain, limit }: PreflightRequest): JudgedEntry<Entry>[] {
  const shown = explain ? weighed : keepRelevant(weighed);
  return shown.toSorted(compareEntries).slice(0, limit);
}

/**
 * An item that is only similar in meaning is shown if its similarity is at least this fraction of the greatest
 * similarity.
 */
const NEAR_SHARE = 0.5;

function keepRelevant(weighed: readonly JudgedEntry<Entry>[]): JudgedEntry<Entry>[] {
  const nearest = Math.max(0, ...weighed.filter(isOnlyNear).map(({ likeness }) => likeness));
  return weighed.filter(
    (one) => one.judgement.severity !== 'info' && !(isOnlyNear(one) && one.likeness < nearest * NEAR_SHARE),
  );
}

const isOnlyNear = ({ judgement: { why } }: JudgedEntry<Entry>): boolean => why.by === 'meaning';

const SEVERITIES = ['stop', 'caution', 'info'] as const;
const KINDS_IN_ORDER: readonly string[] = ['rule', 'decision', 'message', 'lesson', 'skill', 'workflow'];

/**
 * Orders items by severity. Within a severity, items that a norm, trigger or words matched come first, rules before
 * lessons; then items that are only similar in meaning, most similar first.
 */
const compareEntries = (one: JudgedEntry<Entry>, other: JudgedEntry<Entry>): number =>
  rankOf(one) - rankOf(other) ||
  (isOnlyNear(one) ? other.likeness - one.likeness : kindRankOf(one) - kindRankOf(other));

const rankOf = (one: JudgedEntry<Entry>): number =>
  2 * SEVERITIES.indexOf(one.judgement.severity) + (isOnlyNear(one) ? 1 : 0);

function kindRankOf({ entry: { item } }: JudgedEntry<Entry>): number {
  const kind = KINDS_IN_ORDER.indexOf(item.kind === 'memory' ? item.category : 'message');
  return kind < 0 ? KINDS_IN_ORDER.length : kind;
}

function itemOf(
  { entry, judgement }: JudgedEntry<Entry>,
  { action, request: { explain } }: Pick<Asked, 'action' | 'request'>,
): PreflightItem {
  const { severity, why, instead, findings } = judgement;
  return {
    ...itemFields(entry, { why, action }),
    severity,
    why: why.by,
    ...(why.matched !== undefined && { matched: why.matched }),
    ...(instead !== undefined && { instead }),
    ...(explain && {
      findings: findings.map(({ act, matched, by, parts }) => ({ act, matched, by, parts })),
      understood: describeRule(entry.item, entry.isTrusted),
    }),
  };
}

/** Merges the entries of each item into one entry, with all matching triggers and the best score of the item. */
function entriesOf(found: readonly Found[], ruleOf: KnownRules['of']): Entry[] {
  const rulings = new Map<string, StoredRuling>(found.flatMap((some) => some.rulings).map((one) => [one.id, one]));
  const byScore = found.flatMap(({ near }) => near).sort((one, other) => one.score - other.score);
  return [...new Map(byScore.map((near) => [near.item.id, near])).values()].map(({ item, score }) => {
    const { triggers = [], isTrusted: isByTrusted = false } = rulings.get(item.id) ?? {};
    const isTrusted = isByTrusted && plantedSignalsIn(item).length === 0;
    return {
      item,
      rule: ruleOf(item),
      triggers,
      isBinding: item.kind === 'memory' && bindingCategories.has(item.category),
      isTrusted,
      trust: isTrusted ? 'trusted' : 'untrusted',
      likeness: score,
    };
  });
}

function itemFields(
  { item, trust, likeness }: Entry,
  { why, action }: { readonly why: Judgement['why']; readonly action: Action },
): Omit<PreflightItem, 'severity' | 'why'> {
  const { id, author, createdAt, content } = item;
  const kind = item.kind === 'memory' ? item.category : 'message';
  const title = item.kind === 'message' ? (item.speaker ?? item.role) : item.title;
  const excerpt = why.by === 'meaning' ? startOfPart(content, action) : sentenceMatched(content, why, action);
  return { id, kind, title, excerpt, trust, author, createdAt, score: likeness };
}

function sentenceMatched(content: string, { matched }: Judgement['why'], { summary }: Action): string {
  return cutShort(findSentenceAbout(content, topicWords(matched ?? summary)).text, EXCERPT_CHARS.matched);
}

/** Returns a short text whole, and of a longer one the part that begins with the sentence about the action. */
function startOfPart(content: string, { summary }: Action): string {
  if (content.length <= EXCERPT_CHARS.near) return content;
  return cutShort(content.slice(findSentenceAbout(content, topicWords(summary)).from), EXCERPT_CHARS.near);
}

function cutShort(text: string, charsMax: number): string {
  const shown = cutAtWord(text, charsMax);
  return shown.length < text.length ? `${shown}…` : text;
}

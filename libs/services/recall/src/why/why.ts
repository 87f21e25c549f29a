import { Injectable } from '@nestjs/common';
import {
  limits,
  RecallRequest,
  type Item,
  type ItemId,
  type Principal,
  type Scope,
  type WhyRequest,
  type WhyResponse,
} from '@cairn/contracts';
import { Conversations, Evidence, Lifecycle, ItemReader } from '@cairn/ports';
import { groupOf, headedPart, partsTold, sectionPathOf, shareOf, topicWords } from '@cairn/text';
import { hitOf } from '../hits/answer.ts';
import type { DistinctItem } from '../hits/distinct-items.ts';
import { evidenceOf } from '../hits/evidence-of.ts';
import { isCurrent, WideSearch } from '../hits/wide-search.ts';
import { accountOf, type Source } from './account.ts';
import { reasoningOf, whyBlockOf } from './reasoning.ts';

/** How many memories are read beside those that are shown. */
const MORE_MEMORIES = 20;
const MESSAGES = 10;
const SECTIONS = 60;
const CONVERSATION = 20;
/** When two records differ by less `rankScore`, the one that is asked for by name, or the decision, leads. */
const CLOSE = 0.15;
/** A hit is a source if its score is at least this share of the lead's. */
const SOURCE_SHARE = 0.5;
/** A heading is the name that was asked for if each has this share of the other's words. */
const NAMED_SHARE = 0.8;
/** How many characters of a text are read. */
const READ_CHARS = 40_000;

interface Asked {
  readonly principal: Principal;
  readonly scope: Scope;
  readonly channel: string | undefined;
  readonly words: ReadonlySet<string>;
}

/** Answers why something was decided, in quotations: decisions first, then lessons and rules, then messages. */
@Injectable()
export class Why {
  constructor(
    private readonly search: WideSearch,
    private readonly items: ItemReader,
    private readonly lifecycle: Lifecycle,
    private readonly conversations: Conversations,
    private readonly evidence: Evidence,
  ) {}

  async tell(principal: Principal, { decision, limit, channel, budgetChars }: WhyRequest): Promise<WhyResponse> {
    const wide = await this.search.find(principal, requestOf(decision, channel, limit), {
      memories: limit + MORE_MEMORIES,
      messages: MESSAGES,
    });
    const { context, finding, memories, messages, emptiness } = wide;
    const asked = { principal, scope: context.scope, channel, words: topicWords(decision) };
    const { leads, ...parts } = accountOf(await this.sourcesOf(asked, [...memories, ...messages]));
    const account = { leads, ...parts };
    const related = memories.filter((each) => isCurrent(each, context)).slice(0, limit);
    const { askedAt } = context;
    const evidence = await evidenceOf(this.evidence, context, related);
    const hits = related.map((each) => {
      const id = each.item.id as ItemId;
      return hitOf(each, { passage: finding.pool.passageOf(id), evidence: evidence.get(id), askedAt });
    });
    return {
      ...parts,
      reasoning: reasoningOf(account),
      relatedMemories: hits.filter((hit) => hit.kind === 'memory'),
      injectionBlock: whyBlockOf(decision, account, budgetChars),
      degraded: finding.pool.degraded,
      ...emptiness,
    };
  }

  private async sourcesOf(asked: Asked, all: readonly DistinctItem[]): Promise<Source[]> {
    const lead = leadOf(all, asked.words);
    if (!lead) return [];
    const [successors, sections, conversation] = await Promise.all([
      this.successorsOf(asked, lead.item),
      this.sectionsBeside(asked, lead.item),
      this.conversationOf(asked, lead.item),
    ]);
    const others = all.filter((each) => each !== lead && isSource(each, lead)).sort(byTier);
    const sources = [
      sourceOf(lead.item, 'lead', asked),
      ...successors.map((item) => sourceOf(item, 'successor', asked)),
      ...sections.map((item) => sourceOf(item, 'document', asked)),
      ...conversation.map((item) => sourceOf(item, 'conversation', asked)),
      ...others.map(({ item }) => sourceOf(item, 'found', asked)),
    ];
    const seen = new Set<string>();
    return sources.filter(({ item: { id } }) => !seen.has(id) && seen.add(id));
  }

  private async successorsOf({ scope }: Asked, { kind, id, state }: Item): Promise<Item[]> {
    if (kind !== 'memory' || state !== 'superseded') return [];
    const found = await this.lifecycle.successions(scope, [id]);
    const ids = found.flatMap(({ supersededBy }) => supersededBy ?? []);
    return ids.length === 0 ? [] : this.items.hydrate(scope, { kind: 'memory', includeArchived: true }, ids);
  }

  /** The other sections of the lead's document, best first for the document's name. */
  private async sectionsBeside({ principal, channel }: Asked, lead: Item): Promise<Item[]> {
    const document = groupOf(lead);
    if (lead.kind !== 'memory' || document === null) return [];
    const request = RecallRequest.parse({ query: document, over: 'memories', limit: SECTIONS, channel });
    const { memories } = await this.search.find(principal, request, { memories: SECTIONS, messages: 0 });
    return memories.map(({ item }) => item).filter((item) => groupOf(item) === document);
  }

  /** The messages that the lead was made from. */
  private async conversationOf({ scope }: Asked, lead: Item): Promise<Item[]> {
    if (lead.kind !== 'memory' || lead.sourceIds.length === 0) return [];
    const ids = await this.conversations.messagesOf(scope, lead);
    return this.items.hydrate(scope, { kind: 'message' }, ids.slice(0, CONVERSATION));
  }
}

const requestOf = (query: string, channel: string | undefined, limit: number): RecallRequest =>
  RecallRequest.parse({
    query,
    channel,
    mode: 'decision',
    over: 'both',
    limit: Math.min(limit + MORE_MEMORIES, limits.limit.max),
    includeArchived: true,
  });

/** The lead record. Among those close to the best, one with the asked name wins, then one that argues, then a decision. */
function leadOf(found: readonly DistinctItem[], asked: ReadonlySet<string>): DistinctItem | undefined {
  const best = Math.max(...found.map(({ ranked }) => ranked.rankScore));
  const close = found.filter(({ ranked }) => ranked.rankScore > best - CLOSE);
  const worth = ({ item }: DistinctItem) =>
    (2 * Number(isNamed(item, asked)) + Number(argues(item))) * TIERS - tierOf(item);
  return close.toSorted((one, other) => worth(other) - worth(one) || other.ranked.rankScore - one.ranked.rankScore)[0];
}

function isNamed(item: Item, asked: ReadonlySet<string>): boolean {
  if (item.kind === 'message') return false;
  const name = topicWords(sectionPathOf(item.title).at(-1) ?? item.title);
  return Math.min(shareOf(name, asked), shareOf(asked, name)) >= NAMED_SHARE;
}

/** Whether it is a section about alternatives or reasons. */
function argues(item: Item): boolean {
  const part = item.kind === 'memory' ? headedPart(sectionPathOf(item.title)) : undefined;
  return part === 'alternatives' || part === 'reasons';
}

const TIERS = 4;

/** 0 for decisions, 1 for lessons and rules, 2 for other memories, 3 for messages and notes. */
function tierOf(item: Item): number {
  if (item.kind !== 'memory') return 3;
  if (item.category === 'decision') return 0;
  return item.category === 'lesson' || item.category === 'rule' ? 1 : 2;
}

const byTier = (one: DistinctItem, other: DistinctItem): number => tierOf(one.item) - tierOf(other.item);

/** Whether a hit scores enough and is not a section of another document than the lead's. */
function isSource({ item, ranked }: DistinctItem, lead: DistinctItem): boolean {
  const document = lead.item.kind === 'memory' ? groupOf(lead.item) : null;
  const own = item.kind === 'memory' ? groupOf(item) : null;
  return ranked.score >= lead.ranked.score * SOURCE_SHARE && (document === null || own === null || own === document);
}

function sourceOf(item: Item, link: Source['link'], { words }: Asked): Source {
  const title = item.kind === 'memory' ? item.title : '';
  return { item, link, told: partsTold({ title, content: item.content.slice(0, READ_CHARS) }, words) };
}

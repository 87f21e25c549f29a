import { Injectable } from '@nestjs/common';
import type { ItemId, Memory, TimeRange } from '@cairn/contracts';
import { sharedChannelFor, type Filter, type Scope } from '@cairn/domain';
import { ItemReader, RankingReader, type TextSearch } from '@cairn/ports';
import { recipes } from '@cairn/ranking';
import { findEvent, type NamedEvent } from '@cairn/text';
import { runPart } from '../timing/attempt.ts';

/** A time that a query states relative to an event, and the memory with the date of that event. */
export interface EventTime {
  readonly event: ItemId;
  readonly time: TimeRange;
}

export interface EventQuestion {
  /** The word index to search. */
  readonly words: TextSearch;
  readonly query: string;
  readonly channel?: string | undefined;
  /** Time of the question, epoch ms. */
  readonly at: number;
}

const DAY_MS = 86_400_000;
/** If this many memories contain a name, it is not the name of a single event. */
const MEMORIES_MAX = 20;
/** The name of an event must contain at least this fraction of the words in the memory's title. */
const TITLE_SHARE_MIN = 0.5;
const FULL_COVERAGE_MIN = 0.999;

/**
 * Resolves times such as "before the release freeze". This requires that exactly one memory has the name of the event
 * as its title, and that this memory has a date.
 */
@Injectable()
export class EventTimes {
  constructor(
    private readonly items: ItemReader,
    private readonly ranking: RankingReader,
  ) {}

  /**
   * Returns undefined if no memory or several memories fit, or if the date is unknown, since no time is better than a
   * wrong time.
   */
  async find(scope: Scope, { words, query, channel, at }: EventQuestion): Promise<EventTime | undefined> {
    const named = findEvent(query);
    if (!named) return undefined;
    const [memory, ...others] = await this.memoriesOf(named, scope, words, {
      kind: 'memory',
      channel,
      sharedRoom: sharedChannelFor(scope, channel),
    });
    if (!memory || others.length > 0) return undefined;
    const date = await this.dateOf(memory, scope);
    const time = date && rangeOfRelation(named.relation, date, at);
    return time && time.from < time.to ? { event: memory.id, time } : undefined;
  }

  private async memoriesOf(named: NamedEvent, scope: Scope, words: TextSearch, filter: Filter): Promise<Memory[]> {
    const query = words.queryOf(named.words);
    const search = () => words.search(scope, query, filter, MEMORIES_MAX, recipes.fused.bm25.memory);
    const { answer = [] } = await runPart('the retriever words', search);
    const whole = answer.filter(({ covered }) => covered >= FULL_COVERAGE_MIN).map(({ id }) => id);
    if (whole.length === 0 || whole.length === MEMORIES_MAX) return [];
    const items = await this.items.hydrate(scope, filter, whole);
    return items
      .filter((item) => item.kind === 'memory')
      .filter(({ title }) => isTitledBy(words.queryOf(title).terms, query.terms));
  }

  /**
   * Finds the date of a memory. The start of its validity is preferred, then a time in its text. The time of writing is
   * used only for an event or a decision.
   */
  private async dateOf(
    { id, category, validFrom, validTo, timestamp }: Memory,
    scope: Scope,
  ): Promise<TimeRange | undefined> {
    if (validFrom) return { from: validFrom, to: Math.max(validTo ?? 0, validFrom + DAY_MS) };
    const [features] = await this.ranking.candidateFeatures(scope, 'memory', [id]);
    if (features?.mentionedTime) return features.mentionedTime;
    const happenedThen = category === 'event' || category === 'decision';
    return timestamp !== null && happenedThen ? { from: timestamp, to: timestamp + DAY_MS } : undefined;
  }
}

const isTitledBy = (title: readonly string[], terms: readonly string[]): boolean =>
  terms.every((term) => title.includes(term)) && terms.length >= title.length * TITLE_SHARE_MIN;

function rangeOfRelation(relation: NamedEvent['relation'], { from, to }: TimeRange, at: number): TimeRange {
  switch (relation) {
    case 'before':
    case 'until':
      return { from: 0, to: from };
    case 'after':
      return { from: to, to: Math.max(to + DAY_MS, at) };
    case 'since':
      return { from, to: Math.max(to, at) };
    case 'during':
      return { from, to };
  }
}

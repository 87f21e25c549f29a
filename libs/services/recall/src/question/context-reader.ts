import { Injectable } from '@nestjs/common';
import { sourcesOf, type ItemId, type RecallRequest } from '@cairn/contracts';
import { questionScopeOf, type Principal, type Scope } from '@cairn/domain';
import { Clock, Embedders, ItemReader, LiveWordIndex, type TextSearch } from '@cairn/ports';
import { recipes, type Question } from '@cairn/ranking';
import { asksForAll } from '@cairn/text';
import { bareEndIn, bareIdIn } from './bare-id.ts';
import { EventTimes } from './event-times.ts';
import { filtersOf } from './filters.ts';
import { readQuery, addEvent, type QueryContext, type ReadQuery } from './read-query.ts';
import type { RecallContext } from './recall-context.ts';
import { Speakers } from './speakers.ts';

/** A text for which similar items are searched. */
export interface NearText extends Pick<RecallContext, 'filters' | 'extraCandidates' | 'recipe' | 'retrieverMs'> {
  readonly text: string;
  readonly channel: string | undefined;
}

const noQuestion: Question = {
  speakers: [],
  askedRole: null,
  expects: { time: false, number: false, name: false },
  times: [],
  mode: 'general',
};

/** Time zone of the server, which applies to requests without a time zone. */
const LOCAL_TIME_ZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Builds the context of a request: the query as parsed in this scope, the indexes and the recipe. */
@Injectable()
export class ContextReader {
  constructor(
    private readonly speakers: Speakers,
    private readonly events: EventTimes,
    private readonly embedders: Embedders,
    private readonly words: LiveWordIndex,
    private readonly clock: Clock,
    private readonly items: ItemReader,
  ) {}

  async read(principal: Principal, request: RecallRequest): Promise<RecallContext> {
    const scope = questionScopeOf(principal, request.channel);
    const [people, { model, scale }, words] = await Promise.all([
      this.speakers.in(request.query, scope, request.channel),
      this.liveModel(scope),
      this.words.forQuestion(),
    ]);
    const { query, mode, askedAtMs, timeZone = LOCAL_TIME_ZONE } = request;
    const asked = { at: askedAtMs || this.clock.now(), timeZone };
    const bareId = bareIdIn(query) ?? (await this.idEnding(query, scope));
    // An id has no meaning to compare, so only the word index is searched, with the id as a phrase. The answer has the
    // item with this id and texts that contain the whole id.
    const [text, recipe] = bareId ? [`"${bareId}"`, recipes.words] : [query, recipes[request.recipe]];
    const read = await this.withTimes(scope, words, request.channel, { query: text, mode, people, asked });
    const wanted = bareId ? { ...request, includeArchived: true } : request;
    return {
      scope,
      isWithoutModel: this.embedders.isOff,
      query: read,
      filters: filtersOf(wanted, { scope, askedAt: asked.at }),
      askedAt: asked.at,
      recipe,
      model,
      scale,
      words,
      abstains: request.abstain && request.minScore !== 0,
      isTopicless: asksForAll(query),
      memoriesFirst: sourcesOf(request) === 'all' && !asksForChat(read.question),
      collapses: request.collapse,
      wanted: request.limit ?? 0,
      asksGraph: recipe.answersByGraph,
      project: request.project,
      bareId,
    };
  }

  /**
   * Finds the item with the short id that is the whole question. Undefined if no item or several items have this short
   * id.
   */
  private async idEnding(query: string, scope: Scope): Promise<ItemId | undefined> {
    const end = bareEndIn(query);
    const [id, ...others] = end === undefined ? [] : await this.items.idsByEnd(scope, [end]);
    return others.length === 0 ? id : undefined;
  }

  /**
   * Builds the context of a search for items similar to a text. The text is not a question, so names and times in it are
   * not parsed.
   */
  async readNear(principal: Principal, { text, channel, ...near }: NearText): Promise<RecallContext> {
    const scope = questionScopeOf(principal, channel);
    const [live, words] = await Promise.all([this.liveModel(scope), this.words.forQuestion()]);
    return {
      scope,
      isWithoutModel: this.embedders.isOff,
      query: {
        text,
        words: words.queryOf(text),
        meaning: text,
        question: noQuestion,
        names: [],
        askedNames: [],
        topic: [],
        wantsPerson: false,
      },
      askedAt: this.clock.now(),
      ...live,
      words,
      abstains: true,
      memoriesFirst: false,
      collapses: true,
      wanted: 0,
      asksGraph: false,
      ...near,
    };
  }

  private async liveModel({ orgId }: Scope) {
    const model = await this.embedders.live();
    return { model, scale: await this.embedders.scaleOf(model, orgId) };
  }

  /** Adds the time of the event that a query names, unless the query states a time itself. */
  private async withTimes(
    scope: Scope,
    words: TextSearch,
    channel: string | undefined,
    asking: QueryContext,
  ): Promise<ReadQuery> {
    const read = readQuery(asking, words);
    if (read.question.times.length > 0) return read;
    const event = await this.events.find(scope, { words, query: asking.query, channel, at: asking.asked.at });
    return event ? addEvent(read, event) : read;
  }
}

/** Whether a question asks for messages themselves, that is, for a statement of somebody or for a conversation. */
const asksForChat = ({ speakers, askedRole, mode }: Question): boolean =>
  speakers.length > 0 || askedRole === 'assistant' || mode === 'conversation';

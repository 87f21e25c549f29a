import { Injectable } from '@nestjs/common';
import {
  scopeOf,
  toolLimits,
  type Message,
  type MessageHit,
  type MessageSearchRequest,
  type MessageSearchResponse,
  type Principal,
  type RecallRequest,
  type RecallResponse,
  type RecentMessage,
  type RecentRequest,
  type RecentResponse,
  type StatsResponse,
} from '@cairn/contracts';
import { Truth } from '@cairn/ports';
import { OneAtATime } from './one-at-a-time.ts';
import { Recall } from './recall.ts';

/** The read side as its callers know it. */
@Injectable()
export class ReadApi {
  private readonly counting = new OneAtATime<StatsResponse>();

  constructor(
    private readonly truth: Truth,
    private readonly questions: Recall,
  ) {}

  recall(principal: Principal, request: RecallRequest): Promise<RecallResponse> {
    return this.questions.answer(principal, request);
  }

  async searchMessages(principal: Principal, request: MessageSearchRequest): Promise<MessageSearchResponse> {
    const usual = toolLimits.searchLimit.default;
    const { hits, ...answer } = await this.questions.answer(principal, overMessages(request), usual);
    return {
      query: request.query,
      results: hits.filter((hit): hit is MessageHit => hit.kind === 'message'),
      ...answer,
    };
  }

  async recent(principal: Principal, request: RecentRequest): Promise<RecentResponse> {
    const { limit, channel, sessionKey, sinceMs } = request;
    const scope = scopeOf(principal, channel);
    const messages = await this.truth.recent(scope, { kind: 'message', channel, sessionKey, sinceMs }, limit);
    return {
      messages: messages.map(recentOf),
      query: { limit, channel: channel ?? null, sessionKey: sessionKey ?? null, sinceMs: sinceMs ?? null },
    };
  }

  /** Counts everything that the scope sees, which takes long in a large store: one at a time for each organisation. */
  stats(principal: Principal): Promise<StatsResponse> {
    const scope = scopeOf(principal);
    return this.counting.ask(scope.orgId, scope.principalId, () => this.truth.stats(scope));
  }
}

const recentOf = (message: Message): RecentMessage => {
  const { id, role, speaker, content, channel, sessionKey, timestamp, createdAt, author } = message;
  return { _id: id, messageId: id, role, speaker, content, channel, sessionKey, timestamp, createdAt, author };
};

const overMessages = (request: MessageSearchRequest): RecallRequest => ({
  ...request,
  over: 'messages',
  mode: 'general',
  tagMatch: 'any',
  includeAssociations: false,
  includeArchived: false,
});

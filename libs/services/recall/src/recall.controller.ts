import { Controller } from '@nestjs/common';
import {
  HIT_SCORE_MIN,
  CairnError,
  toolLimits,
  type ItemId,
  type MessageHit,
  type MessageSearchRequest,
  type MessageSearchResponse,
  type ParsedInput,
  type RecallRequest,
  type RecallResponse,
  type RecentResponse,
  type SessionTurns,
  type StatsResponse,
} from '@cairn/contracts';
import { scopeOf, demoFilterFor, type Principal, type Scope } from '@cairn/domain';
import { Serves } from '@cairn/platform';
import { ItemReader } from '@cairn/ports';
import { SerialAnswers } from './timing/one-at-a-time.ts';
import { Answers } from './answers.ts';
import { shownMessage, TurnReader } from './session-turns.ts';

@Controller()
export class RecallController {
  private readonly counting = new SerialAnswers<StatsResponse>();

  constructor(
    private readonly items: ItemReader,
    private readonly questions: Answers,
    private readonly turns: TurnReader,
  ) {}

  @Serves('recall')
  recall(principal: Principal, { body: request }: ParsedInput<'recall'>): Promise<RecallResponse> {
    requireOwnName(principal, request.agentId);
    const { minScore = request.abstain ? HIT_SCORE_MIN : 0 } = request;
    return this.questions.answer(
      principal,
      { ...request, minScore },
      principal.recallLimit ?? toolLimits.recallLimit.default,
    );
  }

  @Serves('searchMessages')
  async searchMessages(
    principal: Principal,
    { body: request }: ParsedInput<'searchMessages'>,
  ): Promise<MessageSearchResponse> {
    requireOwnName(principal, request.agentId);
    const usual = toolLimits.searchLimit.default;
    const { hits, searched: _, ...answer } = await this.questions.answer(principal, overMessages(request), usual);
    const results = hits.filter((hit): hit is MessageHit => hit.kind === 'message');
    const turns = await this.turnsOf(scopeOf(principal, request.channel), results, request.neighbours);
    return { query: request.query, results, ...turns, ...answer };
  }

  @Serves('recent')
  async recent(principal: Principal, { query }: ParsedInput<'recent'>): Promise<RecentResponse> {
    const { limit, channel, sessionKey, sinceMs, neighbours } = query;
    const scope = scopeOf(principal, channel);
    const messages = await this.items.recent(
      scope,
      { kind: 'message', channel, sessionKey, sinceMs, ...demoFilterFor(channel) },
      limit,
    );
    const shown = messages.map(shownMessage);
    return {
      messages: shown,
      ...(await this.turnsOf(scope, shown, neighbours)),
      query: { limit, channel: channel ?? null, sessionKey: sessionKey ?? null, sinceMs: sinceMs ?? null },
    };
  }

  private async turnsOf(
    scope: Scope,
    found: readonly { readonly messageId: string }[],
    neighbours: number | undefined,
  ): Promise<{ turns?: SessionTurns[] }> {
    if (neighbours === undefined) return {};
    const ids = found.map(({ messageId }) => messageId as ItemId);
    return { turns: await this.turns.around(scope, ids, neighbours) };
  }

  /** Counts all items of the scope. This is slow in a large store, so each organisation has only one count at a time. */
  @Serves('stats')
  stats(principal: Principal): Promise<StatsResponse> {
    const scope = scopeOf(principal);
    return this.counting.ask(scope.orgId, scope.principalId, () => this.items.stats(scope));
  }
}

/** Refuses an `agentId` that is neither the id nor the name of the caller. Compatible clients send this field. */
export function requireOwnName({ principalId, name }: Principal, agentId: string | undefined): void {
  if (agentId === undefined || agentId === principalId || agentId === name) return;
  const issue = {
    field: 'agentId',
    message: 'is not who this key stands for',
    value: agentId,
    allowed: 'leave it out, or your own id or name',
  };
  throw new CairnError('request/invalid', 'agentId must name the caller.', { issues: [issue] });
}

const overMessages = ({ neighbours: _, ...request }: MessageSearchRequest): RecallRequest => ({
  ...request,
  sources: 'messages',
  mode: 'general',
  tagMatch: 'any',
  includeAssociations: false,
  collapse: true,
  includeArchived: false,
  includeProposed: false,
});

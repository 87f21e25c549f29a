import { Controller } from '@nestjs/common';
import {
  RecallRequest,
  type ItemId,
  type KnowledgeHit,
  type KnowledgeQueryResponse,
  type MemoryHit,
  type ParsedInput,
} from '@cairn/contracts';
import { requireReachedBase, asBaseMember, type Filter, type Principal } from '@cairn/domain';
import { Serves, Uses } from '@cairn/platform';
import { ItemReader } from '@cairn/ports';
import { confidenceOf } from '@cairn/ranking';
import { knowledgeBases, type KnowledgeBases } from '@cairn/store';
import { hitOf } from './hits/answer.ts';
import { ContextReader } from './question/context-reader.ts';
import { cutToDetail } from './hits/detail.ts';
import type { DistinctItem } from './hits/distinct-items.ts';
import { Hydration } from './hits/hydration.ts';
import { injectionBlockOf } from './hits/injection-block.ts';
import { nextStepOf } from './hits/next-step.ts';
import { requireOwnName } from './recall.controller.ts';
import { RankedSearch, type FindingQuery } from './search/ranked-search.ts';
import type { RecallContext } from './question/recall-context.ts';
import { Stopwatch } from './timing/stopwatch.ts';

/**
 * Answers from one knowledge base. Checks the caller's access in the truth first, then ranks the chunks of the base as
 * recall does.
 */
@Controller()
export class KnowledgeSearchController {
  constructor(
    @Uses(knowledgeBases) private readonly bases: KnowledgeBases,
    private readonly contexts: ContextReader,
    private readonly search: RankedSearch,
    private readonly hydration: Hydration,
    private readonly items: ItemReader,
  ) {}

  @Serves('queryKnowledge')
  async find(principal: Principal, { body: request }: ParsedInput<'queryKnowledge'>): Promise<KnowledgeQueryResponse> {
    requireOwnName(principal, request.agentId);
    const base = requireReachedBase(await this.bases.list({ orgId: principal.orgId }), principal, request);
    const { knowledgeBaseId, name: knowledgeBaseName } = base;
    const { query, limit, budgetChars } = request;
    const asked = RecallRequest.parse({ query, limit });
    const read = await this.contexts.read(asBaseMember(principal, knowledgeBaseId), asked);
    const filters: Filter[] = [{ kind: 'memory', knowledgeBases: [knowledgeBaseId] }];
    const context = { ...read, filters };
    const finding = await this.search.find(context, 0, new Stopwatch());
    const { kept, restated } = await this.hydration.distinct(context, finding, limit);
    const hits = kept.map((each) => {
      const passage = finding.pool.passageOf(each.item.id as ItemId);
      const hit = hitOf(each, { passage, askedAt: context.askedAt }) as MemoryHit;
      return { hit: cutToDetail(hit, request.detail) as MemoryHit, item: each.item };
    });
    const degraded = finding.pool.degraded.sort();
    const emptiness = hits.length > 0 ? {} : await this.emptiness(context, finding);
    const shown = { hits: hits.map(({ hit }) => hit), degraded, flags: [], ...emptiness, budgetChars };
    return {
      ...{ knowledgeBaseId, knowledgeBaseName, query },
      chunks: hits.map(chunkOf),
      injectionBlock: injectionBlockOf(shown),
      confidence: confidenceOf(finding.relevant.filter(({ id }) => !restated.has(id))),
      degraded,
      ...emptiness,
    };
  }

  private async emptiness({ scope, filters }: RecallContext, { isOffTopic, reranked }: FindingQuery) {
    const isEmpty = (await this.items.count(scope, filters[0]!, 1)) === 0;
    const reason = isEmpty ? 'nothing-stored' : isOffTopic ? 'foreign-topic' : 'no-match';
    const nextStep = isEmpty
      ? 'Next step: put documents into this knowledge base first (crystal_import_knowledge, cairn kb import).'
      : nextStepOf({ reason, ranked: reranked.ranked });
    return { reason, nextStep } as const;
  }
}

interface Shown {
  readonly hit: MemoryHit;
  readonly item: DistinctItem['item'];
}

function chunkOf({ hit, item: { provenance } }: Shown): KnowledgeHit {
  const { memoryId, title, content, section, author, createdAt, score, similarity, excerpt, cut } = hit;
  const numberOf = (name: string) => (provenance[name] === undefined ? null : Number(provenance[name]));
  return {
    ...{ memoryId, title, content, author, createdAt, score, similarity },
    ...(section && { section }),
    ...(excerpt && { excerpt }),
    ...(cut && { cut }),
    sourceUrl: provenance['sourceUrl'] ?? null,
    chunkIndex: numberOf('chunkIndex'),
    totalChunks: numberOf('totalChunks'),
  };
}

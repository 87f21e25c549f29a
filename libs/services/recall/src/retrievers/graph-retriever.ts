import { Injectable } from '@nestjs/common';
import type { ItemId, ItemKind } from '@cairn/contracts';
import { entitiesNamedIn, evidenceAround } from '@cairn/graph';
import { ItemReader } from '@cairn/ports';
import type { Filter } from '@cairn/domain';
import { graphs, type Graphs, graphReader } from '@cairn/store';
import { Uses } from '@cairn/platform';
import type { RecallContext } from '../question/recall-context.ts';
import type { Stopwatch } from '../timing/stopwatch.ts';
import type { ItemToScore, Retrieval, RetrievedItem, Retriever, ScoredItem } from './retriever.ts';

/** Finds memories that are evidence of relations near the entities in the question. */
@Injectable()
export class GraphRetriever implements Retriever {
  readonly name = 'graph';
  readonly scores = ['graph'];

  constructor(
    @Uses(graphs) private readonly graphs: Graphs,
    private readonly items: ItemReader,
  ) {}

  async open(context: RecallContext, watch: Stopwatch): Promise<Retrieval> {
    const nearness = await watch.time('graph', () => this.nearness(context));
    return new GraphRetrieval(context, this.items, nearness);
  }

  private async nearness({ scope, query, askedAt }: RecallContext): Promise<ReadonlyMap<string, number>> {
    const reader = graphReader(this.graphs, scope);
    const named = await entitiesNamedIn(reader, query.text);
    return evidenceAround(reader, { entityIds: named.map(({ id }) => id), asOf: askedAt });
  }
}

class GraphRetrieval implements Retrieval {
  readonly scores: readonly string[];

  constructor(
    private readonly context: RecallContext,
    private readonly items: ItemReader,
    /** Nearness, 0-1, of each memory to the entities in the question, by memory id. */
    private readonly nearness: ReadonlyMap<string, number>,
  ) {
    this.scores = nearness.size > 0 ? ['graph'] : [];
  }

  async retrieve(filter: Filter, limit: number): Promise<readonly RetrievedItem[]> {
    if (filter.kind !== 'memory' || this.nearness.size === 0) return [];
    const best = [...this.nearness].sort(nearestFirst).slice(0, limit);
    const read = await this.items.hydrate(
      this.context.scope,
      filter,
      best.map(([id]) => id as ItemId),
    );
    return read.map(({ id }) => ({ id }));
  }

  score(kind: ItemKind, items: readonly ItemToScore[]): Promise<readonly ScoredItem[]> {
    if (kind !== 'memory') return Promise.resolve([]);
    const scored = items.flatMap(({ id }) => {
      const graph = this.nearness.get(id);
      return graph === undefined ? [] : [{ id, scores: { graph } }];
    });
    return Promise.resolve(scored);
  }
}

const nearestFirst = ([a, near]: readonly [string, number], [b, other]: readonly [string, number]): number =>
  other - near || (a < b ? -1 : 1);

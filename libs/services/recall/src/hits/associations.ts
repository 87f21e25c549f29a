import { Injectable } from '@nestjs/common';
import { associationRelations, ASSOCIATIONS_MAX, type Association, type ItemId, type Memory } from '@cairn/contracts';
import { isOfDemo, type Scope } from '@cairn/domain';
import { Clock, ItemReader, RankingReader } from '@cairn/ports';
import { lifecycle, type Lifecycle, graphs, type Graphs } from '@cairn/store';
import { Uses } from '@cairn/platform';
import type { ItemRef } from '../question/recall-context.ts';
import type { CandidatePool } from '../search/candidate-pool.ts';

/** A link from a memory to a linked memory that is not loaded yet. */
interface Link {
  readonly from: ItemId;
  readonly to: ItemId;
  readonly relation: Association['relation'] | 'derivation';
  readonly through?: Association['through'];
}

/**
 * Finds memories linked to given ones within a scope: by succession, derivation, a common source, restatement,
 * contradiction, the same subject, or the same entity.
 */
@Injectable()
export class Associations {
  constructor(
    private readonly items: ItemReader,
    private readonly ranking: RankingReader,
    @Uses(lifecycle) private readonly lifecycle: Lifecycle,
    @Uses(graphs) private readonly graphs: Graphs,
    private readonly clock: Clock,
  ) {}

  /**
   * Finds at most `most` linked memories for each given memory. The closest kinds of link come first, and within a kind
   * the newest memories. The map lacks given memories without a link.
   */
  async of(
    scope: Scope,
    memories: readonly Memory[],
    { sourceLinks, links: linksOf }: Pick<CandidatePool, 'sourceLinks' | 'links'>,
    most: number = ASSOCIATIONS_MAX,
  ): Promise<ReadonlyMap<ItemId, readonly Association[]>> {
    if (memories.length === 0) return new Map();
    const sources = memories.flatMap(({ id }) => (sourceLinks.get(id) ?? []).map((ref) => ({ id, ref })));
    const linked = memories.flatMap(({ id }) => linksOf.get(id) ?? []);
    const [succeeding, sharing, about, related] = await Promise.all([
      this.succeeding(scope, memories),
      this.sharing(scope, sources),
      this.aboutTheSame(scope, memories),
      this.related(scope, memories),
    ]);
    const made = sources.filter(({ ref }) => ref.kind === 'memory');
    const links = [
      ...succeeding,
      ...made.map(({ id, ref }): Link => ({ from: id, to: ref.id, relation: 'derivation' })),
      ...sharing,
      ...linked.map(({ id, other, kind }): Link => ({ from: id, to: other, relation: kind })),
      ...about,
      ...related,
    ];
    const wanted = [...new Set(links.map(({ to }) => to))];
    if (wanted.length === 0) return new Map();
    const read = await this.items.hydrate(scope, { kind: 'memory', includeArchived: true }, wanted);
    const byId = new Map([...memories, ...read].map((item) => [item.id, item as Memory]));
    const found = links.flatMap((link) => associationOf(link, byId));
    const byMemory = Map.groupBy(found, ({ from }) => from);
    return new Map(
      [...byMemory].map(([id, some]) => [id, selectNearest(some.map(({ found: one }) => one)).slice(0, most)]),
    );
  }

  private async succeeding(scope: Scope, memories: readonly Memory[]): Promise<Link[]> {
    const successions = await this.lifecycle.successions({ scope, ids: memories.map(({ id }) => id) });
    return successions.flatMap(({ id, supersedes, supersededBy }): Link[] => [
      ...(supersedes ?? []).map((to) => ({ from: id, to, relation: 'supersedes' }) as const),
      ...(supersededBy ? [{ from: id, to: supersededBy, relation: 'superseded by' } as const] : []),
    ]);
  }

  /** Finds the newest memories with the same subject. */
  private async aboutTheSame(scope: Scope, memories: readonly Memory[]): Promise<Link[]> {
    const bySubject = Map.groupBy(memories, ({ subject }) => subject ?? '');
    bySubject.delete('');
    const links = [...bySubject].map(async ([subject, some]) => {
      const filter = { kind: 'memory', subject, noDemo: !some.some(isOfDemo) } as const;
      const others = await this.items.list(scope, filter, { order: 'newest', limit: ASSOCIATIONS_MAX + 1 });
      return some.flatMap(({ id: from }) =>
        others.flatMap(({ id: to }): Link[] => (from === to ? [] : [{ from, to, relation: 'same subject' }])),
      );
    });
    return (await Promise.all(links)).flat();
  }

  /** Finds memories about the same entities. */
  private async related(scope: Scope, memories: readonly Memory[]): Promise<Link[]> {
    const ids = memories.map(({ id }) => id);
    const links = ids.length === 0 ? [] : await this.graphs.linked({ scope, ids, asOf: this.clock.now() });
    return links.map(({ memoryId, otherId, ...through }) => ({
      ...{ from: memoryId as ItemId, to: otherId as ItemId },
      ...{ relation: 'same entity', through },
    }));
  }

  /** Finds memories that have sources in common. */
  private async sharing(
    scope: Scope,
    sources: readonly { readonly id: ItemId; readonly ref: ItemRef }[],
  ): Promise<Link[]> {
    const bySource = Map.groupBy(sources, ({ ref }) => ref.id);
    const byKind = Map.groupBy(sources, ({ ref }) => ref.kind);
    const others = await Promise.all(
      [...byKind].map(([kind, some]) =>
        this.ranking.sourceLinks(scope, kind, [...new Set(some.map(({ ref }) => ref.id))]),
      ),
    );
    return others
      .flat()
      .flatMap(({ id: source, linked: { kind, id: to } }) =>
        (kind === 'memory' ? (bySource.get(source) ?? []) : [])
          .filter(({ id }) => id !== to)
          .map(({ id }): Link => ({ from: id, to, relation: 'same source' })),
      );
  }
}

function associationOf({ from, to, relation, through }: Link, byId: ReadonlyMap<string, Memory>) {
  const [hit, other] = [byId.get(from), byId.get(to)];
  if (!hit || !other || (other.state !== 'active' && !SUCCESSION_RELATIONS.has(relation))) return [];
  const { id: memoryId, title, store, category, state } = other;
  const named = relation === 'derivation' ? madeFrom(hit, other) : relation;
  return [{ from, found: { memoryId, relation: named, ...(through && { through }), title, store, category, state } }];
}

/**
 * Relations whose linked memory is shown even if it is superseded or archived. With any other relation, only active
 * memories are shown.
 */
const SUCCESSION_RELATIONS: ReadonlySet<Link['relation']> = new Set(['supersedes', 'superseded by']);

/** Tells which of two memories was derived from the other. The derived memory names its source by id or external id. */
const madeFrom = ({ sourceIds }: Memory, { id, externalId }: Memory): Association['relation'] =>
  sourceIds.some((source) => source === id || source === externalId) ? 'derives from' : 'source of';

/** Keeps one association for each memory: the association with the closest kind of link. */
function selectNearest(found: readonly Association[]): Association[] {
  const rank = ({ relation }: Association) => associationRelations.indexOf(relation);
  const ordered = [...found].sort((one, other) => rank(one) - rank(other) || (one.memoryId < other.memoryId ? 1 : -1));
  return [...new Map(ordered.toReversed().map((one) => [one.memoryId, one])).values()].reverse();
}

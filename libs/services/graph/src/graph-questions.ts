import type {
  ConnectionRequest,
  ConnectionResponse,
  DependenciesRequest,
  DependenciesResponse,
  DependencyBranch,
  Evidence,
  ExploreRequest,
  ExploreResponse,
  GraphEntity,
  GraphReader,
  GraphRelation,
  ItemId,
  Memory,
  MemoryId,
  NamedElsewhere,
  NamedNode,
  OwnersRequest,
  OwnersResponse,
  ShownRelation,
} from '@cairn/contracts';
import { questionScopeOf, type Principal, type Scope } from '@cairn/domain';
import {
  canonicalKey,
  dependencyChain,
  entitiesNamedIn,
  explainConnection,
  findNeighbourhood,
  normaliseName,
  findOwnedNamesakes,
  ownersOfName,
  questionReader,
  findRelated,
  type ConnectionPath,
  type DependencyNode,
  type Hop,
  type NamedOwnership,
  type Owner,
  type Resolution,
} from '@cairn/graph';
import { Clock, IndexLedger, ItemReader } from '@cairn/ports';
import { Injectable } from '@nestjs/common';
import { graphs, type Graphs, graphReader } from '@cairn/store';
import { Uses } from '@cairn/platform';
import { GraphNames, namedNode, nodeOf } from './graph-names.ts';
import { MemoriesByName } from './naming-memories.ts';
import { sourceSentences } from './source-sentences.ts';

/** The most memories that an answer names as evidence of a relation. */
const EVIDENCE_MAX = 20;
const SUPPORTING_MAX = 50;

const QUOTES_MAX = 5;
/** Matches a text that is a question rather than a name. */
const QUESTION_TEXT = /\?\s*$|^\s*(?:who|whom|whose|what|which|where|is|are|does|do|can)\b/iu;
/** Least number of words of a question; a shorter text is a name. */
const QUESTION_WORDS_MIN = 3;

interface AnsweredOwners {
  readonly owners: readonly Owner[];
  readonly resolution: Resolution;
  readonly name: string;
}

interface RelationAsked {
  readonly name: string;
  readonly type?: string | undefined;
  readonly end?: 'from' | 'to';
}

interface Asked {
  readonly channel?: string | undefined;
  readonly asOf?: number | undefined;
}

/** A question, and the graph in the caller's scope. */
interface Opened {
  readonly principal: Principal;
  readonly channel: string | undefined;
  readonly scope: Scope;
  readonly reader: GraphReader;
  readonly asOf: number;
}

/** Answers questions from the graph in the caller's scope, without guesses. */
@Injectable()
export class GraphQuestions {
  constructor(
    @Uses(graphs) private readonly graphs: Graphs,
    private readonly items: ItemReader,
    private readonly names: GraphNames,
    private readonly clock: Clock,
    private readonly naming: MemoriesByName,
    private readonly ledger: IndexLedger,
  ) {}

  async owners(principal: Principal, asked: OwnersRequest): Promise<OwnersResponse> {
    const opened = this.open(principal, asked);
    const { scope, reader, asOf } = opened;
    const { repository } = asked;
    const relation = await this.relationAsked(reader, asked);
    const { name } = relation;
    const resolve = (called: string, home: string | undefined) =>
      this.names.resolve(reader, scope, { name: called, repository: home });
    const found = await ownersOfName(reader, { name, repository, asOf, resolve });
    const named = namedNode(name, found.resolution);
    const { authors = [], owned = [], below = [] } = found.ownership ?? {};
    const { isRuled = false, truncated = false } = found.ownership ?? {};
    const { owners, ...answered } = await findCurrentOwners(reader, { relation, found, asOf });
    const namesakes = owners.length > 0 ? [] : await findOwnedNamesakes(reader, { name, asOf });
    const isByRule = named.resolution === 'unknown' && (owners.length > 0 || isRuled);
    const isAnswered = owners.length + namesakes.length > 0;
    const [quotes, shown] = await Promise.all([
      this.sentences(scope, { owners, resolution: found.resolution, name }),
      isAnswered || named.resolution === 'ambiguous' ? named : this.withNaming(opened, named),
    ]);
    return {
      entity: asked.entity,
      named: isByRule ? { ...shown, resolution: 'rules' } : shown,
      owners: owners.map(shownOwner),
      authors: authors.map(shownOwner),
      ownedBy: owned.map(shownOwner),
      namesakes: namesakes.map((like) => ({ node: nodeOf(like.entity), owners: like.owners.map(nodeOf) })),
      below: below.map((rule) => ({ pattern: rule.pattern, owners: rule.owners.map(nodeOf) })),
      ...answered,
      ...(quotes.length > 0 && { quotes }),
      truncated,
    };
  }

  /**
   * Finds the requested relation and its entity. A text of several words is parsed as a question, unless an entity has
   * that text as its name. If the question cannot be parsed but names exactly one entity, it asks for the owners of
   * that entity.
   */
  private async relationAsked(reader: GraphReader, { entity, relation }: OwnersRequest): Promise<RelationAsked> {
    if (relation !== undefined || entity.trim().split(/\s+/u).length < QUESTION_WORDS_MIN)
      return { name: entity, type: relation };
    const [called] = await reader.findByNames([normaliseName(entity)], 1);
    if (called) return { name: entity };
    const read = (await questionReader())(entity);
    if (read || !QUESTION_TEXT.test(entity)) return read ?? { name: entity };
    const [only, ...others] = await entitiesNamedIn(reader, entity);
    return { name: only && others.length === 0 ? canonicalKey(only) : entity };
  }

  /** Reads the sentences of memories that state a relation. Leaves out memories that the caller may not read now. */
  private async sentences(scope: Scope, { owners, resolution, name }: AnsweredOwners) {
    const told = owners.filter(({ how }) => how === 'direct').slice(0, QUOTES_MAX);
    const ids = [...new Set(told.flatMap(({ evidence }) => evidence.map(({ memoryId }) => memoryId)))];
    if (ids.length === 0) return [];
    const items = await this.items.hydrate(scope, { kind: 'memory' }, ids.slice(0, SUPPORTING_MAX) as ItemId[]);
    const { entity } = resolution.type === 'found' ? resolution : {};
    const about = entity ? [entity.name, ...entity.aliases] : [name];
    return sourceSentences({ rows: told, about }, new Map(items.map((item) => [item.id as string, item as Memory])));
  }

  async connection(principal: Principal, asked: ConnectionRequest): Promise<ConnectionResponse> {
    const opened = this.open(principal, asked);
    const { scope, reader, asOf } = opened;
    const { entityA, entityB, repository } = asked;
    const [a, b] = await Promise.all([
      this.names.resolve(reader, scope, { name: entityA, repository }),
      this.names.resolve(reader, scope, { name: entityB, repository }),
    ]);
    const [namedA, namedB] = await Promise.all([this.named(opened, entityA, a), this.named(opened, entityB, b)]);
    const names = { entityA, entityB, namedA, namedB };
    if (a.type !== 'found' || b.type !== 'found') return { ...names, outcome: 'unresolved', ...NO_CONNECTION };
    const { outcome, paths, truncated } = await explainConnection(reader, { a: a.entity.id, b: b.entity.id, asOf });
    const hops = paths.flatMap((path) => path.hops);
    const entities = await entitiesOf(
      reader,
      hops.flatMap(({ from, to }) => [from, to]),
    );
    const shown = hops.map(({ relation }) => relation);
    return {
      ...names,
      outcome: outcomeNames[outcome],
      directRelations: paths
        .filter((path) => path.hops.length === 1)
        .flatMap((path) => path.hops.map(({ relation }) => shownRelation(relation, entities))),
      indirectPaths: paths.filter((path) => path.hops.length > 1).map((path) => indirectPath(path, entities)),
      supportingMemories: await this.supporting(scope, shown),
      truncated,
    };
  }

  async dependencies(principal: Principal, asked: DependenciesRequest): Promise<DependenciesResponse> {
    const opened = this.open(principal, asked);
    const { scope, reader, asOf } = opened;
    const { entity, repository, direction, maxDepth, relationTypes } = asked;
    const resolution = await this.names.resolve(reader, scope, { name: entity, repository });
    const head = { entity, named: await this.named(opened, entity, resolution), direction };
    if (resolution.type !== 'found')
      return { ...head, chain: [], tree: [], cycles: [], totalNodes: 0, truncated: false };
    const question = { entityId: resolution.entity.id, direction, maxDepth, asOf };
    const chain = await dependencyChain(reader, { ...question, ...(relationTypes && { types: relationTypes }) });
    const pathTo = pathsIn(chain.nodes);
    const ids = [question.entityId, ...chain.nodes.map(({ entityId }) => entityId), ...chain.cycles.flat()];
    const entities = await entitiesOf(reader, ids);
    return {
      ...head,
      chain: chain.nodes.flatMap((node) => dependencyRow(node, entities, pathTo(node.entityId))),
      tree: branchesBelow(question.entityId, chain.nodes, entities),
      cycles: chain.cycles.map((cycle) => cycle.map((id) => entities.get(id)?.name ?? '')),
      totalNodes: chain.nodes.length,
      truncated: chain.truncated !== undefined,
      ...(chain.truncated && { leftOut: chain.truncated }),
    };
  }

  async explore(principal: Principal, asked: ExploreRequest): Promise<ExploreResponse> {
    const opened = this.open(principal, asked);
    const { scope, reader, asOf } = opened;
    const { entity, repository, depth, limit } = asked;
    const resolution = await this.names.resolve(reader, scope, { name: entity, repository });
    const head = { entity, named: await this.named(opened, entity, resolution) };
    if (resolution.type !== 'found') return { ...head, nodes: [], relations: [], truncated: false };
    const around = await findNeighbourhood(reader, { entityId: resolution.entity.id, depth, limit, asOf });
    const entities = await entitiesOf(
      reader,
      around.nodes.map(({ id }) => id),
    );
    const ends = around.relations.flatMap(({ from, to }) => (from === to ? [from] : [from, to]));
    const degrees = Map.groupBy(ends, (id) => id);
    return {
      ...head,
      nodes: around.nodes.flatMap(({ id, depth }) => {
        const found = entities.get(id);
        return found ? [{ ...nodeOf(found), depth, degree: degrees.get(id)?.length ?? 0 }] : [];
      }),
      relations: around.relations.map((relation) => shownRelation(relation, entities)),
      truncated: around.truncated,
    };
  }

  private open(principal: Principal, { channel, asOf }: Asked): Opened {
    const scope = questionScopeOf(principal, channel);
    return { principal, channel, scope, reader: graphReader(this.graphs, scope), asOf: asOf ?? this.clock.now() };
  }

  /** Describes how a name was resolved; for an unknown name, adds the memories that contain it. */
  private async named(opened: Opened, name: string, resolution: Resolution): Promise<NamedNode> {
    const named = namedNode(name, resolution);
    return resolution.type === 'unknown' ? this.withNaming(opened, named) : named;
  }

  private async withNaming(opened: Opened, named: NamedNode): Promise<NamedNode> {
    return { ...named, elsewhere: await this.findElsewhere(opened, named.name) };
  }

  /** Finds the memories that contain a name that the graph does not have, and whether the graph has not read some memories yet. */
  elsewhere(principal: Principal, name: string, channel: string | undefined): Promise<NamedElsewhere> {
    return this.findElsewhere(this.open(principal, { channel }), name);
  }

  private async findElsewhere({ principal, channel, scope, reader }: Opened, name: string): Promise<NamedElsewhere> {
    const [elsewhere, isBehind] = await Promise.all([
      this.naming.of(principal, { name, channel, reader }),
      this.ledger.isBehind(scope, 'graph', 0),
    ]);
    return { ...elsewhere, ...(isBehind && { pending: true as const }) };
  }

  /** Loads the memories that support relations. Leaves out memories that the caller may not read now. */
  private async supporting(scope: Scope, relations: readonly GraphRelation[]) {
    const ids = [...new Set(relations.flatMap(({ evidence }) => evidence.map(({ memoryId }) => memoryId)))];
    const wanted = ids.slice(0, SUPPORTING_MAX) as ItemId[];
    const items = await this.items.hydrate(scope, { kind: 'memory' }, wanted);
    const byId = new Map(items.map((item) => [item.id as string, item as Memory]));
    return wanted.flatMap((id) => {
      const memory = byId.get(id);
      return memory ? [{ memoryId: memory.id, title: memory.title, store: memory.store }] : [];
    });
  }
}

interface OwnershipFinding {
  readonly relation: RelationAsked;
  readonly found: NamedOwnership;
  readonly asOf: number;
}

/**
 * Finds the owners of any kind. If the request names a relation, finds the entities that have this relation instead,
 * and says which relation answered.
 */
async function findCurrentOwners(reader: GraphReader, { relation: { type, end }, found, asOf }: OwnershipFinding) {
  const { resolution, ownership } = found;
  if (type === undefined) return { owners: ownership?.owners ?? [] };
  const entity = resolution.type === 'found' ? resolution.entity : undefined;
  const { rows, answeredBy } = await findRelated(reader, { entity, type, asOf, ownership, ...(end && { end }) });
  return { owners: rows, answered: { asked: type, by: [...answeredBy] } };
}

const NO_CONNECTION = { directRelations: [], indirectPaths: [], supportingMemories: [], truncated: false };
const outcomeNames = { connected: 'connected', apart: 'not-connected', beyond: 'not-within-limits' } as const;

async function entitiesOf(reader: GraphReader, ids: readonly string[]): Promise<Map<string, GraphEntity>> {
  const found = await reader.load([...new Set(ids)]);
  return new Map(found.map((entity) => [entity.id, entity]));
}

function proofOf(evidence: readonly Evidence[]) {
  const shown = evidence.slice(0, EVIDENCE_MAX).map((one) => ({ ...one, memoryId: one.memoryId as MemoryId }));
  return { evidenceMemoryIds: [...new Set(shown.map(({ memoryId }) => memoryId))], evidence: shown };
}

const shownOwner = ({ entity, evidence, ...told }: Owner): OwnersResponse['owners'][number] => ({
  ...nodeOf(entity),
  ...told,
  ...proofOf(evidence),
});

const edgeOf = ({ type, confidence, validFrom, validTo, contradicted, evidence }: GraphRelation) => ({
  ...{ relationType: type, confidence },
  ...(validFrom !== undefined && { validFrom }),
  ...(validTo !== undefined && { validTo }),
  ...(contradicted && { contradicted }),
  ...proofOf(evidence),
});

function shownRelation(relation: GraphRelation, entities: ReadonlyMap<string, GraphEntity>): ShownRelation {
  const [from, to] = [entities.get(relation.from), entities.get(relation.to)];
  const ends = { fromLabel: from?.name ?? '', toLabel: to?.name ?? '' };
  return { ...ends, fromKey: from ? canonicalKey(from) : '', toKey: to ? canonicalKey(to) : '', ...edgeOf(relation) };
}

function indirectPath(
  { hops, score }: ConnectionPath,
  entities: ReadonlyMap<string, GraphEntity>,
): ConnectionResponse['indirectPaths'][number] {
  const shown = hops.map(({ relation }) => shownRelation(relation, entities));
  const via = entities.get(hops[0]?.to ?? '');
  const [first, second] = shown as [ShownRelation, ShownRelation];
  const about = {
    type: pathPatternOf(hops),
    viaLabel: via?.name ?? '',
    viaNodeType: via?.type ?? ('unknown' as const),
  };
  return { ...about, path: { first, second }, hops: shown, score };
}

/** Names the pattern of a path by the direction of each relation on it, such as `A_to_X_from_Y_to_B`. */
function pathPatternOf(hops: readonly Hop[]): string {
  const between = ['X', 'Y', 'Z', 'V', 'W', 'U'];
  const steps = hops.map(
    ({ forward }, at) => `${forward ? 'to' : 'from'}_${at === hops.length - 1 ? 'B' : (between[at] ?? 'X')}`,
  );
  return ['A', ...steps].join('_');
}

function dependencyRow(
  { entityId, depth, parentId, relation }: DependencyNode,
  entities: ReadonlyMap<string, GraphEntity>,
  path: readonly string[],
): DependenciesResponse['chain'] {
  const [entity, parent] = [entities.get(entityId), entities.get(parentId)];
  if (!entity || !parent) return [];
  const keys = path.flatMap((id) => entities.get(id) ?? []).map(canonicalKey);
  return [{ ...nodeOf(entity), depth, parent: canonicalKey(parent), path: keys, ...edgeOf(relation) }];
}

/**
 * Makes a function that returns the ids on the way from the requested entity to a node. `nodes` must list a parent before
 * the nodes that were found through it.
 */
function pathsIn(nodes: readonly DependencyNode[]): (id: string) => readonly string[] {
  const paths = new Map<string, readonly string[]>();
  for (const { entityId, parentId } of nodes) paths.set(entityId, [...(paths.get(parentId) ?? [parentId]), entityId]);
  return (id) => paths.get(id) ?? [];
}

function branchesBelow(
  root: string,
  nodes: readonly DependencyNode[],
  entities: ReadonlyMap<string, GraphEntity>,
): DependencyBranch[] {
  const children = Map.groupBy(nodes, ({ parentId }) => parentId);
  const below = (id: string): DependencyBranch[] =>
    (children.get(id) ?? []).flatMap(({ entityId }) => {
      const entity = entities.get(entityId);
      return entity ? [{ label: entity.name, key: canonicalKey(entity), children: below(entityId) }] : [];
    });
  return below(root);
}

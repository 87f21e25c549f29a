import type { GraphEntity, ItemId, Memory } from '@cairn/contracts';
import type { Scope } from '@cairn/domain';
import { canonicalKey, holderRelationTypes, normaliseName } from '@cairn/graph';
import { Clock, ItemReader, RankingReader } from '@cairn/ports';
import { findLikelySame, mayBePerson, type LikelySamePerson } from '@cairn/text';
import { Injectable } from '@nestjs/common';
import {
  graphCorrections,
  type GraphCorrections,
  graphs,
  type Graphs,
  graphReader,
  type NamedEntity,
} from '@cairn/store';
import { Uses } from '@cairn/platform';

/** The most people that are compared. In a larger organisation, further people are left out. */
const PEOPLE_MAX = 5_000;
const PEOPLE_PAGE_ENTITIES = 200;
/** Types of relations that only a person or a team can have. */
const PERSONAL_TYPES = [...holderRelationTypes, 'member_of', 'reports_to'];
/** The most entities in one query of the graph. */
const ENTITIES_AT_ONCE = 1_000;
/** The most memories that are shown for a person. */
const MEMORIES_SHOWN = 3;

/** A person in the graph, or a speaker whom no memory names. */
export interface Person {
  readonly entity: NamedEntity;
  readonly names: readonly string[];
  readonly speaks: boolean;
}

export interface Duplicate extends Pick<LikelySamePerson, 'how' | 'written' | 'fits'> {
  readonly person: Person;
  readonly into: Person;
}

export interface Duplicates {
  readonly found: readonly Duplicate[];
  readonly truncated: boolean;
}

/** Finds people that are stored under several names. */
@Injectable()
export class GraphPeople {
  constructor(
    @Uses(graphs) private readonly graphs: Graphs,
    private readonly ranking: RankingReader,
    private readonly items: ItemReader,
    @Uses(graphCorrections) private readonly corrections: GraphCorrections,
    private readonly clock: Clock,
  ) {}

  /**
   * Finds pairs of people who are probably the same person. Leaves out pairs that somebody has merged or kept apart.
   */
  async duplicates(scope: Scope): Promise<Duplicates> {
    const all = await this.all(scope);
    const byKey = new Map(all.map((person) => [canonicalKey(person.entity), person]));
    const stored = [...byKey].map(([id, { names }]) => ({ id, names }));
    const likely = findLikelySame(stored.slice(0, PEOPLE_MAX));
    const pairs = likely.map(({ id, into, ...rest }) => ({ ...rest, person: byKey.get(id)!, into: byKey.get(into)! }));
    const settled = await this.corrections.settled({
      orgId: scope.orgId,
      pairs: pairs.map(({ person, into }) => [person.entity, into.entity] as const),
    });
    const open = pairs.filter((_, at) => !settled[at]);
    const isPerson = await this.personsAmong(scope, open);
    const found = open.filter(({ person, into }) => isPerson(person.entity) && isPerson(into.entity));
    return { found, truncated: stored.length > PEOPLE_MAX };
  }

  /**
   * Makes a check whether an entity is a person. An entity without a type counts as a person if it has a relation of a
   * type in `PERSONAL_TYPES`.
   */
  private async personsAmong(scope: Scope, pairs: readonly Duplicate[]): Promise<(entity: NamedEntity) => boolean> {
    const all = pairs.flatMap(({ person, into }) => [person.entity, into.entity]);
    const untyped = [...new Set(all.flatMap(({ type, id }) => (type === 'unknown' && id !== undefined ? id : [])))];
    const around = { direction: 'out', types: PERSONAL_TYPES, asOf: this.clock.now(), limitPerEntity: 1 } as const;
    const asked = { ...around, entities: untyped.slice(0, ENTITIES_AT_ONCE) };
    const { relations } =
      untyped.length === 0 ? { relations: [] } : await graphReader(this.graphs, scope).neighbours(asked);
    const holders = new Set(relations.map(({ from }) => from));
    return ({ type, id = '' }) => type === 'person' || holders.has(id);
  }

  /** Finds the speaker of that name, for whom the graph has no entity. */
  async speakerCalled(scope: Scope, name: string): Promise<NamedEntity | undefined> {
    const called = normaliseName(name.replace(/^person:/u, ''));
    const speakers = await this.ranking.speakers(scope);
    const speaker = speakers.find((one) => normaliseName(one) === called);
    return speaker === undefined ? undefined : { type: 'person', name: speaker };
  }

  /** Maps the id of each entity to a few memories about it. */
  async memoriesOf(scope: Scope, ids: readonly string[]): Promise<ReadonlyMap<string, readonly Memory[]>> {
    if (ids.length === 0) return new Map();
    const around = {
      entities: ids,
      direction: 'both',
      asOf: this.clock.now(),
      limitPerEntity: PEOPLE_PAGE_ENTITIES,
    } as const;
    const { relations } = await graphReader(this.graphs, scope).neighbours(around);
    const said = ids.map((id) => {
      const own = relations.filter(({ from, to }) => from === id || to === id);
      return [...new Set(own.flatMap(({ evidence }) => evidence.map(({ memoryId }) => memoryId)))].slice(
        0,
        MEMORIES_SHOWN,
      );
    });
    const read = await this.items.hydrate(scope, { kind: 'memory' }, [...new Set(said.flat())] as ItemId[]);
    const byId = new Map(read.map((item) => [item.id as string, item as Memory]));
    return new Map(ids.map((id, at) => [id, said[at]!.flatMap((memoryId) => byId.get(memoryId) ?? [])]));
  }

  private async all(scope: Scope): Promise<Person[]> {
    const [typed, untyped, speakers] = await Promise.all([
      this.entities(scope, 'person'),
      this.entities(scope, 'unknown'),
      this.ranking.speakers(scope),
    ]);
    const entities = [...typed, ...untyped.filter(({ type, name }) => type === 'unknown' && mayBePerson(name))];
    const speaking = new Set(speakers.map(normaliseName));
    const people = entities.map((entity) => {
      const names = [entity.name, ...entity.aliases];
      return { entity, names, speaks: names.some((name) => speaking.has(normaliseName(name))) };
    });
    const named = new Set(people.flatMap(({ names }) => names.map(normaliseName)));
    const others = speakers.filter((speaker) => !named.has(normaliseName(speaker)));
    return [
      ...people,
      ...others.map((name) => ({ entity: { type: 'person' as const, name }, names: [name], speaks: true })),
    ];
  }

  private async entities(scope: Scope, type: 'person' | 'unknown'): Promise<GraphEntity[]> {
    const found: GraphEntity[] = [];
    let after: string | undefined;
    do {
      const page = await this.graphs.entities({ scope, type, limit: PEOPLE_PAGE_ENTITIES, after });
      found.push(...page.entities);
      after = page.next;
    } while (after !== undefined && found.length <= PEOPLE_MAX);
    return found;
  }
}

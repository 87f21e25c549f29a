import type { GraphEntity, GraphNode, GraphReader, NamedNode } from '@cairn/contracts';
import type { Scope } from '@cairn/domain';
import { canonicalKey, resolveEntity, type Resolution } from '@cairn/graph';
import { nameKey } from '@cairn/text';
import { Injectable } from '@nestjs/common';
import { aliases, type Aliases } from '@cairn/store';
import { Uses } from '@cairn/platform';

/** Resolves names to entities of the graph; finds people by their aliases too. */
@Injectable()
export class GraphNames {
  constructor(@Uses(aliases) private readonly aliases: Aliases) {}

  async resolve(reader: GraphReader, scope: Scope, { name, repository }: NameQuestion): Promise<Resolution> {
    const found = await resolveEntity(reader, name, repository);
    if (found.type !== 'unknown') return found;
    const people = await this.speakersCalled(reader, scope, name);
    const [person, ...others] = people;
    if (!person) return found;
    return others.length === 0 ? { type: 'found', entity: person } : { type: 'ambiguous', candidates: people };
  }

  private async speakersCalled(reader: GraphReader, scope: Scope, name: string): Promise<GraphEntity[]> {
    const key = nameKey(name);
    const alias = (await this.aliases.all(scope)).find(({ alias }) => nameKey(alias) === key);
    const speakers = alias?.speakers ?? [];
    const named = await Promise.all(speakers.map((speaker) => resolveEntity(reader, speaker)));
    const found = named.flatMap((one) => (one.type === 'found' ? [one.entity] : []));
    return [...new Map(found.map((entity) => [entity.id, entity])).values()];
  }
}

export interface NameQuestion {
  readonly name: string;
  readonly repository?: string | undefined;
}

export function nodeOf(entity: Pick<GraphEntity, 'type' | 'name' | 'repository'>): GraphNode {
  const { name: label, type: nodeType, repository } = entity;
  return { label, nodeType, key: canonicalKey(entity), ...(repository !== undefined && { repository }) };
}

/** Describes in an answer how a name was resolved. */
export function namedNode(name: string, resolution: Resolution): NamedNode {
  const none = { name, candidates: [], near: [] };
  switch (resolution.type) {
    case 'found':
      return { ...none, resolution: 'found', node: nodeOf(resolution.entity) };
    case 'ambiguous':
      return { ...none, resolution: 'ambiguous', candidates: resolution.candidates.map(nodeOf) };
    case 'unknown':
      return { ...none, resolution: 'unknown', near: resolution.near.map(nodeOf) };
  }
}

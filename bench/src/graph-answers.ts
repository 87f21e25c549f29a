import type { GraphEntity, GraphReader } from '@cairn/contracts';
import { dependencyChain, explainConnection, ownersOfName, resolveEntity, whoOwns } from '@cairn/graph';
import type { GraphQuery } from './graph-set.ts';

/** Answer in the format of score_graph.py. */
export interface GraphAnswer {
  readonly id: string;
  readonly owners?: readonly string[];
  readonly owned?: readonly string[];
  readonly nodes?: Readonly<Record<string, number>>;
  readonly path?: readonly string[] | null;
}

export async function answerOf(reader: GraphReader, query: GraphQuery, asOf: number): Promise<GraphAnswer> {
  const { id, kind, params } = query;
  if (kind === 'who_owns') return { id, owners: await ownersOf(reader, params.entity ?? '', asOf) };
  if (kind === 'owned_by') return { id, owned: await ownedBy(reader, params.entity ?? '', asOf) };
  if (kind === 'dependency_chain')
    return { id, nodes: await chainOf(reader, params.entity ?? '', params.maxDepth ?? 3, asOf) };
  return { id, path: await pathOf(reader, params.entityA ?? '', params.entityB ?? '', asOf) };
}

const MARK = ' (repository)';

/** Name in the set's spelling, which marks repositories since teams have the same names. */
const nameOf = ({ name, type }: GraphEntity) =>
  type === 'repository' && !name.endsWith(MARK) ? `${name}${MARK}` : name;

/** Owners by statement or rule; chains of responsibility, which the product shows apart, are not in the gold. */
async function ownersOf(reader: GraphReader, name: string, asOf: number): Promise<string[]> {
  const { ownership } = await ownersOfName(reader, { name: await plainName(reader, name), asOf });
  const owners = ownership?.owners.filter(({ how }) => how !== 'chain') ?? [];
  const found = owners.length > 0 ? owners : (ownership?.authors ?? []);
  return found.map(({ entity }) => nameOf(entity));
}

async function found(reader: GraphReader, name: string): Promise<GraphEntity | undefined> {
  const resolution = await resolveEntity(reader, await plainName(reader, name));
  return resolution.type === 'found' ? resolution.entity : undefined;
}

/** Name without the repository mark: of several candidates, the set means the one that is no repository. */
async function plainName(reader: GraphReader, name: string): Promise<string> {
  const resolution = await resolveEntity(reader, name);
  const others =
    resolution.type === 'ambiguous' ? resolution.candidates.filter(({ type }) => type !== 'repository') : [];
  return others.length === 1 ? `${name} (${others[0]?.type})` : name;
}

async function ownedBy(reader: GraphReader, name: string, asOf: number): Promise<string[]> {
  const entity = await found(reader, name);
  if (!entity) return [];
  const { owned } = await whoOwns(reader, { entity, asOf });
  return owned
    .filter(({ relationType }) => ['owns', 'authored'].includes(relationType))
    .map((row) => nameOf(row.entity));
}

async function chainOf(reader: GraphReader, name: string, maxDepth: number, asOf: number) {
  const entity = await found(reader, name);
  if (!entity) return {};
  const question = { entityId: entity.id, direction: 'depends_on', maxDepth, asOf } as const;
  const { nodes } = await dependencyChain(reader, question);
  const names = new Map((await reader.load(nodes.map(({ entityId }) => entityId))).map((one) => [one.id, nameOf(one)]));
  return Object.fromEntries(nodes.map(({ entityId, depth }) => [names.get(entityId) ?? entityId, depth]));
}

async function pathOf(reader: GraphReader, nameA: string, nameB: string, asOf: number): Promise<string[] | null> {
  const [a, b] = await Promise.all([found(reader, nameA), found(reader, nameB)]);
  if (!a || !b) return null;
  const { paths } = await explainConnection(reader, { a: a.id, b: b.id, asOf });
  const ids = paths[0] ? [a.id, ...paths[0].hops.map(({ to }) => to)] : [];
  if (ids.length === 0) return null;
  const asked = new Map([
    [a.id, nameA],
    [b.id, nameB],
  ]);
  return (await reader.load(ids)).map((entity) => asked.get(entity.id) ?? nameOf(entity));
}

import type { GraphEntity, GraphRelation, Mention, PathRule, RuleStatement, Statements } from '@cairn/contracts';
import { canonicalKey, normaliseName } from './entity.ts';
import { LOCATED_IN, owningTypes } from './relation.ts';
import { settle } from './settle.ts';

/** A graph as values: entities with their canonical keys as ids. */
export interface Graph {
  readonly entities: readonly GraphEntity[];
  readonly relations: readonly GraphRelation[];
  readonly rules: readonly PathRule[];
}

/** The graph that statements make. The order of the statements changes nothing. */
export function buildGraph(said: Statements): Graph {
  const { statements, rules } = said;
  const mentions = mentionsIn(said);
  const idOf = identify(mentions);
  const relations = settle(statements.map((said) => ({ ...said, from: idOf(said.from), to: idOf(said.to) })));
  const entities = entitiesOf(mentions, idOf);
  const ruled = rules.map((rule) => ruleOf(rule, idOf)).sort(byPlace);
  return { entities, relations, rules: [...ruled, ...rulesFromStatements(relations, entities)] };
}

/** Every entity that is named, as often as it is. */
export const mentionsIn = ({ statements, rules, mentions = [] }: Statements): Mention[] => [
  ...statements.flatMap(({ from, to }) => [from, to]),
  ...rules.flatMap(({ owners }) => owners),
  ...mentions,
];

/** A mention without a type is the one entity that has its name, if there is one; of several it stays apart. */
function identify(mentions: readonly Mention[]): (mention: Mention) => string {
  const typed = new Map<string, Set<string>>();
  for (const mention of mentions.filter(({ type }) => type !== 'unknown'))
    for (const name of [mention.name, ...(mention.aliases ?? [])]) {
      const keys = typed.get(normaliseName(name)) ?? new Set<string>();
      typed.set(normaliseName(name), keys.add(canonicalKey(mention)));
    }
  return (mention) => {
    const [only, ...others] = mention.type === 'unknown' ? (typed.get(normaliseName(mention.name)) ?? []) : [];
    return only !== undefined && others.length === 0 ? only : canonicalKey(mention);
  };
}

function entitiesOf(mentions: readonly Mention[], idOf: (mention: Mention) => string): GraphEntity[] {
  const groups = Map.groupBy(mentions, idOf);
  return [...groups].map(([id, group]) => entityOf(id, group)).sort((a, b) => (a.id < b.id ? -1 : 1));
}

function entityOf(id: string, group: readonly Mention[]): GraphEntity {
  const typed = group.filter(({ type }) => type !== 'unknown');
  const of = typed.length > 0 ? typed : group;
  const names = of.map(({ name }) => name).sort();
  const repositories = [...new Set(group.flatMap(({ repository }) => repository ?? []))].sort();
  const name = names[0] ?? '';
  const others = [...names, ...group.flatMap(({ aliases }) => aliases ?? [])].filter((other) => other !== name);
  const [repository, ...more] = repositories;
  return {
    id,
    type: of[0]?.type ?? 'unknown',
    name,
    aliases: [...new Set(others)].sort(),
    ...(repository !== undefined && more.length === 0 ? { repository } : {}),
  };
}

function ruleOf({ owners, evidence, ...rule }: RuleStatement, idOf: (mention: Mention) => string): PathRule {
  return { ...rule, owners: [...new Set(owners.map(idOf))], evidence: [evidence] };
}

function byPlace(a: PathRule, b: PathRule): number {
  if (a.repository !== b.repository) return a.repository < b.repository ? -1 : 1;
  return a.order - b.order || (a.pattern < b.pattern ? -1 : a.pattern > b.pattern ? 1 : 0);
}

const owner = new Set(owningTypes.filter(({ role }) => role === 'owner').map(({ type }) => type));

/** Rules from statements: the owner of a path, or of a folder, owns all paths below it, unless an ownership file says otherwise. */
export function rulesFromStatements(relations: readonly GraphRelation[], entities: readonly GraphEntity[]): PathRule[] {
  const byId = new Map(entities.map((entity) => [entity.id, entity]));
  const owning = Map.groupBy(
    relations.filter((relation) => owner.has(relation.type) && relation.validTo === undefined && isByWord(relation)),
    ({ to }) => to,
  );
  const located = relations.filter(({ type }) => type === LOCATED_IN);
  const places = [
    ...[...owning.keys()].map((id) => ({ thing: id, place: byId.get(id) })),
    ...located.map(({ from, to }) => ({ thing: from, place: byId.get(to) })),
  ];
  return places.flatMap(({ thing, place }) => {
    const said = owning.get(thing) ?? [];
    return place?.type === 'path' && said.length > 0 ? [saidRule(place, said)] : [];
  });
}

/** Whether more than ownership files say it; those have rules of their own. */
const isByWord = ({ evidence }: GraphRelation) => evidence.some(({ path }) => path === undefined);

function saidRule({ name, repository }: GraphEntity, said: readonly GraphRelation[]): PathRule {
  return {
    tool: 'nearest',
    repository: repository ?? '',
    pattern: name,
    order: 0,
    owners: said.map(({ from }) => from),
    confidence: Math.max(...said.map(({ confidence }) => confidence)),
    evidence: said.flatMap(({ evidence }) => evidence),
  };
}

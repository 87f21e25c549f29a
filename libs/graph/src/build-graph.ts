import type { GraphEntity, GraphRelation, Mention, PathRule, RuleStatement, Statements } from '@cairn/contracts';
import { canonicalKey, normaliseName } from './entity.ts';
import { LOCATED_IN, owningTypes } from './relation.ts';
import { mergeStatements } from './merge-statements.ts';

/** A graph in memory. The id of each entity is its canonical key. */
export interface Graph {
  readonly entities: readonly GraphEntity[];
  readonly relations: readonly GraphRelation[];
  readonly rules: readonly PathRule[];
}

/** Builds the graph that the statements describe. The order of the statements does not change the result. */
export function buildGraph(said: Statements): Graph {
  const { statements, rules } = said;
  const mentions = collectMentions(said);
  const idOf = createIdLookup(mentions);
  const relations = mergeStatements(statements.map((said) => ({ ...said, from: idOf(said.from), to: idOf(said.to) })));
  const entities = entitiesOf(mentions, idOf);
  const ruled = rules.map((rule) => ruleOf(rule, idOf)).sort(comparePlaces);
  return { entities, relations, rules: [...ruled, ...rulesFromStatements(relations, entities)] };
}

/** All mentions of entities, repeated as often as the statements and rules repeat them. */
export const collectMentions = ({ statements, rules, mentions = [] }: Statements): Mention[] => [
  ...statements.flatMap(({ from, to }) => [from, to]),
  ...rules.flatMap(({ owners }) => owners),
  ...mentions,
];

/**
 * Maps each mention to the id of its entity. A mention of type `unknown` gets the id of the typed entity with the same
 * name if there is exactly one such entity; otherwise it becomes a separate entity.
 */
function createIdLookup(mentions: readonly Mention[]): (mention: Mention) => string {
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

function comparePlaces(a: PathRule, b: PathRule): number {
  if (a.repository !== b.repository) return a.repository < b.repository ? -1 : 1;
  return a.order - b.order || (a.pattern < b.pattern ? -1 : a.pattern > b.pattern ? 1 : 0);
}

const ownerTypes = new Set(owningTypes.filter(({ role }) => role === 'owner').map(({ type }) => type));

/**
 * Derives rules from statements: the owner of a path, or of a thing located there, owns all paths below it, unless an ownership file says
 * otherwise.
 */
export function rulesFromStatements(relations: readonly GraphRelation[], entities: readonly GraphEntity[]): PathRule[] {
  const byId = new Map(entities.map((entity) => [entity.id, entity]));
  const owningByThing = Map.groupBy(
    relations.filter(
      (relation) =>
        ownerTypes.has(relation.type) && relation.validTo === undefined && hasEvidenceOutsideFiles(relation),
    ),
    ({ to }) => to,
  );
  const located = relations.filter(({ type }) => type === LOCATED_IN);
  const places = [
    ...[...owningByThing.keys()].map((id) => ({ thing: id, place: byId.get(id) })),
    ...located.map(({ from, to }) => ({ thing: from, place: byId.get(to) })),
  ];
  return places.flatMap(({ thing, place }) => {
    const said = owningByThing.get(thing) ?? [];
    return place?.type === 'path' && said.length > 0 ? [ruleFromStatements(place, said)] : [];
  });
}

/**
 * Whether a source other than a file states the relation. Ownership files are left out, since their rules are read
 * separately.
 */
const hasEvidenceOutsideFiles = ({ evidence }: GraphRelation) => evidence.some(({ path }) => path === undefined);

function ruleFromStatements({ name, repository }: GraphEntity, said: readonly GraphRelation[]): PathRule {
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

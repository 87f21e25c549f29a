import {
  entityTypes,
  type EntityInput,
  type EntityType,
  type MemoryInput,
  type Mention,
  type RelationInput,
  type RuleInput,
  type RuleStatement,
  type Statement,
  type Statements,
} from '@cairn/contracts';
import { normaliseName } from './entity.ts';

/**
 * A relation with its ends resolved to entities, so that it no longer depends on the entities that the memory declares.
 */
interface DeclaredRelation extends Pick<
  RelationInput,
  'type' | 'says' | 'confidence' | 'validFrom' | 'validTo' | 'evidence'
> {
  readonly from: Mention;
  readonly to: Mention;
}

/**
 * A rule with its owners resolved to entities, so that it no longer depends on the entities that the memory declares.
 */
interface DeclaredRule extends Omit<RuleInput, 'owners'> {
  readonly owners: readonly Mention[];
}

type DeclarationInput = Pick<MemoryInput, 'entities' | 'relations' | 'rules'>;

/**
 * One entity, relation or rule that a memory declares. Its meaning does not depend on other declarations, so the
 * declarations of several requests can be combined.
 */
export type Declaration =
  { readonly mention: Mention } | { readonly relation: DeclaredRelation } | { readonly rule: DeclaredRule };

/** Splits the entities, relations and rules of a memory into single declarations. */
export function splitDeclarations({ entities = [], relations = [], rules = [] }: DeclarationInput): Declaration[] {
  const byName = Map.groupBy(entities, ({ name }) => normaliseName(name));
  const end = (ref: string) => endOf(ref, byName);
  return [
    ...entities.map((entity) => ({ mention: mentionOf(entity) })),
    ...relations.map(({ from, to, ...rest }) => ({ relation: { ...rest, from: end(from), to: end(to) } })),
    ...rules.map((rule) => ({ rule: { ...rule, owners: rule.owners.map(end) } })),
  ];
}

const mentionOf = ({ type, name, repository, aliases }: EntityInput): Mention => ({
  type,
  name,
  ...(repository === undefined ? {} : { repository }),
  ...(aliases === undefined ? {} : { aliases }),
});

/** Lists the references that match entities of several types in the memory, by their fields, such as `relations[0].from`. */
export function findAmbiguousEnds({ entities = [], relations = [], rules = [] }: DeclarationInput): string[] {
  const byName = Map.groupBy(entities, ({ name }) => normaliseName(name));
  const isAmbiguous = (ref: string) => new Set(byName.get(normaliseName(ref))?.map(({ type }) => type)).size > 1;
  const refs = [
    ...relations.flatMap(({ from, to }, at) => [
      { field: `relations[${at}].from`, ref: from },
      { field: `relations[${at}].to`, ref: to },
    ]),
    ...rules.flatMap(({ owners }, at) => owners.map((ref, of) => ({ field: `rules[${at}].owners[${of}]`, ref }))),
  ];
  return refs.flatMap(({ field, ref }) => (isAmbiguous(ref) ? [field] : []));
}

/**
 * Resolves a reference: the name of an entity of the memory, `type:name` or `repository:path`. Any other reference is a name of unknown
 * type.
 */
function endOf(ref: string, byName: ReadonlyMap<string, readonly EntityInput[]>): Mention {
  const [only] = byName.get(normaliseName(ref)) ?? [];
  if (only) return mentionOf(only);
  const colon = ref.indexOf(':');
  const [before, after] = [ref.slice(0, Math.max(colon, 0)), ref.slice(colon + 1)];
  if (before === 'path' && after.includes(':')) return pathOf(after);
  if (isType(before) && after.trim() !== '') return mentionWithType(before, after, byName);
  return before.includes('/') && after !== '' ? pathOf(ref) : { type: 'unknown', name: ref };
}

function mentionWithType(type: EntityType, name: string, byName: ReadonlyMap<string, readonly EntityInput[]>): Mention {
  const declared = byName.get(normaliseName(name))?.find((entity) => entity.type === type);
  return declared ? mentionOf(declared) : { type, name };
}

function pathOf(ref: string): Mention {
  const colon = ref.indexOf(':');
  return { type: 'path', name: ref.slice(colon + 1), repository: ref.slice(0, colon) };
}

const isType = (text: string): text is EntityType => (entityTypes as readonly string[]).includes(text);

/**
 * The memory that contains the declarations. `saidAt` is the memory's own time, or else the time of its arrival; all
 * times are epoch ms.
 */
export interface DeclaringMemory {
  readonly memoryId: string;
  readonly saidAt: number;
  readonly validFrom: number | null;
  readonly validTo: number | null;
}

/** Turns declarations of one memory into statements and rules. */
export function statementsOfDeclarations(declarations: readonly Declaration[], memory: DeclaringMemory): Statements {
  return {
    mentions: declarations.flatMap((declared) => ('mention' in declared ? [declared.mention] : [])),
    statements: declarations.flatMap((declared) =>
      'relation' in declared ? [statementOf(declared.relation, memory)] : [],
    ),
    rules: declarations.flatMap((declared) => ('rule' in declared ? [ruleOf(declared.rule, memory)] : [])),
  };
}

function ruleOf(declared: DeclaredRule, { memoryId }: DeclaringMemory): RuleStatement {
  const { evidence, tool, pattern, owners, filter, section, endsInheritance } = declared;
  const { repository, line } = evidence;
  return {
    ...{ tool, repository, pattern, owners, order: line, confidence: 1, evidence: { memoryId, ...evidence } },
    ...(filter === undefined ? {} : { filter }),
    ...(section === undefined ? {} : { section }),
    ...(endsInheritance === undefined ? {} : { endsInheritance }),
  };
}

function statementOf(
  { from, to, type, says = 'holds', confidence = 1, evidence, ...times }: DeclaredRelation,
  memory: DeclaringMemory,
): Statement {
  const validFrom = times.validFrom ?? memory.validFrom ?? undefined;
  const validTo = times.validTo ?? memory.validTo ?? undefined;
  return {
    ...{
      from,
      to,
      type,
      says,
      confidence,
      saidAt: memory.saidAt,
      evidence: { memoryId: memory.memoryId, ...evidence },
    },
    ...(validFrom === undefined ? {} : { validFrom }),
    ...(validTo === undefined ? {} : { validTo }),
  };
}

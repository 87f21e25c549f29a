import type { GraphEntity, GraphReader, GraphRelation } from '@cairn/contracts';
import { owningTypes } from './relation.ts';
import type { Owner, Ownership } from './who-owns.ts';

/**
 * Maps a relation type to the tiers of types that answer a question for it, in order of preference: first the type
 * itself, then its substitutes.
 */
const tiersByType: ReadonlyMap<string, readonly (readonly string[])[]> = new Map(
  Object.entries<readonly (readonly string[])[]>({
    owns: [
      ['owns'],
      ['maintains'],
      ['approves', 'leads', 'chairs', 'assigned_to'],
      ['on_call_for', 'contact_for', 'reviews'],
      ['authored'],
    ],
    maintains: [['maintains'], ['owns']],
    approves: [['approves'], ['reviews'], ['owns', 'maintains']],
    reviews: [['reviews'], ['approves'], ['owns', 'maintains']],
    leads: [['leads'], ['chairs']],
    chairs: [['chairs'], ['leads']],
    on_call_for: [['on_call_for'], ['contact_for'], ['owns', 'maintains']],
    contact_for: [['contact_for'], ['on_call_for'], ['owns', 'maintains']],
    depends_on: [['depends_on'], ['uses']],
    uses: [['uses'], ['depends_on']],
  }),
);
/** Relation types with the holder at the `from` end. */
export const holderRelationTypes = [...owningTypes.map(({ type }) => type), 'reviews', 'on_call_for', 'contact_for'];
const holdingTypeSet = new Set(holderRelationTypes);

export interface RelatedQuestion {
  readonly entity: GraphEntity | undefined;
  readonly type: string;
  /**
   * The end in question. If it is absent: `from` for a type with holders; for any other type `to`, or `from` if `to`
   * has no entities.
   */
  readonly end?: 'from' | 'to';
  readonly asOf: number;
  /** Owners by the rules of the repository, which are not stored as relations. */
  readonly ownership?: Pick<Ownership, 'owners' | 'authors'> | undefined;
}

export interface RelatedEntities {
  readonly rows: readonly Owner[];
  /** The types that answered, all from one tier. Empty if no type answered. */
  readonly answeredBy: readonly string[];
}

/**
 * Finds the entities that are related to an entity by the type in question. If there are none, uses the first tier of
 * substitutes that gives any.
 */
export async function findRelated(reader: GraphReader, question: RelatedQuestion): Promise<RelatedEntities> {
  const { type, ownership } = question;
  const levels = tiersByType.get(type) ?? [[type]];
  const ruled = [...(ownership?.owners ?? []), ...(ownership?.authors ?? [])].filter(({ how }) => how !== 'chain');
  const said = await readRows(reader, question, levels.flat());
  const rows = [...said, ...ruled.filter(({ how }) => how === 'rule')];
  for (const level of levels) {
    const found = rows.filter(({ relationType }) => level.includes(relationType));
    if (found.length > 0)
      return { rows: found, answeredBy: level.filter((one) => found.some((row) => row.relationType === one)) };
  }
  return { rows: [], answeredBy: [] };
}

const ROWS_MAX = 200;

/** Reads the entities that are related to an entity by any of these types. */
export async function readRows(
  reader: GraphReader,
  { entity, type, end, asOf }: Pick<RelatedQuestion, 'entity' | 'end' | 'asOf'> & { readonly type?: string },
  types: readonly string[],
): Promise<Owner[]> {
  if (!entity) return [];
  const ends = end
    ? [end]
    : type !== undefined && holdingTypeSet.has(type)
      ? (['from'] as const)
      : (['to', 'from'] as const);
  for (const one of ends) {
    const direction = one === 'from' ? 'in' : 'out';
    const { relations } = await reader.neighbours({
      entities: [entity.id],
      direction,
      types: [...types],
      asOf,
      limitPerEntity: ROWS_MAX,
    });
    if (relations.length > 0) return toRows(reader, relations, one);
  }
  return [];
}

async function toRows(reader: GraphReader, relations: readonly GraphRelation[], end: 'from' | 'to'): Promise<Owner[]> {
  const found = await reader.load([...new Set(relations.map((relation) => relation[end]))]);
  const byId = new Map(found.map((entity) => [entity.id, entity]));
  return relations.flatMap((relation): Owner[] => {
    const entity = byId.get(relation[end]);
    const { type, confidence, validFrom, validTo, contradicted, evidence } = relation;
    if (!entity) return [];
    return [
      {
        ...{ entity, relationType: type, how: 'direct', confidence, evidence },
        ...(validFrom !== undefined && { validFrom }),
        ...(validTo !== undefined && { validTo }),
        ...(contradicted && { contradicted }),
      },
    ];
  });
}

import type { GraphEntity, GraphReader, GraphRelation } from '@cairn/contracts';
import { owningTypes } from './relation.ts';
import type { Owner, Ownership } from './who-owns.ts';

/** For each type, which types answer a question for it, from the type itself to those that may stand in for it. */
const tiers: ReadonlyMap<string, readonly (readonly string[])[]> = new Map(
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
/** Types whose holder stands at the end that a relation goes from. */
export const holdingTypes = [...owningTypes.map(({ type }) => type), 'reviews', 'on_call_for', 'contact_for'];
const holding = new Set(holdingTypes);

export interface RelatedQuestion {
  readonly entity: GraphEntity | undefined;
  readonly type: string;
  /** The end that is asked for; absent: who holds it, or what it goes to, then where it comes from. */
  readonly end?: 'from' | 'to';
  readonly asOf: number;
  /** Owners by the rules of the repository, which no relation tells. */
  readonly ownership?: Pick<Ownership, 'owners' | 'authors'> | undefined;
}

export interface Related {
  readonly rows: readonly Owner[];
  /** Types of the tier that answered; empty: none did. */
  readonly answeredBy: readonly string[];
}

/** The entities in a relation to an entity: of the type asked for, else of the first type that may replace it. */
export async function relatedTo(reader: GraphReader, question: RelatedQuestion): Promise<Related> {
  const { type, ownership } = question;
  const levels = tiers.get(type) ?? [[type]];
  const ruled = [...(ownership?.owners ?? []), ...(ownership?.authors ?? [])].filter(({ how }) => how !== 'chain');
  const said = await rowsOf(reader, question, levels.flat());
  const rows = [...said, ...ruled.filter(({ how }) => how === 'rule')];
  for (const level of levels) {
    const found = rows.filter(({ relationType }) => level.includes(relationType));
    if (found.length > 0)
      return { rows: found, answeredBy: level.filter((one) => found.some((row) => row.relationType === one)) };
  }
  return { rows: [], answeredBy: [] };
}

const ROWS_MAX = 200;

/** The entities in relations of these types to an entity. */
export async function rowsOf(
  reader: GraphReader,
  { entity, type, end, asOf }: Pick<RelatedQuestion, 'entity' | 'end' | 'asOf'> & { readonly type?: string },
  types: readonly string[],
): Promise<Owner[]> {
  if (!entity) return [];
  const ends = end ? [end] : type !== undefined && holding.has(type) ? (['from'] as const) : (['to', 'from'] as const);
  for (const one of ends) {
    const direction = one === 'from' ? 'in' : 'out';
    const { relations } = await reader.neighbours({
      entities: [entity.id],
      direction,
      types: [...types],
      asOf,
      limitPerEntity: ROWS_MAX,
    });
    if (relations.length > 0) return shown(reader, relations, one);
  }
  return [];
}

async function shown(reader: GraphReader, relations: readonly GraphRelation[], end: 'from' | 'to'): Promise<Owner[]> {
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

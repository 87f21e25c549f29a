import type { EntityType, RelationInput } from '@cairn/contracts';
import { nameKey } from '../names.ts';

interface End {
  readonly type: EntityType;
  readonly name: string;
  readonly repository?: string;
}

/** A relation between two entities in the fields of a memory. */
export interface GivenRelation extends Pick<RelationInput, 'type' | 'says'> {
  readonly from: End;
  readonly to: End;
}

/**
 * Maps a relation type to the end at which there is a single entity: a thing has one owner and is in one place. Types
 * without such an end, such as `uses`, have no entry.
 */
const singleEndByType: ReadonlyMap<string, 'from' | 'to'> = new Map(
  Object.entries<'from' | 'to'>({ owns: 'from', leads: 'from', chairs: 'from', located_in: 'to', reports_to: 'to' }),
);

/**
 * Whether the relations of two memories contradict each other: one memory denies a relation of the other, or they give
 * different entities for a single end.
 */
export function relationsContradict(one: readonly GivenRelation[], other: readonly GivenRelation[]): boolean {
  return one.some((relation) => other.some((its) => isDeniedBy(relation, its))) || haveOtherEnd(one, other);
}

const isDeniedBy = (one: GivenRelation, other: GivenRelation): boolean =>
  one.type === other.type &&
  isAffirmed(one) !== isAffirmed(other) &&
  keyOf(one.from) === keyOf(other.from) &&
  keyOf(one.to) === keyOf(other.to);

const isAffirmed = ({ says = 'holds' }: GivenRelation): boolean => says === 'holds';
const keyOf = ({ type, name, repository = '' }: End): string => `${type} ${repository} ${nameKey(name) || name}`;

function haveOtherEnd(one: readonly GivenRelation[], other: readonly GivenRelation[]): boolean {
  const [these, those] = [endsByPlace(one), endsByPlace(other)];
  return [...these].some(([place, ends]) => {
    const others = those.get(place);
    return others !== undefined && ![...ends].some((end) => others.has(end));
  });
}

/**
 * Maps a relation type, the entity at the opposite end and an entity type to the entities at the single end. The entity
 * type is included, since a thing may have both a team and a person as owners.
 */
function endsByPlace(relations: readonly GivenRelation[]): Map<string, ReadonlySet<string>> {
  const single = relations.flatMap((relation) => {
    const end = isAffirmed(relation) ? singleEndByType.get(relation.type) : undefined;
    if (end === undefined) return [];
    const [held, by] = end === 'from' ? [relation.to, relation.from] : [relation.from, relation.to];
    return [{ place: `${relation.type} ${keyOf(held)} ${by.type}`, key: keyOf(by) }];
  });
  const grouped = Map.groupBy(single, ({ place }) => place);
  return new Map([...grouped].map(([place, ends]) => [place, new Set(ends.map(({ key }) => key))]));
}

import type { EntityInput, Mention, RelationInput, RuleInput } from '@cairn/contracts';
import type { Declaration } from './declared.ts';

/** Turns declarations back into the input of a memory, from which `splitDeclarations` reads the same declarations. */
export function declarationsOf(declarations: readonly Declaration[]): {
  entities: EntityInput[];
  relations: RelationInput[];
  rules: RuleInput[];
} {
  return {
    entities: declarations.flatMap((declared) => ('mention' in declared ? [declared.mention as EntityInput] : [])),
    relations: declarations.flatMap((declared) => {
      if (!('relation' in declared)) return [];
      const { from, to, ...rest } = declared.relation;
      return [{ ...rest, from: refOf(from), to: refOf(to) }];
    }),
    rules: declarations.flatMap((declared) => {
      if (!('rule' in declared)) return [];
      const { owners, ...rest } = declared.rule;
      return [{ ...rest, owners: owners.map(refOf) }];
    }),
  };
}

/** The reference to an entity. It includes the type, since entities of other types may have the same name. */
const refOf = ({ type, name, repository }: Mention): string =>
  type === 'path' && repository !== undefined ? `path:${repository}:${name}` : `${type}:${name}`;

import { CairnError } from '@cairn/contracts';
import type { Principal } from '@cairn/domain';
import { refuseSecret } from '@cairn/platform';
import { z } from 'zod';

/** Ids by which mem0 tells whose a memory is, with the beginning of the tag that keeps each. */
const tagNames = { user_id: 'user', agent_id: 'agent', app_id: 'app', run_id: 'run' } as const;
export const entityNames = Object.keys(tagNames) as (keyof typeof tagNames)[];
export type Entities = Partial<Record<keyof typeof tagNames, string | undefined>>;

/** Stands in a filter for any id. */
const ANY_ID = '*';

const ID_CHARS_MAX = 90;

const EntityId = z
  .string()
  .min(1)
  .max(ID_CHARS_MAX)
  .refine((id) => id === id.trim() && id.isWellFormed(), 'has white space at an end, or half a character');

/** The ids in a request, each optional. */
export const entityFields = {
  user_id: EntityId.nullish().transform(orAbsent),
  agent_id: EntityId.nullish().transform(orAbsent),
  app_id: EntityId.nullish().transform(orAbsent),
  run_id: EntityId.nullish().transform(orAbsent),
};

function orAbsent(id: string | null | undefined): string | undefined {
  return id ?? undefined;
}

/** Returns the tags that stand for ids; `*` has none. Refuses an id that looks like a secret, since tags are masked. */
export function tagsOfEntities(principal: Principal, entities: Entities): string[] {
  return entityNames.flatMap((name) => {
    const id = entities[name];
    if (id === undefined || id === ANY_ID) return [];
    const tag = `${tagNames[name]}:${id}`;
    refuseSecret(principal, name, tag);
    return [tag];
  });
}

/** Reads an entity of a path, such as user and ann. */
export function entityToDelete(type: string, name: string): Entities {
  const field = entityNames.find((each) => tagNames[each] === type);
  if (!field) throw refusal('type', 'is no type of an entity', Object.values(tagNames).join(', '));
  const id = EntityId.safeParse(name);
  if (!id.success || id.data === ANY_ID) throw refusal('name', 'is no id', 'a text of 1 to 90 characters, and not *');
  return { [field]: id.data };
}

/** Reads the ids back from the tags of a memory; null where it has none. */
export const entitiesOfTags = (tags: readonly string[]): Record<keyof typeof tagNames, string | null> => ({
  user_id: tagValue(tags, tagNames.user_id) ?? null,
  agent_id: tagValue(tags, tagNames.agent_id) ?? null,
  app_id: tagValue(tags, tagNames.app_id) ?? null,
  run_id: tagValue(tags, tagNames.run_id) ?? null,
});

const tagValue = (tags: readonly string[], name: string): string | undefined =>
  tags.find((tag) => tag.startsWith(`${name}:`))?.slice(name.length + 1);

/** Fails unless an id is given, so that no call reaches beyond what it names. */
export function requireEntity(entities: Entities, { field, takesAny }: { field: string; takesAny: boolean }): void {
  const given = entityNames.filter((name) => entities[name] !== undefined);
  if (given.length === 0)
    throw refusal(field, `needs at least one of ${entityNames.join(', ')}`, takesAny ? 'an id, or * for any' : 'an id');
  const any = given.find((name) => entities[name] === ANY_ID);
  if (any !== undefined && !takesAny) throw refusal(any, 'is *, which only reads take', 'one id');
}

export function refusal(field: string, message: string, allowed: string): CairnError {
  return new CairnError('request/invalid', `${field} ${message}`, { issues: [{ field, message, allowed }] });
}

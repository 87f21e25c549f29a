/** A copy of `audience` in conditions.ts: a step keeps the text that it was released with. */
const audience = `(case visibility when 'private' then 'owner ' || cast(principal_id as text) || ' ' || coalesce(channel, '')
    when 'peer' then 'peer ' || coalesce(channel, '') when 'org' then 'all ' || coalesce(channel, '') when 'channel' then 'all ' || coalesce(channel, '')
    when 'team' then 'all ' || coalesce(channel, '') else visibility || ' ' || coalesce(channel, '') end)`;

const perAudience = (source: string, externalId: string, indexed: string) => `
  drop index item_by_external_id;
  create unique index item_by_external_id on item (org_id, kind, ${source}, ${externalId}, ${indexed})
    where external_id is not null;
  drop index item_by_turn;
  create unique index item_by_turn on item (org_id, session_key, ${indexed}, turn) where session_key is not null;
  drop index item_by_fact;
  create unique index item_by_fact on item (org_id, subject, attribute, ${indexed})
    where state = 'active' and subject is not null and attribute is not null;
  update workspace set reader = ${audience};`;

/**
 * External ids, turns, facts and workspaces become unique for each channel too, since a channel can be closed to some readers.
 * Existing rows cannot violate this: the former keys were wider. Turns keep their numbers.
 */
export const audiencesStep = {
  name: 'keys are unique within an audience',
  sqlite: perAudience('source', 'external_id', audience),
  postgres: perAudience('md5(source)', 'md5(external_id)', `md5(${audience})`),
};

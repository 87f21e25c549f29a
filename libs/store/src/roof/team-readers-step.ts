const reader = `(case visibility when 'private' then 'owner ' || cast(principal_id as text)
    when 'peer' then 'peer ' || coalesce(channel, '') when 'org' then '' when 'channel' then ''
    when 'team' then '' else visibility end)`;

const readersOfTeams = (source: string, externalId: string) => `
  drop index item_by_external_id;
  create unique index item_by_external_id on item (org_id, kind, ${source}, ${externalId}, ${reader})
    where external_id is not null;
  drop index item_by_turn;
  create unique index item_by_turn on item (org_id, session_key, ${reader}, turn) where session_key is not null;
  drop index item_by_fact;
  create unique index item_by_fact on item (org_id, subject, attribute, ${reader})
    where state = 'active' and subject is not null and attribute is not null;`;

/** Keys that are unique within an audience are unique within a team too. */
export const teamReadersStep = {
  name: 'a team is a circle of readers',
  sqlite: readersOfTeams('source', 'external_id'),
  postgres: readersOfTeams('md5(source)', 'md5(external_id)'),
};

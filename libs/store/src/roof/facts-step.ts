const unique = `
  create unique index item_by_fact on item (org_id, subject, attribute,
    (case visibility when 'private' then 'owner ' || cast(principal_id as text)
      when 'peer' then 'peer ' || coalesce(channel, '') else '' end))
    where state = 'active' and subject is not null and attribute is not null;`;

/** A unique index: each audience has at most one active memory for a subject and attribute, also under concurrent writes. */
export const factsStep = { name: 'one active memory a subject and attribute', sqlite: unique, postgres: unique };

const unique = `
  create unique index item_by_fact on item (org_id, subject, attribute,
    (case visibility when 'private' then 'owner ' || cast(principal_id as text)
      when 'peer' then 'peer ' || coalesce(channel, '') else '' end))
    where state = 'active' and subject is not null and attribute is not null;`;

/** Of a subject and attribute one memory is active for each circle of readers, however many write at once. */
export const factsStep = { name: 'one active memory a subject and attribute', sqlite: unique, postgres: unique };

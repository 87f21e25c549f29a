const columns = 'question_share, says_time, says_number, says_name, says_rule, told_from, told_to';
const insertion = (from: string) =>
  `insert into text_features (org_id, item_id, rules, ${columns}) select org_id, id, 0, ${columns} from ${from} where state <> 'deleted'`;
const given = columns
  .split(', ')
  .map((name) => `${name} = new.${name}`)
  .join(', ');
const differs = columns
  .split(', ')
  .map((name) => `new.${name} is distinct from old.${name}`)
  .join(' or ');

/** Fills the table for items that older processes write, which know only the columns of the item. */
const followed = `
  create function features_of_born() returns trigger language plpgsql as $$
  begin
    ${insertion('born')} on conflict do nothing;
    return null;
  end $$;
  create trigger item_has_features after insert on item
    referencing new table as born for each statement execute function features_of_born();

  create function features_of_changed() returns trigger language plpgsql as $$
  begin
    if new.state = 'deleted' then delete from text_features where item_id = new.id;
    else update text_features set rules = 0, ${given} where item_id = new.id;
    end if;
    return null;
  end $$;
  create trigger item_has_other_features after update on item for each row
    when (new.state = 'deleted' and old.state <> 'deleted' or ${differs})
    execute function features_of_changed();`;

export const textFeaturesStep = {
  name: 'text features of items',
  sqlite: `${insertion('item')};`,
  postgres: `${insertion('item')};${followed}`,
};

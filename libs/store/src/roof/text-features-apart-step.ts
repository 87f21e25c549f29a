import { textFeaturesStep } from './text-features-step.ts';

/** The time of a user's standing instruction. */
const standing = `
  alter table text_features add column standing_at bigint;
  update text_features set standing_at = item.effective_at from item
    where item.id = item_id and text_features.says_rule = 1 and item.kind = 'message' and item.role = 'user';
  create index text_features_standing on text_features (org_id, standing_at, item_id) where standing_at is not null;`;

const columns = ['question_share', 'says_time', 'says_number', 'says_name', 'says_rule', 'told_from', 'told_to'];
const dropped = columns.map((name) => `alter table item drop column ${name};`).join('\n  ');

/**
 * The previous version may run beside this one: it writes these columns, and its briefings find `says_rule` by `item_standing`.
 * They stay for now, and a standing instruction is recorded for both versions by either writer; parts that only the version before
 * needs are dropped. The next version drops `note_standing`, its trigger, `item_standing` and the columns.
 */
const forBothVersions = `
  drop trigger item_has_features on item;
  drop trigger item_has_other_features on item;
  drop function features_of_born;
  drop function features_of_changed;
  alter table item alter column question_share set default 0, alter column says_time set default 0,
    alter column says_number set default 0;
  ${standing}

  create function note_standing() returns trigger language plpgsql as $$
  begin
    update item set says_rule = 1 where id = new.item_id and kind = 'message' and role = 'user' and says_rule <> 1;
    update text_features set standing_at = item.effective_at from item
      where item_id = new.item_id and standing_at is null
        and item.id = new.item_id and item.kind = 'message' and item.role = 'user';
    return null;
  end $$;
  create trigger standing_is_noted after insert or update of says_rule on text_features
    for each row when (new.says_rule = 1) execute function note_standing();`;

/** Moves text features out of the item table. On SQLite only one process uses the file, so no older code runs beside it. */
export const textFeaturesApartStep = {
  name: 'text features apart from items',
  sqlite: `${standing}
  drop index item_standing;
  ${dropped}`,
  postgres: forBothVersions,
  leastCode: textFeaturesStep.name,
};

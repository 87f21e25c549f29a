-- rulings.matching
select item_id as id, beside
  from json_each(?) as wanted cross
  join norm_word
  where norm_word.org_id = ?
  and norm_word.word = wanted.value;

-- rulings.of
select "item"."id", "item"."version", "item"."action_triggers", case when (item.confirmed_by is not null
  or (not ((replace("item"."provenance", '{"importId":', '') <> "item"."provenance"
  or replace("item"."provenance", ',"importId":', '') <> "item"."provenance")
  and not replace("item"."provenance", ',"importKind":', '') <> "item"."provenance")
  and exists (select 1
  from principal
  where principal.id = item.principal_id
  and (principal.kind = 'person'
  or exists (select 1
  from api_key
  where api_key.principal_id = principal.id
  and api_key.role in ('manager', 'admin')))))) then 1 else 0 end as "is_trusted"
  from json_each(?) as wanted cross
  join item as "item"
  where item.id = wanted.value
  and ("item"."org_id" = ?
  and "item"."state" <> 'deleted'
  and ( "item"."visibility" in ('org', 'team', 'channel')
  or ("item"."visibility" = 'private'
  and ("item"."principal_id" = ?
  or replace(cast(? as text), cast("item"."principal_id" as text), '') <> cast(? as text)))
  or ("item"."visibility" = 'peer'
  and "item"."channel" = ?)
  or ("item"."visibility" like 'team:%'
  and replace(cast(? as text), "item"."visibility", '') <> cast(? as text)))
  and (cast(? as text) = ''
  or "item"."channel" is null
  or replace(cast(? as text), '' || "item"."channel" || '', '') = cast(? as text)));

-- rulings.rules
select "item"."id", "item"."version", "features"."norms"
  from json_each(?) as wanted cross
  join item as "item"
  inner join "text_features" as "features" on "features"."item_id" = "item"."id"
  where item.id = wanted.value
  and "features"."rules" = 12
  and "features"."norms" is not null
  and ("item"."org_id" = ?
  and "item"."state" <> 'deleted'
  and ( "item"."visibility" in ('org', 'team', 'channel')
  or ("item"."visibility" = 'private'
  and ("item"."principal_id" = ?
  or replace(cast(? as text), cast("item"."principal_id" as text), '') <> cast(? as text)))
  or ("item"."visibility" = 'peer'
  and "item"."channel" = ?)
  or ("item"."visibility" like 'team:%'
  and replace(cast(? as text), "item"."visibility", '') <> cast(? as text)))
  and (cast(? as text) = ''
  or "item"."channel" is null
  or replace(cast(? as text), '' || "item"."channel" || '', '') = cast(? as text)));

-- rulings.matching
select item_id as id, beside
  from unnest($1::text[]) as wanted (value)
  join norm_word on true
  where norm_word.org_id = $2
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
  from unnest($1::uuid[]) as wanted (value) cross
  join lateral (select *
  from item as one
  where one.id = wanted.value offset 0) as "item"
  where item.id = wanted.value
  and ("item"."org_id" = $2
  and "item"."state" <> 'deleted'
  and ( "item"."visibility" in ('org', 'team', 'channel')
  or ("item"."visibility" = 'private'
  and ("item"."principal_id" = $3
  or replace(cast($4 as text), cast("item"."principal_id" as text), '') <> cast($5 as text)))
  or ("item"."visibility" = 'peer'
  and "item"."channel" = $6)
  or ("item"."visibility" like 'team:%'
  and replace(cast($7 as text), "item"."visibility", '') <> cast($8 as text)))
  and (cast($9 as text) = ''
  or "item"."channel" is null
  or replace(cast($10 as text), '' || "item"."channel" || '', '') = cast($11 as text)));

-- rulings.rules
select "item"."id", "item"."version", "features"."norms"
  from unnest($1::uuid[]) as wanted (value) cross
  join lateral (select *
  from item as one
  where one.id = wanted.value offset 0) as "item"
  inner join "text_features" as "features" on "features"."item_id" = "item"."id"
  where item.id = wanted.value
  and "features"."rules" = 12
  and "features"."norms" is not null
  and ("item"."org_id" = $2
  and "item"."state" <> 'deleted'
  and ( "item"."visibility" in ('org', 'team', 'channel')
  or ("item"."visibility" = 'private'
  and ("item"."principal_id" = $3
  or replace(cast($4 as text), cast("item"."principal_id" as text), '') <> cast($5 as text)))
  or ("item"."visibility" = 'peer'
  and "item"."channel" = $6)
  or ("item"."visibility" like 'team:%'
  and replace(cast($7 as text), "item"."visibility", '') <> cast($8 as text)))
  and (cast($9 as text) = ''
  or "item"."channel" is null
  or replace(cast($10 as text), '' || "item"."channel" || '', '') = cast($11 as text)));

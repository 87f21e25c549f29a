-- useCounts.add
insert into "memory_use" ("org_id", "memory_id", "kind", "times", "since")
  select "given"."org_id", "given"."memory_id", "given"."kind", "given"."times", "given"."since"
  from json_to_recordset($1::json) as given ("org_id" uuid, "memory_id" uuid, "kind" text, "times" int, "since" bigint)
  where true
  on conflict (org_id, memory_id, kind) do update
  set times = memory_use.times + excluded.times;

-- useCounts.add
select "item"."id", "item"."kind"
  from unnest($1::uuid[]) as wanted (value) cross
  join lateral (select *
  from item as one
  where one.id = wanted.value offset 0) as "item"
  where item.id = wanted.value
  and "item"."org_id" = $2
  and "item"."state" <> $3 for key share of item skip locked;

-- useCounts.most
select "memory_id"
  from "memory_use"
  where "org_id" = $1
  and exists (select "item"."seq"
  from "item"
  where "item"."id" = "memory_use"."memory_id"
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
  or replace(cast($10 as text), '' || "item"."channel" || '', '') = cast($11 as text)))
  and ("item"."kind" = $12
  and "item"."state" = 'active'))
  order by "times" desc, "memory_id"
  limit $13;

-- useCounts.of
select "item"."id", "memory_use"."kind", "memory_use"."times", "memory_use"."since"
  from unnest($1::uuid[]) as wanted (value) cross
  join lateral (select *
  from item as one
  where one.id = wanted.value offset 0) as "item"
  inner join "memory_use" on "memory_use"."memory_id" = "item"."id"
  and "memory_use"."org_id" = "item"."org_id"
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
  or replace(cast($10 as text), '' || "item"."channel" || '', '') = cast($11 as text)))
  order by "item"."id";

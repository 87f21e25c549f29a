-- useCounts.add
insert into "memory_use" ("org_id", "memory_id", "kind", "times", "since")
  select ?, ?, ?, ?, ?
  where true
  on conflict (org_id, memory_id, kind) do update
  set times = memory_use.times + excluded.times;

-- useCounts.add
select "item"."id", "item"."kind"
  from json_each(?) as wanted cross
  join item as "item"
  where item.id = wanted.value
  and "item"."org_id" = ?
  and "item"."state" <> ?;

-- useCounts.most
select "memory_id"
  from "memory_use"
  where "org_id" = ?
  and exists (select "item"."seq"
  from "item"
  where "item"."id" = "memory_use"."memory_id"
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
  or replace(cast(? as text), '' || "item"."channel" || '', '') = cast(? as text)))
  and ("item"."kind" = ?
  and "item"."state" = 'active'))
  order by "times" desc, "memory_id"
  limit ?;

-- useCounts.of
select "item"."id", "memory_use"."kind", "memory_use"."times", "memory_use"."since"
  from json_each(?) as wanted cross
  join item as "item"
  inner join "memory_use" on "memory_use"."memory_id" = "item"."id"
  and "memory_use"."org_id" = "item"."org_id"
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
  or replace(cast(? as text), '' || "item"."channel" || '', '') = cast(? as text)))
  order by "item"."id";

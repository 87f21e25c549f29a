-- evidence.of
select "item"."id", "item"."store", "item"."title", (item.confirmed_by is not null
  or exists (select 1
  from principal
  where principal.id = item.principal_id
  and (principal.kind = 'person'
  or exists (select 1
  from api_key
  where api_key.principal_id = principal.id
  and api_key.role in ('manager', 'admin'))))) as "is_trusted"
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

-- evidence.of
select "item"."id", "memory_sender"."principal_id" as "by"
  from unnest($1::uuid[]) as wanted (value) cross
  join lateral (select *
  from item as one
  where one.id = wanted.value offset 0) as "item"
  inner join "memory_sender" on "memory_sender"."org_id" = "item"."org_id"
  and "memory_sender"."memory_id" = "item"."id"
  and "memory_sender"."merge_key" = "item"."merge_key"
  and "memory_sender"."principal_id" <> "item"."principal_id"
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

-- evidence.of
select distinct item.id as id, gone.ref as ref
  from unnest($1::uuid[]) as wanted (value) cross
  join lateral (select *
  from item as one
  where one.id = wanted.value offset 0) as item cross
  join lateral (select *
  from "gone_source" as "gone"
  where gone.org_id = item.org_id
  and gone.memory_id = item.id offset 0) as "gone"
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
  and ("gone"."org_id" = $12
  and "gone"."state" <> 'deleted'
  and ( "gone"."visibility" in ('org', 'team', 'channel')
  or ("gone"."visibility" = 'private'
  and ("gone"."principal_id" = $13
  or replace(cast($14 as text), cast("gone"."principal_id" as text), '') <> cast($15 as text)))
  or ("gone"."visibility" = 'peer'
  and "gone"."channel" = $16)
  or ("gone"."visibility" like 'team:%'
  and replace(cast($17 as text), "gone"."visibility", '') <> cast($18 as text)))
  and (cast($19 as text) = ''
  or "gone"."channel" is null
  or replace(cast($20 as text), '' || "gone"."channel" || '', '') = cast($21 as text)))
  and not exists (select 1
  from item as present
  where "present"."org_id" = gone.org_id
  and "present"."kind" in ('message', 'memory')
  and md5("present"."source") = md5(item.source)
  and md5("present"."external_id") = md5(gone.ref)
  and "present"."external_id" is not null
  and ("present"."org_id" = $22
  and "present"."state" <> 'deleted'
  and ( "present"."visibility" in ('org', 'team', 'channel')
  or ("present"."visibility" = 'private'
  and ("present"."principal_id" = $23
  or replace(cast($24 as text), cast("present"."principal_id" as text), '') <> cast($25 as text)))
  or ("present"."visibility" = 'peer'
  and "present"."channel" = $26)
  or ("present"."visibility" like 'team:%'
  and replace(cast($27 as text), "present"."visibility", '') <> cast($28 as text)))
  and (cast($29 as text) = ''
  or "present"."channel" is null
  or replace(cast($30 as text), '' || "present"."channel" || '', '') = cast($31 as text))) offset 0)
  order by gone.ref;

-- evidence.of
select item.id as id, linked.id as other, link.kind as kind, item.principal_id as writer, linked.principal_id as "by", linked.valid_from as valid_from, linked.valid_to as valid_to, case when ("linked"."confirmed_by" is null
  and ("linked"."category" in ('rule', 'decision')
  or "linked"."forbids" is not null)
  and ((replace("linked"."provenance", '{"importId":', '') <> "linked"."provenance"
  or replace("linked"."provenance", ',"importId":', '') <> "linked"."provenance")
  and not replace("linked"."provenance", ',"importKind":', '') <> "linked"."provenance"))
  and not ("item"."confirmed_by" is null
  and ("item"."category" in ('rule', 'decision')
  or "item"."forbids" is not null)
  and ((replace("item"."provenance", '{"importId":', '') <> "item"."provenance"
  or replace("item"."provenance", ',"importId":', '') <> "item"."provenance")
  and not replace("item"."provenance", ',"importKind":', '') <> "item"."provenance")) then 1 else 0 end as is_unread
  from unnest($1::uuid[]) as wanted (value) cross
  join lateral (select *
  from item as one
  where one.id = wanted.value offset 0) as item cross
  join lateral (select *
  from "memory_link" as "link"
  where link.org_id = item.org_id
  and "link"."newer_id" = item.id offset 0) as "link" cross
  join lateral (select *
  from "item" as "linked"
  where linked.id = "link"."older_id"
  and linked.org_id = item.org_id offset 0) as "linked"
  where item.id = wanted.value
  and item.state = 'active'
  and linked.state = 'active'
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
  and ("linked"."org_id" = $12
  and "linked"."state" <> 'deleted'
  and ( "linked"."visibility" in ('org', 'team', 'channel')
  or ("linked"."visibility" = 'private'
  and ("linked"."principal_id" = $13
  or replace(cast($14 as text), cast("linked"."principal_id" as text), '') <> cast($15 as text)))
  or ("linked"."visibility" = 'peer'
  and "linked"."channel" = $16)
  or ("linked"."visibility" like 'team:%'
  and replace(cast($17 as text), "linked"."visibility", '') <> cast($18 as text)))
  and (cast($19 as text) = ''
  or "linked"."channel" is null
  or replace(cast($20 as text), '' || "linked"."channel" || '', '') = cast($21 as text)));

-- evidence.of
select item.id as id, linked.id as other, link.kind as kind, item.principal_id as writer, linked.principal_id as "by", linked.valid_from as valid_from, linked.valid_to as valid_to, case when ("linked"."confirmed_by" is null
  and ("linked"."category" in ('rule', 'decision')
  or "linked"."forbids" is not null)
  and ((replace("linked"."provenance", '{"importId":', '') <> "linked"."provenance"
  or replace("linked"."provenance", ',"importId":', '') <> "linked"."provenance")
  and not replace("linked"."provenance", ',"importKind":', '') <> "linked"."provenance"))
  and not ("item"."confirmed_by" is null
  and ("item"."category" in ('rule', 'decision')
  or "item"."forbids" is not null)
  and ((replace("item"."provenance", '{"importId":', '') <> "item"."provenance"
  or replace("item"."provenance", ',"importId":', '') <> "item"."provenance")
  and not replace("item"."provenance", ',"importKind":', '') <> "item"."provenance")) then 1 else 0 end as is_unread
  from unnest($1::uuid[]) as wanted (value) cross
  join lateral (select *
  from item as one
  where one.id = wanted.value offset 0) as item cross
  join lateral (select *
  from "memory_link" as "link"
  where link.org_id = item.org_id
  and "link"."older_id" = item.id offset 0) as "link" cross
  join lateral (select *
  from "item" as "linked"
  where linked.id = "link"."newer_id"
  and linked.org_id = item.org_id offset 0) as "linked"
  where item.id = wanted.value
  and item.state = 'active'
  and linked.state = 'active'
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
  and ("linked"."org_id" = $12
  and "linked"."state" <> 'deleted'
  and ( "linked"."visibility" in ('org', 'team', 'channel')
  or ("linked"."visibility" = 'private'
  and ("linked"."principal_id" = $13
  or replace(cast($14 as text), cast("linked"."principal_id" as text), '') <> cast($15 as text)))
  or ("linked"."visibility" = 'peer'
  and "linked"."channel" = $16)
  or ("linked"."visibility" like 'team:%'
  and replace(cast($17 as text), "linked"."visibility", '') <> cast($18 as text)))
  and (cast($19 as text) = ''
  or "linked"."channel" is null
  or replace(cast($20 as text), '' || "linked"."channel" || '', '') = cast($21 as text)));

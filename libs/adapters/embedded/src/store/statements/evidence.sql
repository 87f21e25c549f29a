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

-- evidence.of
select "item"."id", "memory_sender"."principal_id" as "by"
  from json_each(?) as wanted cross
  join item as "item"
  inner join "memory_sender" on "memory_sender"."org_id" = "item"."org_id"
  and "memory_sender"."memory_id" = "item"."id"
  and "memory_sender"."merge_key" = "item"."merge_key"
  and "memory_sender"."principal_id" <> "item"."principal_id"
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

-- evidence.of
select distinct item.id as id, gone.ref as ref
  from json_each(?) as wanted cross
  join item as item cross
  join "gone_source" as "gone" on gone.org_id = item.org_id
  and gone.memory_id = item.id
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
  and ("gone"."org_id" = ?
  and "gone"."state" <> 'deleted'
  and ( "gone"."visibility" in ('org', 'team', 'channel')
  or ("gone"."visibility" = 'private'
  and ("gone"."principal_id" = ?
  or replace(cast(? as text), cast("gone"."principal_id" as text), '') <> cast(? as text)))
  or ("gone"."visibility" = 'peer'
  and "gone"."channel" = ?)
  or ("gone"."visibility" like 'team:%'
  and replace(cast(? as text), "gone"."visibility", '') <> cast(? as text)))
  and (cast(? as text) = ''
  or "gone"."channel" is null
  or replace(cast(? as text), '' || "gone"."channel" || '', '') = cast(? as text)))
  and not exists (select 1
  from item as present
  where "present"."org_id" = gone.org_id
  and "present"."kind" in ('message', 'memory')
  and "present"."source" = item.source
  and "present"."external_id" = gone.ref
  and ("present"."org_id" = ?
  and "present"."state" <> 'deleted'
  and ( "present"."visibility" in ('org', 'team', 'channel')
  or ("present"."visibility" = 'private'
  and ("present"."principal_id" = ?
  or replace(cast(? as text), cast("present"."principal_id" as text), '') <> cast(? as text)))
  or ("present"."visibility" = 'peer'
  and "present"."channel" = ?)
  or ("present"."visibility" like 'team:%'
  and replace(cast(? as text), "present"."visibility", '') <> cast(? as text)))
  and (cast(? as text) = ''
  or "present"."channel" is null
  or replace(cast(? as text), '' || "present"."channel" || '', '') = cast(? as text))) )
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
  from json_each(?) as wanted cross
  join item as item cross
  join "memory_link" as "link" on link.org_id = item.org_id
  and "link"."newer_id" = item.id cross
  join "item" as "linked" on linked.id = "link"."older_id"
  and linked.org_id = item.org_id
  where item.id = wanted.value
  and item.state = 'active'
  and linked.state = 'active'
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
  and ("linked"."org_id" = ?
  and "linked"."state" <> 'deleted'
  and ( "linked"."visibility" in ('org', 'team', 'channel')
  or ("linked"."visibility" = 'private'
  and ("linked"."principal_id" = ?
  or replace(cast(? as text), cast("linked"."principal_id" as text), '') <> cast(? as text)))
  or ("linked"."visibility" = 'peer'
  and "linked"."channel" = ?)
  or ("linked"."visibility" like 'team:%'
  and replace(cast(? as text), "linked"."visibility", '') <> cast(? as text)))
  and (cast(? as text) = ''
  or "linked"."channel" is null
  or replace(cast(? as text), '' || "linked"."channel" || '', '') = cast(? as text)));

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
  from json_each(?) as wanted cross
  join item as item cross
  join "memory_link" as "link" on link.org_id = item.org_id
  and "link"."older_id" = item.id cross
  join "item" as "linked" on linked.id = "link"."newer_id"
  and linked.org_id = item.org_id
  where item.id = wanted.value
  and item.state = 'active'
  and linked.state = 'active'
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
  and ("linked"."org_id" = ?
  and "linked"."state" <> 'deleted'
  and ( "linked"."visibility" in ('org', 'team', 'channel')
  or ("linked"."visibility" = 'private'
  and ("linked"."principal_id" = ?
  or replace(cast(? as text), cast("linked"."principal_id" as text), '') <> cast(? as text)))
  or ("linked"."visibility" = 'peer'
  and "linked"."channel" = ?)
  or ("linked"."visibility" like 'team:%'
  and replace(cast(? as text), "linked"."visibility", '') <> cast(? as text)))
  and (cast(? as text) = ''
  or "linked"."channel" is null
  or replace(cast(? as text), '' || "linked"."channel" || '', '') = cast(? as text)));

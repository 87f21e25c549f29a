-- lifecycle.change
insert into "revision" ("org_id", "item_id", "version", "principal_id", "at", "reason", "statement", "former")
  select ?, ?, ?, ?, ?, ?, ?, ?
  where true;

-- lifecycle.change
update "item"
  set "title" = ?, "merge_key" = ?, "confirmed_by" = ?, "confirmed_at" = ?, "statement" = ?, "version" = ?
  where "seq" = ?
  and "version" = ?;

-- lifecycle.change, lifecycle.supersedeBy
select "item"."seq", "item"."id", "item"."org_id", "item"."kind", "item"."principal_id", "item"."visibility", "item"."channel", "item"."state", "item"."version", "item"."timestamp", "item"."created_at", "item"."effective_at", "item"."deleted_at", "item"."source", "item"."external_id", "item"."content_hash", "item"."merge_key", "item"."statement", "item"."length", "item"."role", "item"."speaker", "item"."subchannel", "item"."session_key", "item"."turn", "item"."tool_calls", "item"."store", "item"."category", "item"."confidence", "item"."valence", "item"."arousal", "item"."valid_from", "item"."valid_to", "item"."subject", "item"."attribute", "item"."knowledge_base", "item"."project", "item"."active_from", "item"."active_to", "item"."confirmed_by", "item"."confirmed_at", "item"."tags", "item"."source_ids", "item"."action_triggers", "item"."forbids", "item"."instead", "item"."decides", "item"."value", "item"."provenance", "item"."title", "item"."content", case item.kind when 'memory' then coalesce((select moved.strength
  from memory_strength as moved
  where moved.org_id = item.org_id
  and moved.memory_id = item.id), item.strength) end as "strength", (select name
  from principal
  where principal.id = item.principal_id) as "author", (select kind
  from principal
  where principal.id = item.principal_id) as "writer_kind", (select status
  from index_state
  where item_seq = item.seq
  and target = 'words') as "words", (select status
  from index_state
  where item_seq = item.seq
  and target = 'vectors') as "vectors"
  from "item"
  where "id" = ?
  and "kind" = ?
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

-- lifecycle.former
select ? as "of", found.*
  from (select *
  from (select item.id as id, item.active_to as since, 0 as derived, case when item.state = 'archived'
  and proposal.status = 'rejected' then 'rejected' else item.state end as state
  from item indexed by "item_by_statement"
  left join proposal on proposal.org_id = item.org_id
  and proposal.memory_id = item.id
  where item.statement = ?
  and item.org_id = ?
  and item.kind = 'memory'
  and item.id <> ?
  and (item.project is null
  or ? is null
  or item.project = ?)
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
  and item.knowledge_base is null
  and item.state in ('active', 'archived', 'superseded')
  and coalesce(proposal.status, 'kept') not in ('merged', 'confirmed')
  order by item.state
  limit 50) as part
  union all select *
  from (select item.id as id, revision.at as since, 0 as derived, 'changed' as state
  from revision indexed by "revision_by_statement" cross
  join "item" as "item" on item.org_id = revision.org_id
  and item.id = revision.item_id
  where revision.org_id = ?
  and revision.statement = ?
  and coalesce(item.statement, '') <> ?
  and item.state = 'active'
  and item.org_id = ?
  and item.kind = 'memory'
  and item.id <> ?
  and (item.project is null
  or ? is null
  or item.project = ?)
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
  order by revision.at desc
  limit 50) as part
  union all select *
  from (select item.id as id, item.active_to as since, 1 as derived, item.state as state
  from origin cross
  join "item" as "item" on item.id = origin.item_id
  where origin.ref_id = ?
  and origin.is_summary = 0
  and item.state = 'superseded'
  and item.org_id = ?
  and item.kind = 'memory'
  and item.id <> ?
  and (item.project is null
  or ? is null
  or item.project = ?)
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
  order by item.active_to desc
  limit 50) as part
  union all select *
  from (select item.id as id, item.active_to as since, 1 as derived, item.state as state
  from origin cross
  join "item" as "item" on item.id = origin.item_id
  where origin.org_id = ?
  and origin.ref = ?
  and origin.source = ?
  and origin.is_summary = 0
  and item.state = 'superseded'
  and item.org_id = ?
  and item.kind = 'memory'
  and item.id <> ?
  and (item.project is null
  or ? is null
  or item.project = ?)
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
  order by item.active_to desc
  limit 50) as part) as found
  order by case found.state when 'active' then 0 else 1 end, found.derived, found.since desc, found.id desc
  limit 1;

-- lifecycle.supersedeBy
select "seq"
  from "item"
  where +"org_id" = ?
  and "id" in (select value
  from json_each(?))
  order by "seq";

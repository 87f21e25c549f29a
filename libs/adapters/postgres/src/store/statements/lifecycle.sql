-- lifecycle.change
insert into "norm_word" ("org_id", "item_id", "word", "beside")
  select "given"."org_id", "given"."item_id", "given"."word", "given"."beside"
  from json_to_recordset($1::json) as given ("org_id" uuid, "item_id" uuid, "word" text, "beside" text)
  where true;

-- lifecycle.change
insert into "revision" ("org_id", "item_id", "version", "principal_id", "at", "reason", "statement", "former")
  select "given"."org_id", "given"."item_id", "given"."version", "given"."principal_id", "given"."at", "given"."reason", "given"."statement", "given"."former"
  from json_to_recordset($1::json) as given ("org_id" uuid, "item_id" uuid, "version" int, "principal_id" uuid, "at" bigint, "reason" text, "statement" text, "former" text)
  where true;

-- lifecycle.change
update "item"
  set "title" = $1, "merge_key" = $2, "confirmed_by" = $3, "confirmed_at" = $4, "statement" = $5, "version" = $6
  where "seq" = $7
  and "version" = $8;

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
  where "id" = $1
  and "kind" = $2
  and ("item"."org_id" = $3
  and "item"."state" <> 'deleted'
  and ( "item"."visibility" in ('org', 'team', 'channel')
  or ("item"."visibility" = 'private'
  and ("item"."principal_id" = $4
  or replace(cast($5 as text), cast("item"."principal_id" as text), '') <> cast($6 as text)))
  or ("item"."visibility" = 'peer'
  and "item"."channel" = $7)
  or ("item"."visibility" like 'team:%'
  and replace(cast($8 as text), "item"."visibility", '') <> cast($9 as text)))
  and (cast($10 as text) = ''
  or "item"."channel" is null
  or replace(cast($11 as text), '' || "item"."channel" || '', '') = cast($12 as text)));

-- lifecycle.former
select found.*
  from json_to_recordset($1::json) as given ("id" uuid, "statement" text, "project" text, "source" text, "external_id" text) cross
  join lateral (select "given"."id" as "of", found.*
  from (select *
  from (select item.id as id, item.active_to as since, 0 as derived, case when item.state = 'archived'
  and proposal.status = 'rejected' then 'rejected' else item.state end as state
  from item
  left join proposal on proposal.org_id = item.org_id
  and proposal.memory_id = item.id
  where item.statement = "given"."statement"
  and item.org_id = $2
  and item.kind = 'memory'
  and item.id <> "given"."id"
  and (item.project is null
  or "given"."project" is null
  or item.project = "given"."project")
  and ("item"."org_id" = $3
  and "item"."state" <> 'deleted'
  and ( "item"."visibility" in ('org', 'team', 'channel')
  or ("item"."visibility" = 'private'
  and ("item"."principal_id" = $4
  or replace(cast($5 as text), cast("item"."principal_id" as text), '') <> cast($6 as text)))
  or ("item"."visibility" = 'peer'
  and "item"."channel" = $7)
  or ("item"."visibility" like 'team:%'
  and replace(cast($8 as text), "item"."visibility", '') <> cast($9 as text)))
  and (cast($10 as text) = ''
  or "item"."channel" is null
  or replace(cast($11 as text), '' || "item"."channel" || '', '') = cast($12 as text)))
  and item.knowledge_base is null
  and item.state in ('active', 'archived', 'superseded')
  and coalesce(proposal.status, 'kept') not in ('merged', 'confirmed')
  order by item.state
  limit 50) as part
  union all select *
  from (select item.id as id, revision.at as since, 0 as derived, 'changed' as state
  from revision cross
  join lateral (select *
  from "item" as "item"
  where item.org_id = revision.org_id
  and item.id = revision.item_id offset 0) as "item"
  where revision.org_id = $13
  and revision.statement = "given"."statement"
  and coalesce(item.statement, '') <> "given"."statement"
  and item.state = 'active'
  and item.org_id = $14
  and item.kind = 'memory'
  and item.id <> "given"."id"
  and (item.project is null
  or "given"."project" is null
  or item.project = "given"."project")
  and ("item"."org_id" = $15
  and "item"."state" <> 'deleted'
  and ( "item"."visibility" in ('org', 'team', 'channel')
  or ("item"."visibility" = 'private'
  and ("item"."principal_id" = $16
  or replace(cast($17 as text), cast("item"."principal_id" as text), '') <> cast($18 as text)))
  or ("item"."visibility" = 'peer'
  and "item"."channel" = $19)
  or ("item"."visibility" like 'team:%'
  and replace(cast($20 as text), "item"."visibility", '') <> cast($21 as text)))
  and (cast($22 as text) = ''
  or "item"."channel" is null
  or replace(cast($23 as text), '' || "item"."channel" || '', '') = cast($24 as text)))
  order by revision.at desc
  limit 50) as part
  union all select *
  from (select item.id as id, item.active_to as since, 1 as derived, item.state as state
  from origin cross
  join lateral (select *
  from "item" as "item"
  where item.id = origin.item_id offset 0) as "item"
  where origin.ref_id = "given"."id"
  and origin.is_summary = 0
  and item.state = 'superseded'
  and item.org_id = $25
  and item.kind = 'memory'
  and item.id <> "given"."id"
  and (item.project is null
  or "given"."project" is null
  or item.project = "given"."project")
  and ("item"."org_id" = $26
  and "item"."state" <> 'deleted'
  and ( "item"."visibility" in ('org', 'team', 'channel')
  or ("item"."visibility" = 'private'
  and ("item"."principal_id" = $27
  or replace(cast($28 as text), cast("item"."principal_id" as text), '') <> cast($29 as text)))
  or ("item"."visibility" = 'peer'
  and "item"."channel" = $30)
  or ("item"."visibility" like 'team:%'
  and replace(cast($31 as text), "item"."visibility", '') <> cast($32 as text)))
  and (cast($33 as text) = ''
  or "item"."channel" is null
  or replace(cast($34 as text), '' || "item"."channel" || '', '') = cast($35 as text)))
  order by item.active_to desc
  limit 50) as part
  union all select *
  from (select item.id as id, item.active_to as since, 1 as derived, item.state as state
  from origin cross
  join lateral (select *
  from "item" as "item"
  where item.id = origin.item_id offset 0) as "item"
  where origin.org_id = $36
  and origin.ref = "given"."external_id"
  and origin.source = "given"."source"
  and origin.is_summary = 0
  and item.state = 'superseded'
  and item.org_id = $37
  and item.kind = 'memory'
  and item.id <> "given"."id"
  and (item.project is null
  or "given"."project" is null
  or item.project = "given"."project")
  and ("item"."org_id" = $38
  and "item"."state" <> 'deleted'
  and ( "item"."visibility" in ('org', 'team', 'channel')
  or ("item"."visibility" = 'private'
  and ("item"."principal_id" = $39
  or replace(cast($40 as text), cast("item"."principal_id" as text), '') <> cast($41 as text)))
  or ("item"."visibility" = 'peer'
  and "item"."channel" = $42)
  or ("item"."visibility" like 'team:%'
  and replace(cast($43 as text), "item"."visibility", '') <> cast($44 as text)))
  and (cast($45 as text) = ''
  or "item"."channel" is null
  or replace(cast($46 as text), '' || "item"."channel" || '', '') = cast($47 as text)))
  order by item.active_to desc
  limit 50) as part) as found
  order by case found.state when 'active' then 0 else 1 end, found.derived, found.since desc, found.id desc
  limit 1) as found;

-- lifecycle.supersedeBy
select "seq"
  from "item"
  where "org_id" = $1
  and "id" = any($2::uuid[])
  order by "seq" for update;

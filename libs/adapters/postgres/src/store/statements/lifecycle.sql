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

-- lifecycle.supersedeBy
select "seq"
  from "item"
  where "org_id" = $1
  and "id" = any($2::uuid[])
  order by "seq" for update;

-- notes.ahead
update item
  set "principal_id" = "given"."principal_id", "visibility" = "given"."visibility", "channel" = "given"."channel", "state" = "given"."state", "version" = "given"."version", "timestamp" = "given"."timestamp", "created_at" = "given"."created_at", "effective_at" = "given"."effective_at", "deleted_at" = "given"."deleted_at", "active_to" = "given"."active_to", "source" = "given"."source", "content_hash" = "given"."content_hash", "length" = "given"."length", "tags" = "given"."tags", "provenance" = "given"."provenance", "title" = "given"."title", "content" = "given"."content"
  from json_to_recordset($1::json) as given ("seq" bigint, "principal_id" uuid, "visibility" text, "channel" text, "state" text, "version" int, "timestamp" bigint, "created_at" bigint, "effective_at" bigint, "deleted_at" bigint, "active_to" bigint, "source" text, "content_hash" text, "length" int, "tags" text, "provenance" text, "title" text, "content" text)
  where item.seq = "given"."seq";

-- notes.ahead, notes.put
insert into item ("id", "org_id", "kind", "subchannel", "session_key", "principal_id", "visibility", "channel", "state", "version", "timestamp", "created_at", "effective_at", "deleted_at", "active_to", "source", "content_hash", "length", "tags", "provenance", "title", "content")
  select "given"."id", "given"."org_id", "given"."kind", "given"."subchannel", "given"."session_key", "given"."principal_id", "given"."visibility", "given"."channel", "given"."state", "given"."version", "given"."timestamp", "given"."created_at", "given"."effective_at", "given"."deleted_at", "given"."active_to", "given"."source", "given"."content_hash", "given"."length", "given"."tags", "given"."provenance", "given"."title", "given"."content"
  from json_to_recordset($1::json) as given ("id" uuid, "org_id" uuid, "kind" text, "subchannel" text, "session_key" text, "principal_id" uuid, "visibility" text, "channel" text, "state" text, "version" int, "timestamp" bigint, "created_at" bigint, "effective_at" bigint, "deleted_at" bigint, "active_to" bigint, "source" text, "content_hash" text, "length" int, "tags" text, "provenance" text, "title" text, "content" text);

-- notes.ahead, notes.put
select "seq", "id", "org_id", "kind", "principal_id", "visibility", "channel", "state", "version", "timestamp", "created_at", "effective_at", "deleted_at", "source", "external_id", "content_hash", "merge_key", "statement", "length", "role", "speaker", "subchannel", "session_key", "turn", "tool_calls", "store", "category", "strength", "confidence", "valence", "arousal", "valid_from", "valid_to", "subject", "attribute", "knowledge_base", "project", "active_from", "active_to", "confirmed_by", "confirmed_at", "tags", "source_ids", "action_triggers", "forbids", "instead", "decides", "value", "provenance", "title", "content"
  from item
  where id in (select "given"."id"
  from json_to_recordset($1::json) as given ("id" uuid))
  order by seq;

-- notes.ahead, notes.put
select "workspace".*
  from "workspace"
  where ("workspace"."org_id" = $1
  and "workspace"."state" <> 'deleted'
  and ( "workspace"."visibility" in ('org', 'team', 'channel')
  or ("workspace"."visibility" = 'private'
  and ("workspace"."principal_id" = $2
  or replace(cast($3 as text), cast("workspace"."principal_id" as text), '') <> cast($4 as text)))
  or ("workspace"."visibility" = 'peer'
  and "workspace"."channel" = $5)
  or ("workspace"."visibility" like 'team:%'
  and replace(cast($6 as text), "workspace"."visibility", '') <> cast($7 as text)))
  and (cast($8 as text) = ''
  or "workspace"."channel" is null
  or replace(cast($9 as text), '' || "workspace"."channel" || '', '') = cast($10 as text)))
  and "workspace"."name" = $11
  order by "workspace"."name", case workspace.visibility when 'private' then 0 when 'peer' then 1 when 'org' then 3 when 'channel' then 3 when 'team' then 3 else 2 end, "workspace"."created_at", "workspace"."id"
  limit $12;

-- notes.ahead, notes.put
select seq, id, version
  from item
  where org_id = $1
  and kind = 'note'
  and session_key = $2
  and state = 'deleted'
  and content_hash = ''
  order by seq
  limit $3 for update skip locked;

-- notes.erase
delete
  from text_features
  where "item_id" = any($1::uuid[]);

-- notes.erase
update item
  set "content" = $1, "title" = $2, "tags" = $3, "source_ids" = $4, "action_triggers" = $5, "forbids" = $6, "instead" = $7, "decides" = $8, "value" = $9, "subject" = $10, "attribute" = $11, "knowledge_base" = $12, "speaker" = $13, "tool_calls" = $14, "channel" = $15, "subchannel" = $16, "project" = $17, "provenance" = $18, "source" = $19, "external_id" = $20, "merge_key" = $21, "statement" = $22, "content_hash" = $23, "length" = $24, "confirmed_by" = $25, "confirmed_at" = $26, "active_to" = $27
  where seq in (select "given"."seq"
  from json_to_recordset($28::json) as given ("seq" bigint));

-- notes.erase, notes.put
select "seq", "id", "org_id", "kind", "principal_id", "visibility", "channel", "state", "version", "timestamp", "created_at", "effective_at", "deleted_at", "source", "external_id", "content_hash", "merge_key", "statement", "length", "role", "speaker", "subchannel", "session_key", "turn", "tool_calls", "store", "category", "strength", "confidence", "valence", "arousal", "valid_from", "valid_to", "subject", "attribute", "knowledge_base", "project", "active_from", "active_to", "confirmed_by", "confirmed_at", "tags", "source_ids", "action_triggers", "forbids", "instead", "decides", "value", "provenance", "title", "content"
  from item
  where org_id = $1
  and kind = 'note'
  and session_key = $2
  and kind = 'note'
  and state = 'deleted'
  and content_hash <> ''
  and active_to is not null
  order by seq
  limit $3 for update;

-- notes.put
delete
  from "note_link"
  where "org_id" = $1
  and "workspace_id" = $2
  and "path" = $3;

-- notes.put
insert into "note" ("org_id", "workspace_id", "path", "principal_id", "at", "id", "version", "is_deleted", "title", "content_hash", "length", "total_lines", "link_name")
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
  on conflict do nothing;

-- notes.put
insert into "note_version" ("org_id", "principal_id", "at", "version", "is_deleted", "title", "content_hash", "length", "total_lines", "note_id", "content")
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11);

-- notes.put
insert into "workspace" ("org_id", "reader", "name", "id", "state", "visibility", "channel", "principal_id", "created_at")
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
  on conflict do nothing;

-- notes.put
select "note".*, (select name
  from principal
  where principal.id = "note"."principal_id") as "author"
  from "note"
  where "org_id" = $1
  and "workspace_id" = $2
  and "path" = $3;

-- notes.put
select *
  from "workspace"
  where "org_id" = $1
  and "reader" = $2
  and "name" = $3;

-- notes.put
select seq, content_hash, provenance
  from item
  where org_id = $1
  and kind = 'note'
  and session_key = $2
  and state = 'active'
  order by seq;

-- notes.put
update "note"
  set "org_id" = $1, "workspace_id" = $2, "path" = $3, "principal_id" = $4, "at" = $5, "id" = $6, "version" = $7, "is_deleted" = $8, "title" = $9, "content_hash" = $10, "length" = $11, "total_lines" = $12, "link_name" = $13
  where "org_id" = $14
  and "workspace_id" = $15
  and "path" = $16
  and "version" = $17;

-- notes.put
update item
  set state = 'active', deleted_at = null
  where id in (select "given"."id"
  from json_to_recordset($1::json) as given ("id" uuid))
  and org_id = $2
  and kind = 'note'
  and session_key = $3
  and state = 'deleted'
  and content_hash <> ''
  and active_to is null
  and deleted_at > $4;

-- notes.put
update item
  set state = 'deleted', version = version + 1, deleted_at = $1, active_to = $2
  where org_id = $3
  and kind = 'note'
  and session_key = $4
  and state = 'active'
  and seq not in (select "given"."seq"
  from json_to_recordset($5::json) as given ("seq" bigint));

-- notes.put, notes.tell
select "seq", "id", "org_id", "kind", "principal_id", "visibility", "channel", "state", "version", "timestamp", "created_at", "effective_at", "deleted_at", "source", "external_id", "content_hash", "merge_key", "statement", "length", "role", "speaker", "subchannel", "session_key", "turn", "tool_calls", "store", "category", "strength", "confidence", "valence", "arousal", "valid_from", "valid_to", "subject", "attribute", "knowledge_base", "project", "active_from", "active_to", "confirmed_by", "confirmed_at", "tags", "source_ids", "action_triggers", "forbids", "instead", "decides", "value", "provenance", "title", "content"
  from item
  where id in (select "given"."id"
  from json_to_recordset($1::json) as given ("id" uuid))
  and state = 'active'
  order by seq
  limit $2 for update;

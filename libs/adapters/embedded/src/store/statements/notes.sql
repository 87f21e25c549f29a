-- notes.ahead
update item
  set "principal_id" = ?, "visibility" = ?, "channel" = ?, "state" = ?, "version" = ?, "timestamp" = ?, "created_at" = ?, "effective_at" = ?, "deleted_at" = ?, "active_to" = ?, "source" = ?, "content_hash" = ?, "length" = ?, "tags" = ?, "provenance" = ?, "title" = ?, "content" = ?
  where item.seq = ?;

-- notes.ahead, notes.put
insert into item ("id", "org_id", "kind", "subchannel", "session_key", "principal_id", "visibility", "channel", "state", "version", "timestamp", "created_at", "effective_at", "deleted_at", "active_to", "source", "content_hash", "length", "tags", "provenance", "title", "content")
  select ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?;

-- notes.ahead, notes.put
select "seq", "id", "org_id", "kind", "principal_id", "visibility", "channel", "state", "version", "timestamp", "created_at", "effective_at", "deleted_at", "source", "external_id", "content_hash", "merge_key", "statement", "length", "role", "speaker", "subchannel", "session_key", "turn", "tool_calls", "store", "category", "strength", "confidence", "valence", "arousal", "valid_from", "valid_to", "subject", "attribute", "knowledge_base", "project", "active_from", "active_to", "confirmed_by", "confirmed_at", "tags", "source_ids", "action_triggers", "forbids", "instead", "decides", "value", "provenance", "title", "content"
  from item
  where id in (select given.value ->> '$.id'
  from json_each(?) as given)
  order by seq;

-- notes.ahead, notes.put
select "workspace".*
  from "workspace"
  where ("workspace"."org_id" = ?
  and "workspace"."state" <> 'deleted'
  and ( "workspace"."visibility" in ('org', 'team', 'channel')
  or ("workspace"."visibility" = 'private'
  and ("workspace"."principal_id" = ?
  or replace(cast(? as text), cast("workspace"."principal_id" as text), '') <> cast(? as text)))
  or ("workspace"."visibility" = 'peer'
  and "workspace"."channel" = ?)
  or ("workspace"."visibility" like 'team:%'
  and replace(cast(? as text), "workspace"."visibility", '') <> cast(? as text)))
  and (cast(? as text) = ''
  or "workspace"."channel" is null
  or replace(cast(? as text), '' || "workspace"."channel" || '', '') = cast(? as text)))
  and "workspace"."name" = ?
  order by "workspace"."name", case workspace.visibility when 'private' then 0 when 'peer' then 1 when 'org' then 3 when 'channel' then 3 when 'team' then 3 else 2 end, "workspace"."created_at", "workspace"."id"
  limit ?;

-- notes.ahead, notes.put
select seq, id, version
  from item
  where org_id = ?
  and kind = 'note'
  and session_key = ?
  and state = 'deleted'
  and content_hash = ''
  order by seq
  limit ?;

-- notes.erase
delete
  from text_features
  where "item_id" in (select value
  from json_each(?));

-- notes.erase
insert into word_list_3 (word_list_3, rowid, tokens)
  values ('delete', ?, ?);

-- notes.erase
update item
  set "content" = ?, "title" = ?, "tags" = ?, "source_ids" = ?, "action_triggers" = ?, "forbids" = ?, "instead" = ?, "decides" = ?, "value" = ?, "subject" = ?, "attribute" = ?, "knowledge_base" = ?, "speaker" = ?, "tool_calls" = ?, "channel" = ?, "subchannel" = ?, "project" = ?, "provenance" = ?, "source" = ?, "external_id" = ?, "merge_key" = ?, "statement" = ?, "content_hash" = ?, "length" = ?, "confirmed_by" = ?, "confirmed_at" = ?, "active_to" = ?
  where seq in (select given.value ->> '$.seq'
  from json_each(?) as given);

-- notes.erase, notes.put
select "seq", "id", "org_id", "kind", "principal_id", "visibility", "channel", "state", "version", "timestamp", "created_at", "effective_at", "deleted_at", "source", "external_id", "content_hash", "merge_key", "statement", "length", "role", "speaker", "subchannel", "session_key", "turn", "tool_calls", "store", "category", "strength", "confidence", "valence", "arousal", "valid_from", "valid_to", "subject", "attribute", "knowledge_base", "project", "active_from", "active_to", "confirmed_by", "confirmed_at", "tags", "source_ids", "action_triggers", "forbids", "instead", "decides", "value", "provenance", "title", "content"
  from item
  where org_id = ?
  and kind = 'note'
  and session_key = ?
  and kind = 'note'
  and state = 'deleted'
  and content_hash <> ''
  and active_to is not null
  order by seq
  limit ?;

-- notes.put
delete
  from "note_link"
  where "org_id" = ?
  and "workspace_id" = ?
  and "path" = ?;

-- notes.put
insert into "note" ("org_id", "workspace_id", "path", "principal_id", "at", "id", "version", "is_deleted", "title", "content_hash", "length", "total_lines", "link_name")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict do nothing;

-- notes.put
insert into "note_version" ("org_id", "principal_id", "at", "version", "is_deleted", "title", "content_hash", "length", "total_lines", "note_id", "content")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);

-- notes.put
insert into "workspace" ("org_id", "reader", "name", "id", "state", "visibility", "channel", "principal_id", "created_at")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict do nothing;

-- notes.put
select "note".*, (select name
  from principal
  where principal.id = "note"."principal_id") as "author"
  from "note"
  where "org_id" = ?
  and "workspace_id" = ?
  and "path" = ?;

-- notes.put
select *
  from "workspace"
  where "org_id" = ?
  and "reader" = ?
  and "name" = ?;

-- notes.put
select seq, content_hash, provenance
  from item
  where org_id = ?
  and kind = 'note'
  and session_key = ?
  and state = 'active'
  order by seq;

-- notes.put
update "note"
  set "org_id" = ?, "workspace_id" = ?, "path" = ?, "principal_id" = ?, "at" = ?, "id" = ?, "version" = ?, "is_deleted" = ?, "title" = ?, "content_hash" = ?, "length" = ?, "total_lines" = ?, "link_name" = ?
  where "org_id" = ?
  and "workspace_id" = ?
  and "path" = ?
  and "version" = ?;

-- notes.put
update item
  set state = 'active', deleted_at = null
  where id in (select given.value ->> '$.id'
  from json_each(?) as given)
  and org_id = ?
  and kind = 'note'
  and session_key = ?
  and state = 'deleted'
  and content_hash <> ''
  and active_to is null
  and deleted_at > ?;

-- notes.put
update item
  set state = 'deleted', version = version + 1, deleted_at = ?, active_to = ?
  where org_id = ?
  and kind = 'note'
  and session_key = ?
  and state = 'active'
  and seq not in (select given.value ->> '$.seq'
  from json_each(?) as given);

-- notes.put, notes.tell
insert into word_list_3 (rowid, tokens)
  values (?, ?);

-- notes.put, notes.tell
select "seq", "id", "org_id", "kind", "principal_id", "visibility", "channel", "state", "version", "timestamp", "created_at", "effective_at", "deleted_at", "source", "external_id", "content_hash", "merge_key", "statement", "length", "role", "speaker", "subchannel", "session_key", "turn", "tool_calls", "store", "category", "strength", "confidence", "valence", "arousal", "valid_from", "valid_to", "subject", "attribute", "knowledge_base", "project", "active_from", "active_to", "confirmed_by", "confirmed_at", "tags", "source_ids", "action_triggers", "forbids", "instead", "decides", "value", "provenance", "title", "content"
  from item
  where id in (select given.value ->> '$.id'
  from json_each(?) as given)
  and state = 'active'
  order by seq
  limit ?;

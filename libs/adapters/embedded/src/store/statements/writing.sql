-- writing.write
insert into "idempotency" ("org_id", "principal_id", "key", "request_hash", "receipts", "created_at")
  values (?, ?, ?, ?, ?, ?)
  on conflict do nothing;

-- writing.write
insert into "item" ("id", "org_id", "kind", "principal_id", "visibility", "channel", "state", "version", "timestamp", "created_at", "effective_at", "deleted_at", "source", "external_id", "content_hash", "merge_key", "length", "role", "speaker", "subchannel", "session_key", "turn", "tool_calls", "store", "category", "strength", "confidence", "valence", "arousal", "valid_from", "valid_to", "subject", "attribute", "knowledge_base", "project", "active_from", "active_to", "confirmed_by", "confirmed_at", "tags", "source_ids", "action_triggers", "forbids", "instead", "decides", "value", "provenance", "title", "content")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict do nothing
  returning "seq";

-- writing.write
insert into "speaker" ("org_id", "reach", "owner", "channel", "name", "messages")
  values (?, ?, ?, ?, ?, ?)
  on conflict ("org_id", "reach", "owner", "channel", "name") do update
  set "messages" = "speaker"."messages" + ?
  returning "messages";

-- writing.write
insert into "waiting_conversation" ("org_id", "key", "item_id", "since", "due_at", "from_turn", "leased_until", "attempts")
  values (?, ?, ?, ?, ?, ?, ?, ?)
  on conflict ("org_id", "key") do update
  set "item_id" = "excluded"."item_id", "due_at" = "excluded"."due_at", "since" = case when excluded.since < waiting_conversation.since then excluded.since else waiting_conversation.since end, "attempts" = ?;

-- writing.write
insert into word_list_1 (rowid, tokens)
  values (?, ?);

-- writing.write
select "mark", "whose"
  from "forgotten_mark"
  where "org_id" = ?
  and "mark" in (?, ?, ?);

-- writing.write
select ? as "sameKey", "item"."id", "item"."kind", "item"."version", "item"."state", "item"."content_hash", "item"."visibility", "item"."principal_id", (select status
  from index_state
  where item_seq = item.seq
  and target = 'words') as "words", (select status
  from index_state
  where item_seq = item.seq
  and target = 'vectors') as "vectors"
  from item
  where item.org_id = ?
  and "item"."org_id" = ?
  and "item"."kind" in ('message', 'memory')
  and "item"."source" = ?
  and "item"."external_id" = ?
  and item.kind = ?
  and (case "item"."visibility" when 'private' then 'owner ' || cast("item"."principal_id" as text) when 'peer' then 'peer ' || coalesce("item"."channel", '') when 'org' then '' when 'channel' then '' when 'team' then '' else "item"."visibility" end) = ?
  and (cast(? as text) = ''
  or "item"."channel" is null
  or replace(cast(? as text), '' || "item"."channel" || '', '') = cast(? as text))
  order by case when (case "item"."visibility" when 'private' then 'owner ' || cast("item"."principal_id" as text) || ' ' || coalesce("item"."channel", '') when 'peer' then 'peer ' || coalesce("item"."channel", '') when 'org' then 'all ' || coalesce("item"."channel", '') when 'channel' then 'all ' || coalesce("item"."channel", '') when 'team' then 'all ' || coalesce("item"."channel", '') else "item"."visibility" || ' ' || coalesce("item"."channel", '') end) = ? then 0 else 1 end
  limit 1;

-- writing.write
select max("turn") as "turn"
  from "item"
  where "org_id" = ?
  and "session_key" = ?
  and (case "item"."visibility" when 'private' then 'owner ' || cast("item"."principal_id" as text) || ' ' || coalesce("item"."channel", '') when 'peer' then 'peer ' || coalesce("item"."channel", '') when 'org' then 'all ' || coalesce("item"."channel", '') when 'channel' then 'all ' || coalesce("item"."channel", '') when 'team' then 'all ' || coalesce("item"."channel", '') else "item"."visibility" || ' ' || coalesce("item"."channel", '') end) = ?;

-- writing.write
update "idempotency"
  set "receipts" = ?
  where "org_id" = ?
  and "principal_id" = ?
  and "key" = ?;

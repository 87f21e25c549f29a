-- forgetting.begin, forgetting.forgetPage, items.forget, lifecycle.change, notes.erase, notes.put, notes.tell, proposals.propose
insert into "outbox" ("id", "event", "subscriber", "org_id", "item_id", "version", "created_at", "due_at", "bulk", "leased", "attempts", "reason", "trace", "payload")
  select "given"."id", "given"."event", "given"."subscriber", "given"."org_id", "given"."item_id", "given"."version", "given"."created_at", "given"."due_at", "given"."bulk", "given"."leased", "given"."attempts", "given"."reason", "given"."trace", "given"."payload"
  from json_to_recordset($1::json) as given ("id" uuid, "event" text, "subscriber" text, "org_id" uuid, "item_id" uuid, "version" int, "created_at" bigint, "due_at" bigint, "bulk" int, "leased" int, "attempts" int, "reason" text, "trace" text, "payload" text)
  where true;

-- forgetting.forgetPage, forgetting.sweep, items.forget
delete
  from "agent_call_item"
  where org_id = $1
  and "item_id" = any($2::uuid[]);

-- forgetting.forgetPage, forgetting.sweep, items.forget
delete
  from "checkpoint_memory"
  where org_id = $1
  and "memory_id" = any($2::uuid[]);

-- forgetting.forgetPage, forgetting.sweep, items.forget
delete
  from "feedback"
  where org_id = $1
  and "memory_id" = any($2::uuid[]);

-- forgetting.forgetPage, forgetting.sweep, items.forget
delete
  from "gone_source"
  where org_id = $1
  and "memory_id" = any($2::uuid[]);

-- forgetting.forgetPage, forgetting.sweep, items.forget
delete
  from "graph_correction"
  where org_id = $1
  and "item_id" = any($2::uuid[]);

-- forgetting.forgetPage, forgetting.sweep, items.forget
delete
  from "graph_declared"
  where org_id = $1
  and "item_id" = any($2::uuid[]);

-- forgetting.forgetPage, forgetting.sweep, items.forget
delete
  from "memory_link"
  where org_id = $1
  and "newer_id" = any($2::uuid[]);

-- forgetting.forgetPage, forgetting.sweep, items.forget
delete
  from "memory_link"
  where org_id = $1
  and "older_id" = any($2::uuid[]);

-- forgetting.forgetPage, forgetting.sweep, items.forget
delete
  from "memory_sender"
  where org_id = $1
  and "memory_id" = any($2::uuid[]);

-- forgetting.forgetPage, forgetting.sweep, items.forget
delete
  from "memory_strength"
  where org_id = $1
  and "memory_id" = any($2::uuid[]);

-- forgetting.forgetPage, forgetting.sweep, items.forget
delete
  from "memory_use"
  where org_id = $1
  and "memory_id" = any($2::uuid[]);

-- forgetting.forgetPage, forgetting.sweep, items.forget
delete
  from "norm_word"
  where org_id = $1
  and "item_id" = any($2::uuid[]);

-- forgetting.forgetPage, forgetting.sweep, items.forget
delete
  from "proposal"
  where org_id = $1
  and "memory_id" = any($2::uuid[]);

-- forgetting.forgetPage, forgetting.sweep, items.forget
delete
  from "proposal_quote"
  where org_id = $1
  and "memory_id" = any($2::uuid[]);

-- forgetting.forgetPage, forgetting.sweep, items.forget
delete
  from "proposal_quote"
  where org_id = $1
  and "message_id" = any($2::uuid[]);

-- forgetting.forgetPage, forgetting.sweep, items.forget
delete
  from "proposal_sighting"
  where org_id = $1
  and "memory_id" = any($2::uuid[]);

-- forgetting.forgetPage, forgetting.sweep, items.forget
delete
  from "revision"
  where org_id = $1
  and "item_id" = any($2::uuid[]);

-- forgetting.forgetPage, forgetting.sweep, items.forget
delete
  from "rule_stop"
  where org_id = $1
  and "memory_id" = any($2::uuid[]);

-- forgetting.forgetPage, forgetting.sweep, items.forget
delete
  from "succession"
  where org_id = $1
  and "new_id" = any($2::uuid[]);

-- forgetting.forgetPage, forgetting.sweep, items.forget
delete
  from "succession"
  where org_id = $1
  and "old_id" = any($2::uuid[]);

-- forgetting.forgetPage, forgetting.sweep, items.forget
delete
  from "text_features"
  where org_id = $1
  and "item_id" = any($2::uuid[]);

-- forgetting.forgetPage, items.forget
delete
  from "alias_sighting"
  where "item_id" = any($1::uuid[]);

-- forgetting.forgetPage, items.forget
delete
  from "dead_letter"
  where "item_id" = any($1::uuid[]);

-- forgetting.forgetPage, items.forget
delete
  from "origin"
  where "item_id" = any($1::uuid[]);

-- forgetting.forgetPage, items.forget
select "old_id" as "id"
  from "succession"
  where "org_id" = $1
  and "old_id" = any($2::uuid[])
  order by "old_id";

-- forgetting.forgetPage, items.forget
select found.*
  from json_to_recordset($1::json) as given ("id" uuid, "org_id" uuid, "source" text, "external_id" text) cross
  join lateral (
  select item_id as memory_id, ref, "given"."id" as item_id
  from origin
  where ref_id = "given"."id"
  and org_id = "given"."org_id"
  union select item_id as memory_id, ref, "given"."id" as item_id
  from origin
  where org_id = "given"."org_id"
  and ref = "given"."external_id"
  and source = "given"."source") as found;

-- forgetting.forgetPage, items.forget
update item
  set "content" = $1, "title" = $2, "tags" = $3, "source_ids" = $4, "action_triggers" = $5, "forbids" = $6, "instead" = $7, "decides" = $8, "value" = $9, "subject" = $10, "attribute" = $11, "knowledge_base" = $12, "speaker" = $13, "tool_calls" = $14, "channel" = $15, "subchannel" = $16, "project" = $17, "provenance" = $18, "source" = $19, "external_id" = $20, "merge_key" = $21, "statement" = $22, "content_hash" = $23, "length" = $24, "confirmed_by" = $25, "confirmed_at" = $26, session_key = "given"."session_key", state = 'deleted', version = version + 1, deleted_at = "given"."now"
  from json_to_recordset($27::json) as given ("seq" bigint, "session_key" text, "now" bigint)
  where item.seq = "given"."seq";

-- forgetting.forgetPage, items.forget, lifecycle.change, notes.ahead, notes.erase, notes.put, notes.tell
insert into index_state (item_seq, target, org_id, wanted, version, status, since, behind_since)
  select "given"."seq", "given"."subscriber", "given"."orgId", "given"."wanted", "given"."version", "given"."status", "given"."now", "given"."now"
  from json_to_recordset($1::json) as given ("seq" bigint, "orgId" uuid, "subscriber" text, "status" text, "version" int, "wanted" int, "now" bigint)
  where true
  order by given.seq, given.subscriber
  on conflict (item_seq, target) do update
  set wanted = excluded.wanted, version = case excluded.status when 'indexed' then excluded.version else index_state.version end, status = excluded.status, since = excluded.since, behind_since = excluded.behind_since;

-- forgetting.forgetPage, items.forget, lifecycle.change, notes.erase
select org_id as "orgId", model_id as "modelId", content_hash as "contentHash"
  from item_embedding
  where item_seq in (select "given"."seq"
  from json_to_recordset($1::json) as given ("seq" bigint));

-- forgetting.forgetPage, items.forget, lifecycle.change, notes.put
insert into "audit" ("org_id", "principal_id", "key_id", "action", "kind", "item_id", "version", "at", "request_id", "outcome", "route", "reason")
  select "given"."org_id", "given"."principal_id", "given"."key_id", "given"."action", "given"."kind", "given"."item_id", "given"."version", "given"."at", "given"."request_id", "given"."outcome", "given"."route", "given"."reason"
  from json_to_recordset($1::json) as given ("org_id" uuid, "principal_id" uuid, "key_id" uuid, "action" text, "kind" text, "item_id" uuid, "version" int, "at" bigint, "request_id" text, "outcome" text, "route" text, "reason" text)
  where true;

-- forgetting.forgetPage, items.forget, lifecycle.change, notes.put, proposals.propose, writing.write
select "secret"
  from "forget_secret"
  where "org_id" = $1;

-- forgetting.forgetPage, lifecycle.change
select case when shared then pg_advisory_xact_lock_shared(space, stripe)::text else pg_advisory_xact_lock(space, stripe)::text end
  from unnest($1::int[], $2::int[], $3::boolean[]) as given (space, stripe, shared);

-- lifecycle.change, notes.ahead, notes.put
insert into text_features ("org_id", "item_id", "rules", "question_share", "says_time", "says_number", "says_name", "says_rule", "told_from", "told_to", "standing_at", "norms")
  select "given"."org_id", "given"."item_id", "given"."rules", "given"."question_share", "given"."says_time", "given"."says_number", "given"."says_name", "given"."says_rule", "given"."told_from", "given"."told_to", "given"."standing_at", "given"."norms"
  from json_to_recordset($1::json) as given ("org_id" uuid, "item_id" uuid, "rules" int, "question_share" float8, "says_time" int, "says_number" int, "says_name" int, "says_rule" int, "told_from" bigint, "told_to" bigint, "standing_at" bigint, "norms" text)
  where true
  on conflict (item_id) do update
  set "org_id" = "excluded"."org_id", "item_id" = "excluded"."item_id", "rules" = "excluded"."rules", "question_share" = "excluded"."question_share", "says_time" = "excluded"."says_time", "says_number" = "excluded"."says_number", "says_name" = "excluded"."says_name", "says_rule" = "excluded"."says_rule", "told_from" = "excluded"."told_from", "told_to" = "excluded"."told_to", "standing_at" = "excluded"."standing_at", "norms" = "excluded"."norms";

-- lifecycle.change, notes.erase
delete
  from norm_word
  where "item_id" = any($1::uuid[]);

-- lifecycle.change, writing.write
select found.*
  from json_to_recordset($1::json) as given ("orgId" uuid, "subject" text, "attribute" text, "audience" text, "except" uuid) cross
  join lateral (select item.id as id, "given"."except" as "except"
  from item
  where item.org_id = "given"."orgId"
  and item.subject = "given"."subject"
  and item.attribute = "given"."attribute"
  and md5((case "item"."visibility" when 'private' then 'owner ' || cast("item"."principal_id" as text) || ' ' || coalesce("item"."channel", '') when 'peer' then 'peer ' || coalesce("item"."channel", '') when 'org' then 'all ' || coalesce("item"."channel", '') when 'channel' then 'all ' || coalesce("item"."channel", '') when 'team' then 'all ' || coalesce("item"."channel", '') else "item"."visibility" || ' ' || coalesce("item"."channel", '') end)) = md5("given"."audience")
  and item.state = 'active'
  and item.id <> "given"."except") as found;

-- proposals.propose, writing.write
with given as materialized (
  select nextval('item_seq_seq') as new_seq, *
  from json_populate_recordset(null::item, $1::json) ), written as ( insert into item (seq, "id", "org_id", "kind", "principal_id", "visibility", "channel", "state", "version", "timestamp", "created_at", "effective_at", "deleted_at", "source", "external_id", "content_hash", "merge_key", "statement", "length", "role", "speaker", "subchannel", "session_key", "turn", "tool_calls", "store", "category", "strength", "confidence", "valence", "arousal", "valid_from", "valid_to", "subject", "attribute", "knowledge_base", "project", "active_from", "active_to", "confirmed_by", "confirmed_at", "tags", "source_ids", "action_triggers", "forbids", "instead", "decides", "value", "provenance", "title", "content")
  select new_seq, "given"."id", "given"."org_id", "given"."kind", "given"."principal_id", "given"."visibility", "given"."channel", "given"."state", "given"."version", "given"."timestamp", "given"."created_at", "given"."effective_at", "given"."deleted_at", "given"."source", "given"."external_id", "given"."content_hash", "given"."merge_key", "given"."statement", "given"."length", "given"."role", "given"."speaker", "given"."subchannel", "given"."session_key", given.turn + coalesce(greatest((select max(other.turn)
  from item as other
  where other.org_id = given.org_id
  and other.session_key = given.session_key
  and md5((case "other"."visibility" when 'private' then 'owner ' || cast("other"."principal_id" as text) || ' ' || coalesce("other"."channel", '') when 'peer' then 'peer ' || coalesce("other"."channel", '') when 'org' then 'all ' || coalesce("other"."channel", '') when 'channel' then 'all ' || coalesce("other"."channel", '') when 'team' then 'all ' || coalesce("other"."channel", '') else "other"."visibility" || ' ' || coalesce("other"."channel", '') end)) = md5((case "given"."visibility" when 'private' then 'owner ' || cast("given"."principal_id" as text) || ' ' || coalesce("given"."channel", '') when 'peer' then 'peer ' || coalesce("given"."channel", '') when 'org' then 'all ' || coalesce("given"."channel", '') when 'channel' then 'all ' || coalesce("given"."channel", '') when 'team' then 'all ' || coalesce("given"."channel", '') else "given"."visibility" || ' ' || coalesce("given"."channel", '') end))), (select max(other.turn)
  from item as other
  where other.org_id = given.org_id
  and other.session_key = 'forgotten:' || encode(sha256(convert_to( given.org_id::text || chr(10) || (case "given"."visibility" when 'private' then 'owner ' || cast("given"."principal_id" as text) || ' ' || coalesce("given"."channel", '') when 'peer' then 'peer ' || coalesce("given"."channel", '') when 'org' then 'all ' || coalesce("given"."channel", '') when 'channel' then 'all ' || coalesce("given"."channel", '') when 'team' then 'all ' || coalesce("given"."channel", '') else "given"."visibility" || ' ' || coalesce("given"."channel", '') end) || chr(10) || given.session_key, 'UTF8')), 'hex')
  and md5((case "other"."visibility" when 'private' then 'owner ' || cast("other"."principal_id" as text) || ' ' || coalesce("other"."channel", '') when 'peer' then 'peer ' || coalesce("other"."channel", '') when 'org' then 'all ' || coalesce("other"."channel", '') when 'channel' then 'all ' || coalesce("other"."channel", '') when 'team' then 'all ' || coalesce("other"."channel", '') else "other"."visibility" || ' ' || coalesce("other"."channel", '') end)) = md5((case "given"."visibility" when 'private' then 'owner ' || cast("given"."principal_id" as text) || ' ' || coalesce('', '') when 'peer' then 'peer ' || coalesce('', '') when 'org' then 'all ' || coalesce('', '') when 'channel' then 'all ' || coalesce('', '') when 'team' then 'all ' || coalesce('', '') else "given"."visibility" || ' ' || coalesce('', '') end)))) + 1, 0), "given"."tool_calls", "given"."store", "given"."category", "given"."strength", "given"."confidence", "given"."valence", "given"."arousal", "given"."valid_from", "given"."valid_to", "given"."subject", "given"."attribute", "given"."knowledge_base", "given"."project", "given"."active_from", "given"."active_to", "given"."confirmed_by", "given"."confirmed_at", "given"."tags", "given"."source_ids", "given"."action_triggers", "given"."forbids", "given"."instead", "given"."decides", "given"."value", "given"."provenance", "given"."title", "given"."content"
  from given
  order by kind, external_id, source, merge_key, visibility, channel, principal_id, new_seq
  on conflict do nothing
  returning seq, id, org_id, principal_id, kind, version, created_at ), states as ( insert into index_state (item_seq, target, org_id, wanted, version, status, since, behind_since)
  select written.seq, start.subscriber, written.org_id, written.version, start.version, start.status, created_at, created_at
  from written
  join json_to_recordset($2::json) as start (kind text, subscriber text, version int, status text) on start.kind = written.kind ), events as ( insert into outbox (id, event, subscriber, org_id, item_id, version, created_at, due_at, bulk, leased, attempts, trace, payload)
  select event.id, event, subscriber, event.org_id, item_id, event.version, event.created_at, due_at, bulk, leased, attempts, trace, payload
  from json_populate_recordset(null::outbox, $3::json) as event
  join written on written.id = event.item_id ), features as ( insert into text_features ("org_id", "item_id", "rules", "question_share", "says_time", "says_number", "says_name", "says_rule", "told_from", "told_to", "standing_at", "norms")
  select "org_id", "item_id", "rules", "question_share", "says_time", "says_number", "says_name", "says_rule", "told_from", "told_to", "standing_at", "norms"
  from json_populate_recordset(null::text_features, $4::json)
  where item_id in (select id
  from written) ), norm_words as ( insert into norm_word (org_id, item_id, word, beside)
  select org_id, item_id, word, beside
  from json_populate_recordset(null::norm_word, $5::json)
  where item_id in (select id
  from written) ), audited as ( insert into audit (org_id, principal_id, key_id, action, kind, item_id, version, at, request_id)
  select org_id, principal_id, $6::uuid, 'write', kind, id, version, created_at, $7::text
  from written ), made as ( insert into origin (org_id, item_id, source, ref, ref_id, is_summary)
  select origin.org_id, item_id, source, ref, ref_id, is_summary
  from json_populate_recordset(null::origin, $8::json) as origin
  join written on written.id = origin.item_id ), heard as ( insert into speaker (org_id, reach, owner, channel, name)
  select org_id, reach, owner, channel, name
  from json_populate_recordset(null::speaker, $9::json)
  order by reach, owner, channel, name
  on conflict do nothing )
  select id
  from written;

-- forgetting.begin, forgetting.forgetPage, items.forget, lifecycle.change, notes.erase, notes.put, notes.tell
insert into "outbox" ("id", "event", "subscriber", "org_id", "item_id", "version", "created_at", "due_at", "leased", "attempts", "reason", "trace", "payload")
  select "given"."id", "given"."event", "given"."subscriber", "given"."org_id", "given"."item_id", "given"."version", "given"."created_at", "given"."due_at", "given"."leased", "given"."attempts", "given"."reason", "given"."trace", "given"."payload"
  from json_to_recordset($1::json) as given ("id" uuid, "event" text, "subscriber" text, "org_id" uuid, "item_id" uuid, "version" int, "created_at" bigint, "due_at" bigint, "leased" int, "attempts" int, "reason" text, "trace" text, "payload" text)
  where true;

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

-- forgetting.forgetPage, items.forget, lifecycle.change, notes.put, writing.write
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

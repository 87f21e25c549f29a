-- forgetting.begin, forgetting.forgetPage, items.forget, lifecycle.change, notes.erase, notes.put, notes.tell, proposals.propose, writing.write
insert into "outbox" ("id", "event", "subscriber", "org_id", "item_id", "version", "created_at", "due_at", "bulk", "leased", "attempts", "reason", "trace", "payload")
  select ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?
  where true;

-- forgetting.forgetPage, forgetting.sweep, items.forget
delete
  from "agent_call_item"
  where org_id = ?
  and "item_id" = ?;

-- forgetting.forgetPage, forgetting.sweep, items.forget
delete
  from "checkpoint_memory"
  where org_id = ?
  and "memory_id" = ?;

-- forgetting.forgetPage, forgetting.sweep, items.forget
delete
  from "feedback"
  where org_id = ?
  and "memory_id" = ?;

-- forgetting.forgetPage, forgetting.sweep, items.forget
delete
  from "gone_source"
  where org_id = ?
  and "memory_id" = ?;

-- forgetting.forgetPage, forgetting.sweep, items.forget
delete
  from "graph_correction"
  where org_id = ?
  and "item_id" = ?;

-- forgetting.forgetPage, forgetting.sweep, items.forget
delete
  from "graph_declared"
  where org_id = ?
  and "item_id" = ?;

-- forgetting.forgetPage, forgetting.sweep, items.forget
delete
  from "memory_link"
  where org_id = ?
  and "newer_id" = ?;

-- forgetting.forgetPage, forgetting.sweep, items.forget
delete
  from "memory_link"
  where org_id = ?
  and "older_id" = ?;

-- forgetting.forgetPage, forgetting.sweep, items.forget
delete
  from "memory_sender"
  where org_id = ?
  and "memory_id" = ?;

-- forgetting.forgetPage, forgetting.sweep, items.forget
delete
  from "memory_strength"
  where org_id = ?
  and "memory_id" = ?;

-- forgetting.forgetPage, forgetting.sweep, items.forget
delete
  from "memory_use"
  where org_id = ?
  and "memory_id" = ?;

-- forgetting.forgetPage, forgetting.sweep, items.forget
delete
  from "norm_word"
  where org_id = ?
  and "item_id" = ?;

-- forgetting.forgetPage, forgetting.sweep, items.forget
delete
  from "proposal"
  where org_id = ?
  and "memory_id" = ?;

-- forgetting.forgetPage, forgetting.sweep, items.forget
delete
  from "proposal_quote"
  where org_id = ?
  and "memory_id" = ?;

-- forgetting.forgetPage, forgetting.sweep, items.forget
delete
  from "proposal_quote"
  where org_id = ?
  and "message_id" = ?;

-- forgetting.forgetPage, forgetting.sweep, items.forget
delete
  from "proposal_sighting"
  where org_id = ?
  and "memory_id" = ?;

-- forgetting.forgetPage, forgetting.sweep, items.forget
delete
  from "revision"
  where org_id = ?
  and "item_id" = ?;

-- forgetting.forgetPage, forgetting.sweep, items.forget
delete
  from "rule_stop"
  where org_id = ?
  and "memory_id" = ?;

-- forgetting.forgetPage, forgetting.sweep, items.forget
delete
  from "succession"
  where org_id = ?
  and "new_id" = ?;

-- forgetting.forgetPage, forgetting.sweep, items.forget
delete
  from "succession"
  where org_id = ?
  and "old_id" = ?;

-- forgetting.forgetPage, forgetting.sweep, items.forget
delete
  from "text_features"
  where org_id = ?
  and "item_id" = ?;

-- forgetting.forgetPage, items.forget
delete
  from "alias_sighting"
  where "item_id" in (select value
  from json_each(?));

-- forgetting.forgetPage, items.forget
delete
  from "dead_letter"
  where "item_id" in (select value
  from json_each(?));

-- forgetting.forgetPage, items.forget
delete
  from "origin"
  where "item_id" in (select value
  from json_each(?));

-- forgetting.forgetPage, items.forget
select "old_id" as "id"
  from "succession"
  where "org_id" = ?
  and "old_id" in (select value
  from json_each(?))
  order by "old_id";

-- forgetting.forgetPage, items.forget
select item_id as memory_id, ref, ? as item_id
  from origin
  where ref_id = ?
  and org_id = ?
  union select item_id as memory_id, ref, ? as item_id
  from origin
  where org_id = ?
  and ref = ?
  and source = ?;

-- forgetting.forgetPage, items.forget
update "outbox"
  set "reason" = ?
  where "item_id" = ?;

-- forgetting.forgetPage, items.forget
update item
  set "content" = ?, "title" = ?, "tags" = ?, "source_ids" = ?, "action_triggers" = ?, "forbids" = ?, "instead" = ?, "decides" = ?, "value" = ?, "subject" = ?, "attribute" = ?, "knowledge_base" = ?, "speaker" = ?, "tool_calls" = ?, "channel" = ?, "subchannel" = ?, "project" = ?, "provenance" = ?, "source" = ?, "external_id" = ?, "merge_key" = ?, "statement" = ?, "content_hash" = ?, "length" = ?, "confirmed_by" = ?, "confirmed_at" = ?, session_key = ?, state = 'deleted', version = version + 1, deleted_at = ?
  where item.seq = ?;

-- forgetting.forgetPage, items.forget, lifecycle.change, notes.ahead, notes.erase, notes.put, notes.tell, proposals.propose, writing.write
insert into index_state (item_seq, target, org_id, version, status, since, behind_since)
  select ?, ?, ?, ?, ?, ?, ?
  where true
  on conflict (item_seq, target) do update
  set version = case excluded.status when 'indexed' then excluded.version else index_state.version end, status = excluded.status, since = excluded.since, behind_since = excluded.behind_since;

-- forgetting.forgetPage, items.forget, lifecycle.change, notes.erase
delete
  from word_document
  where seq = ?;

-- forgetting.forgetPage, items.forget, lifecycle.change, notes.erase
delete
  from word_gone
  where space_id = ?1
  and revision <= (select max(revision)
  from word_gone
  where space_id = ?1) - ?2;

-- forgetting.forgetPage, items.forget, lifecycle.change, notes.erase
insert into word_gone (space_id, revision, seq)
  values (?2, coalesce((select max(revision)
  from word_gone
  where space_id = ?2), 0) + 1, ?1);

-- forgetting.forgetPage, items.forget, lifecycle.change, notes.erase
select org_id as "orgId", model_id as "modelId", content_hash as "contentHash"
  from item_embedding
  where item_seq in (select given.value ->> '$.seq'
  from json_each(?) as given);

-- forgetting.forgetPage, items.forget, lifecycle.change, notes.erase, notes.put, notes.tell, proposals.propose, writing.write
delete
  from word_removal
  where space_id = ?
  and item_id = ?;

-- forgetting.forgetPage, items.forget, lifecycle.change, notes.erase, notes.put, notes.tell, proposals.propose, writing.write
select "target", "number", "built_by", "layout", "dims", "status", "cursor", "started_at", "filled_at"
  from "generation"
  where "target" = ?
  and "status" <> ?
  order by case status when 'live' then 0 else 1 end, "number" desc;

-- forgetting.forgetPage, items.forget, lifecycle.change, notes.erase, notes.put, notes.tell, proposals.propose, writing.write
select coalesce((select version
  from word_document
  where space_id = ?1
  and item_id = ?2), 0) as present, coalesce((select version
  from word_removal
  where space_id = ?1
  and item_id = ?2), 0) as removed;

-- forgetting.forgetPage, items.forget, lifecycle.change, notes.erase, notes.put, notes.tell, proposals.propose, writing.write
select seq, length, listed, reader
  from word_document
  where space_id = ?
  and item_id = ?;

-- forgetting.forgetPage, items.forget, lifecycle.change, notes.erase, notes.put, notes.tell, proposals.propose, writing.write
update word_space
  set documents = documents + ?, length = length + ?, revision = revision + 1
  where id = ?;

-- forgetting.forgetPage, items.forget, lifecycle.change, notes.put, proposals.propose, writing.write
insert into "audit" ("org_id", "principal_id", "key_id", "action", "kind", "item_id", "version", "at", "request_id", "outcome", "route", "reason")
  select ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?
  where true;

-- forgetting.forgetPage, items.forget, lifecycle.change, notes.put, proposals.propose, writing.write
select "secret"
  from "forget_secret"
  where "org_id" = ?;

-- forgetting.forgetPage, items.forget, notes.erase
insert into word_removal (space_id, item_id, version, removed_at)
  values (?, ?, ?, ?);

-- forgetting.forgetPage, lifecycle.change
insert into word_list_2 (word_list_2, rowid, tokens)
  values ('delete', ?, ?);

-- lifecycle.change, notes.ahead, notes.put, proposals.propose, writing.write
insert into text_features ("org_id", "item_id", "rules", "question_share", "says_time", "says_number", "says_name", "says_rule", "told_from", "told_to", "standing_at", "norms")
  select ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?
  where true
  on conflict (item_id) do update
  set "org_id" = "excluded"."org_id", "item_id" = "excluded"."item_id", "rules" = "excluded"."rules", "question_share" = "excluded"."question_share", "says_time" = "excluded"."says_time", "says_number" = "excluded"."says_number", "says_name" = "excluded"."says_name", "says_rule" = "excluded"."says_rule", "told_from" = "excluded"."told_from", "told_to" = "excluded"."told_to", "standing_at" = "excluded"."standing_at", "norms" = "excluded"."norms";

-- lifecycle.change, notes.erase, proposals.propose, writing.write
delete
  from norm_word
  where "item_id" in (select value
  from json_each(?));

-- lifecycle.change, notes.put, notes.tell, proposals.propose, writing.write
insert into word_document (space_id, item_id, version, length, listed, run, group_name, reader, channel, subchannel, session_key, store, category, tags, state, effective_at, valid_from, valid_to, active_from, active_to, knowledge_base, subject, attribute)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);

-- lifecycle.change, proposals.propose, writing.write
insert into word_list_2 (rowid, tokens)
  values (?, ?);

-- lifecycle.change, writing.write
insert into "norm_word" ("org_id", "item_id", "word", "beside")
  select ?, ?, ?, ?
  where true;

-- lifecycle.change, writing.write
select item.id as id, ? as "except"
  from item
  where item.org_id = ?
  and item.subject = ?
  and item.attribute = ?
  and (case "item"."visibility" when 'private' then 'owner ' || cast("item"."principal_id" as text) || ' ' || coalesce("item"."channel", '') when 'peer' then 'peer ' || coalesce("item"."channel", '') when 'org' then 'all ' || coalesce("item"."channel", '') when 'channel' then 'all ' || coalesce("item"."channel", '') when 'team' then 'all ' || coalesce("item"."channel", '') else "item"."visibility" || ' ' || coalesce("item"."channel", '') end) = ?
  and item.state = 'active'
  and item.id <> ?;

-- notes.put, writing.write
insert into word_space (org_id, kind, generation, documents, length)
  values (?, ?, ?, 0, 0);

-- proposals.propose, writing.write
insert into "item" ("id", "org_id", "kind", "principal_id", "visibility", "channel", "state", "version", "timestamp", "created_at", "effective_at", "deleted_at", "source", "external_id", "content_hash", "merge_key", "statement", "length", "role", "speaker", "subchannel", "session_key", "turn", "tool_calls", "store", "category", "strength", "confidence", "valence", "arousal", "valid_from", "valid_to", "subject", "attribute", "knowledge_base", "project", "active_from", "active_to", "confirmed_by", "confirmed_at", "tags", "source_ids", "action_triggers", "forbids", "instead", "decides", "value", "provenance", "title", "content")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict do nothing
  returning "seq";

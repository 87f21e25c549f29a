-- forgetting.begin
insert into "forget_act" ("org_id", "id", "principal_id", "state", "selected_by", "lineage", "plan", "begun_at", "forgotten_at", "verified_at", "messages", "memories", "removed", "verified")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);

-- forgetting.done
select "item_id" as "itemId"
  from "forget_target"
  where "org_id" = ?
  and "act_id" = ?
  and "is_done" = 1
  and "item_id" > ?
  order by "item_id"
  limit ?;

-- forgetting.findAct, forgetting.forgetPage, forgetting.selectionNoted
select *
  from "forget_act"
  where "org_id" = ?
  and "id" = ?;

-- forgetting.forgetPage
delete
  from "forget_target"
  where "org_id" = ?
  and "act_id" = ?
  and "item_id" in (select value
  from json_each(?));

-- forgetting.forgetPage
insert into "forgotten_mark" ("org_id", "mark", "whose", "at")
  values (?, ?, ?, ?), (?, ?, ?, ?)
  on conflict do nothing;

-- forgetting.forgetPage
select "item"."seq", "item"."id", "item"."org_id", "item"."kind", "item"."principal_id", "item"."visibility", "item"."channel", "item"."state", "item"."version", "item"."timestamp", "item"."created_at", "item"."effective_at", "item"."deleted_at", "item"."source", "item"."external_id", "item"."content_hash", "item"."merge_key", "item"."statement", "item"."length", "item"."role", "item"."speaker", "item"."subchannel", "item"."session_key", "item"."turn", "item"."tool_calls", "item"."store", "item"."category", "item"."confidence", "item"."valence", "item"."arousal", "item"."valid_from", "item"."valid_to", "item"."subject", "item"."attribute", "item"."knowledge_base", "item"."project", "item"."active_from", "item"."active_to", "item"."confirmed_by", "item"."confirmed_at", "item"."tags", "item"."source_ids", "item"."action_triggers", "item"."forbids", "item"."instead", "item"."decides", "item"."value", "item"."provenance", "item"."title", "item"."content", case item.kind when 'memory' then coalesce((select moved.strength
  from memory_strength as moved
  where moved.org_id = item.org_id
  and moved.memory_id = item.id), item.strength) end as "strength", (select name
  from principal
  where principal.id = item.principal_id) as "author", (select kind
  from principal
  where principal.id = item.principal_id) as "writer_kind"
  from "item"
  where ("item"."org_id" = ?
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
  and "item"."id" in (?)
  order by "item"."seq";

-- forgetting.forgetPage
select "item_id" as "itemId"
  from "forget_target"
  where "org_id" = ?
  and "act_id" = ?
  and "is_done" = 0
  order by "item_id"
  limit ?;

-- forgetting.forgetPage
update "forget_act"
  set "messages" = ?, "memories" = ?, "removed" = ?, "state" = ?, "plan" = ?, "forgotten_at" = ?
  where "org_id" = ?
  and "id" = ?;

-- forgetting.forgetPage
update "forget_target"
  set "is_done" = ?
  where "org_id" = ?
  and "act_id" = ?
  and "item_id" in (select value
  from json_each(?));

-- forgetting.leftIn
select count(*) as number
  from (select org_id, item_id
  from forget_target
  where org_id = ?
  and act_id = ?
  and is_done = 1) as target cross
  join "agent_call_item" on "agent_call_item"."item_id" = target.item_id
  where "agent_call_item"."org_id" = ?;

-- forgetting.leftIn
select count(*) as number
  from (select org_id, item_id
  from forget_target
  where org_id = ?
  and act_id = ?
  and is_done = 1) as target cross
  join "alias_sighting" on "alias_sighting"."item_id" = target.item_id
  where "alias_sighting"."org_id" = ?;

-- forgetting.leftIn
select count(*) as number
  from (select org_id, item_id
  from forget_target
  where org_id = ?
  and act_id = ?
  and is_done = 1) as target cross
  join "checkpoint_memory" on "checkpoint_memory"."memory_id" = target.item_id
  where "checkpoint_memory"."org_id" = ?;

-- forgetting.leftIn
select count(*) as number
  from (select org_id, item_id
  from forget_target
  where org_id = ?
  and act_id = ?
  and is_done = 1) as target cross
  join "dead_letter" on "dead_letter"."item_id" = target.item_id
  where "dead_letter"."org_id" = ?;

-- forgetting.leftIn
select count(*) as number
  from (select org_id, item_id
  from forget_target
  where org_id = ?
  and act_id = ?
  and is_done = 1) as target cross
  join "feedback" on "feedback"."memory_id" = target.item_id
  where "feedback"."org_id" = ?;

-- forgetting.leftIn
select count(*) as number
  from (select org_id, item_id
  from forget_target
  where org_id = ?
  and act_id = ?
  and is_done = 1) as target cross
  join "gone_source" on "gone_source"."memory_id" = target.item_id
  where "gone_source"."org_id" = ?;

-- forgetting.leftIn
select count(*) as number
  from (select org_id, item_id
  from forget_target
  where org_id = ?
  and act_id = ?
  and is_done = 1) as target cross
  join "graph_correction" on "graph_correction"."item_id" = target.item_id
  where "graph_correction"."org_id" = ?;

-- forgetting.leftIn
select count(*) as number
  from (select org_id, item_id
  from forget_target
  where org_id = ?
  and act_id = ?
  and is_done = 1) as target cross
  join "graph_declared" on "graph_declared"."item_id" = target.item_id
  where "graph_declared"."org_id" = ?;

-- forgetting.leftIn
select count(*) as number
  from (select org_id, item_id
  from forget_target
  where org_id = ?
  and act_id = ?
  and is_done = 1) as target cross
  join "graph_mention" on "graph_mention"."item_id" = target.item_id
  where "graph_mention"."org_id" = ?;

-- forgetting.leftIn
select count(*) as number
  from (select org_id, item_id
  from forget_target
  where org_id = ?
  and act_id = ?
  and is_done = 1) as target cross
  join "graph_rule" on "graph_rule"."item_id" = target.item_id
  where "graph_rule"."org_id" = ?;

-- forgetting.leftIn
select count(*) as number
  from (select org_id, item_id
  from forget_target
  where org_id = ?
  and act_id = ?
  and is_done = 1) as target cross
  join "graph_statement" on "graph_statement"."item_id" = target.item_id
  where "graph_statement"."org_id" = ?;

-- forgetting.leftIn
select count(*) as number
  from (select org_id, item_id
  from forget_target
  where org_id = ?
  and act_id = ?
  and is_done = 1) as target cross
  join "item" on item.id = target.item_id
  where item.org_id = target.org_id
  and (state <> 'deleted'
  or content <> ''
  or title is not null
  or tags is not null
  or source_ids is not null
  or subject is not null
  or speaker is not null
  or channel is not null
  or subchannel is not null
  or project is not null
  or provenance <> '{}'
  or source <> ''
  or external_id is not null
  or merge_key is not null
  or content_hash <> '');

-- forgetting.leftIn
select count(*) as number
  from (select org_id, item_id
  from forget_target
  where org_id = ?
  and act_id = ?
  and is_done = 1) as target cross
  join "item" on item.id = target.item_id cross
  join item_embedding on item_embedding.item_seq = item.seq
  where item.org_id = target.org_id;

-- forgetting.leftIn
select count(*) as number
  from (select org_id, item_id
  from forget_target
  where org_id = ?
  and act_id = ?
  and is_done = 1) as target cross
  join "memory_link" on "memory_link"."newer_id" = target.item_id
  where "memory_link"."org_id" = ?;

-- forgetting.leftIn
select count(*) as number
  from (select org_id, item_id
  from forget_target
  where org_id = ?
  and act_id = ?
  and is_done = 1) as target cross
  join "memory_link" on "memory_link"."older_id" = target.item_id
  where "memory_link"."org_id" = ?;

-- forgetting.leftIn
select count(*) as number
  from (select org_id, item_id
  from forget_target
  where org_id = ?
  and act_id = ?
  and is_done = 1) as target cross
  join "memory_sender" on "memory_sender"."memory_id" = target.item_id
  where "memory_sender"."org_id" = ?;

-- forgetting.leftIn
select count(*) as number
  from (select org_id, item_id
  from forget_target
  where org_id = ?
  and act_id = ?
  and is_done = 1) as target cross
  join "memory_strength" on "memory_strength"."memory_id" = target.item_id
  where "memory_strength"."org_id" = ?;

-- forgetting.leftIn
select count(*) as number
  from (select org_id, item_id
  from forget_target
  where org_id = ?
  and act_id = ?
  and is_done = 1) as target cross
  join "memory_use" on "memory_use"."memory_id" = target.item_id
  where "memory_use"."org_id" = ?;

-- forgetting.leftIn
select count(*) as number
  from (select org_id, item_id
  from forget_target
  where org_id = ?
  and act_id = ?
  and is_done = 1) as target cross
  join "norm_word" on "norm_word"."item_id" = target.item_id
  where "norm_word"."org_id" = ?;

-- forgetting.leftIn
select count(*) as number
  from (select org_id, item_id
  from forget_target
  where org_id = ?
  and act_id = ?
  and is_done = 1) as target cross
  join "origin" on "origin"."item_id" = target.item_id
  where +"origin"."org_id" = ?;

-- forgetting.leftIn
select count(*) as number
  from (select org_id, item_id
  from forget_target
  where org_id = ?
  and act_id = ?
  and is_done = 1) as target cross
  join "outbox" on outbox.item_id = target.item_id
  where outbox.org_id = target.org_id
  and outbox.reason is not null;

-- forgetting.leftIn
select count(*) as number
  from (select org_id, item_id
  from forget_target
  where org_id = ?
  and act_id = ?
  and is_done = 1) as target cross
  join "proposal" on "proposal"."memory_id" = target.item_id
  where "proposal"."org_id" = ?;

-- forgetting.leftIn
select count(*) as number
  from (select org_id, item_id
  from forget_target
  where org_id = ?
  and act_id = ?
  and is_done = 1) as target cross
  join "proposal_quote" on "proposal_quote"."memory_id" = target.item_id
  where "proposal_quote"."org_id" = ?;

-- forgetting.leftIn
select count(*) as number
  from (select org_id, item_id
  from forget_target
  where org_id = ?
  and act_id = ?
  and is_done = 1) as target cross
  join "proposal_quote" on "proposal_quote"."message_id" = target.item_id
  where "proposal_quote"."org_id" = ?;

-- forgetting.leftIn
select count(*) as number
  from (select org_id, item_id
  from forget_target
  where org_id = ?
  and act_id = ?
  and is_done = 1) as target cross
  join "proposal_sighting" on "proposal_sighting"."memory_id" = target.item_id
  where "proposal_sighting"."org_id" = ?;

-- forgetting.leftIn
select count(*) as number
  from (select org_id, item_id
  from forget_target
  where org_id = ?
  and act_id = ?
  and is_done = 1) as target cross
  join "revision" on "revision"."item_id" = target.item_id
  where "revision"."org_id" = ?;

-- forgetting.leftIn
select count(*) as number
  from (select org_id, item_id
  from forget_target
  where org_id = ?
  and act_id = ?
  and is_done = 1) as target cross
  join "rule_stop" on "rule_stop"."memory_id" = target.item_id
  where "rule_stop"."org_id" = ?;

-- forgetting.leftIn
select count(*) as number
  from (select org_id, item_id
  from forget_target
  where org_id = ?
  and act_id = ?
  and is_done = 1) as target cross
  join "succession" on "succession"."new_id" = target.item_id
  where "succession"."org_id" = ?;

-- forgetting.leftIn
select count(*) as number
  from (select org_id, item_id
  from forget_target
  where org_id = ?
  and act_id = ?
  and is_done = 1) as target cross
  join "succession" on "succession"."old_id" = target.item_id
  where "succession"."org_id" = ?;

-- forgetting.leftIn
select count(*) as number
  from (select org_id, item_id
  from forget_target
  where org_id = ?
  and act_id = ?
  and is_done = 1) as target cross
  join "text_features" on "text_features"."item_id" = target.item_id
  where "text_features"."org_id" = ?;

-- forgetting.leftIn
select count(*) as number
  from embedding
  where org_id = ?
  and not exists (select 1
  from item_embedding as link
  where link.org_id = embedding.org_id
  and link.content_hash = embedding.content_hash
  and link.model_id = embedding.model_id);

-- forgetting.note
insert into "forget_target" ("org_id", "act_id", "item_id", "is_done")
  select ?, ?, ?, ?
  where true
  on conflict do nothing;

-- forgetting.selected
select item.seq as "seq", "item"."id", "item"."kind", "item"."principal_id", "item"."version", "item"."source", "item"."external_id", "item"."source_ids"
  from "item"
  where ("item"."org_id" = ?
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
  and "item"."kind" in (?, ?)
  and "item"."id" in (?)
  and "item"."seq" > ?
  order by "item"."seq"
  limit ?;

-- forgetting.selectionNoted
update "forget_act"
  set "state" = ?, "plan" = ?
  where "org_id" = ?
  and "id" = ?
  and "state" = ?;

-- forgetting.sweep
delete
  from "alias_sighting"
  where org_id = ?
  and "item_id" = ?;

-- forgetting.sweep
delete
  from "dead_letter"
  where org_id = ?
  and "item_id" = ?;

-- forgetting.sweep
delete
  from "origin"
  where org_id = ?
  and "item_id" = ?;

-- forgetting.sweep
update outbox
  set reason = null
  where reason is not null
  and "item_id" in (select value
  from json_each(?));

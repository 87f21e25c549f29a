-- forgetting.begin
insert into "forget_act" ("org_id", "id", "principal_id", "state", "selected_by", "lineage", "plan", "begun_at", "forgotten_at", "verified_at", "messages", "memories", "removed", "verified")
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14);

-- forgetting.done
select "item_id" as "itemId"
  from "forget_target"
  where "org_id" = $1
  and "act_id" = $2
  and "is_done" = 1
  and "item_id" > $3
  order by "item_id"
  limit $4;

-- forgetting.findAct, forgetting.forgetPage, forgetting.selectionNoted
select *
  from "forget_act"
  where "org_id" = $1
  and "id" = $2;

-- forgetting.forgetPage
delete
  from "forget_target"
  where "org_id" = $1
  and "act_id" = $2
  and "item_id" = any($3::uuid[]);

-- forgetting.forgetPage
insert into "forgotten_mark" ("org_id", "mark", "whose", "at")
  values ($1, $2, $3, $4), ($5, $6, $7, $8)
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
  where ("item"."org_id" = $1
  and "item"."state" <> 'deleted'
  and ( "item"."visibility" in ('org', 'team', 'channel')
  or ("item"."visibility" = 'private'
  and ("item"."principal_id" = $2
  or replace(cast($3 as text), cast("item"."principal_id" as text), '') <> cast($4 as text)))
  or ("item"."visibility" = 'peer'
  and "item"."channel" = $5)
  or ("item"."visibility" like 'team:%'
  and replace(cast($6 as text), "item"."visibility", '') <> cast($7 as text)))
  and (cast($8 as text) = ''
  or "item"."channel" is null
  or replace(cast($9 as text), '' || "item"."channel" || '', '') = cast($10 as text)))
  and "item"."id" in ($11)
  order by "item"."seq" for update;

-- forgetting.forgetPage
select "item_id" as "itemId"
  from "forget_target"
  where "org_id" = $1
  and "act_id" = $2
  and "is_done" = 0
  order by "item_id"
  limit $3;

-- forgetting.forgetPage
update "forget_act"
  set "messages" = $1, "memories" = $2, "removed" = $3, "state" = $4, "plan" = $5, "forgotten_at" = $6
  where "org_id" = $7
  and "id" = $8;

-- forgetting.forgetPage
update "forget_target"
  set "is_done" = $1
  where "org_id" = $2
  and "act_id" = $3
  and "item_id" = any($4::uuid[]);

-- forgetting.leftIn
select count(*) as number
  from (select org_id, item_id
  from forget_target
  where org_id = $1
  and act_id = $2
  and is_done = 1) as target
  join "agent_call_item" on "agent_call_item"."item_id" = target.item_id
  where "agent_call_item"."org_id" = $3;

-- forgetting.leftIn
select count(*) as number
  from (select org_id, item_id
  from forget_target
  where org_id = $1
  and act_id = $2
  and is_done = 1) as target
  join "alias_sighting" on "alias_sighting"."item_id" = target.item_id
  where "alias_sighting"."org_id" = $3;

-- forgetting.leftIn
select count(*) as number
  from (select org_id, item_id
  from forget_target
  where org_id = $1
  and act_id = $2
  and is_done = 1) as target
  join "checkpoint_memory" on "checkpoint_memory"."memory_id" = target.item_id
  where "checkpoint_memory"."org_id" = $3;

-- forgetting.leftIn
select count(*) as number
  from (select org_id, item_id
  from forget_target
  where org_id = $1
  and act_id = $2
  and is_done = 1) as target
  join "dead_letter" on "dead_letter"."item_id" = target.item_id
  where "dead_letter"."org_id" = $3;

-- forgetting.leftIn
select count(*) as number
  from (select org_id, item_id
  from forget_target
  where org_id = $1
  and act_id = $2
  and is_done = 1) as target
  join "feedback" on "feedback"."memory_id" = target.item_id
  where "feedback"."org_id" = $3;

-- forgetting.leftIn
select count(*) as number
  from (select org_id, item_id
  from forget_target
  where org_id = $1
  and act_id = $2
  and is_done = 1) as target
  join "gone_source" on "gone_source"."memory_id" = target.item_id
  where "gone_source"."org_id" = $3;

-- forgetting.leftIn
select count(*) as number
  from (select org_id, item_id
  from forget_target
  where org_id = $1
  and act_id = $2
  and is_done = 1) as target
  join "graph_correction" on "graph_correction"."item_id" = target.item_id
  where "graph_correction"."org_id" = $3;

-- forgetting.leftIn
select count(*) as number
  from (select org_id, item_id
  from forget_target
  where org_id = $1
  and act_id = $2
  and is_done = 1) as target
  join "graph_declared" on "graph_declared"."item_id" = target.item_id
  where "graph_declared"."org_id" = $3;

-- forgetting.leftIn
select count(*) as number
  from (select org_id, item_id
  from forget_target
  where org_id = $1
  and act_id = $2
  and is_done = 1) as target
  join "graph_mention" on "graph_mention"."item_id" = target.item_id
  where "graph_mention"."org_id" = $3;

-- forgetting.leftIn
select count(*) as number
  from (select org_id, item_id
  from forget_target
  where org_id = $1
  and act_id = $2
  and is_done = 1) as target
  join "graph_rule" on "graph_rule"."item_id" = target.item_id
  where "graph_rule"."org_id" = $3;

-- forgetting.leftIn
select count(*) as number
  from (select org_id, item_id
  from forget_target
  where org_id = $1
  and act_id = $2
  and is_done = 1) as target
  join "graph_statement" on "graph_statement"."item_id" = target.item_id
  where "graph_statement"."org_id" = $3;

-- forgetting.leftIn
select count(*) as number
  from (select org_id, item_id
  from forget_target
  where org_id = $1
  and act_id = $2
  and is_done = 1) as target
  join "item" on item.id = target.item_id
  join item_embedding on item_embedding.item_seq = item.seq
  where item.org_id = target.org_id;

-- forgetting.leftIn
select count(*) as number
  from (select org_id, item_id
  from forget_target
  where org_id = $1
  and act_id = $2
  and is_done = 1) as target
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
  where org_id = $1
  and act_id = $2
  and is_done = 1) as target
  join "memory_link" on "memory_link"."newer_id" = target.item_id
  where "memory_link"."org_id" = $3;

-- forgetting.leftIn
select count(*) as number
  from (select org_id, item_id
  from forget_target
  where org_id = $1
  and act_id = $2
  and is_done = 1) as target
  join "memory_link" on "memory_link"."older_id" = target.item_id
  where "memory_link"."org_id" = $3;

-- forgetting.leftIn
select count(*) as number
  from (select org_id, item_id
  from forget_target
  where org_id = $1
  and act_id = $2
  and is_done = 1) as target
  join "memory_sender" on "memory_sender"."memory_id" = target.item_id
  where "memory_sender"."org_id" = $3;

-- forgetting.leftIn
select count(*) as number
  from (select org_id, item_id
  from forget_target
  where org_id = $1
  and act_id = $2
  and is_done = 1) as target
  join "memory_strength" on "memory_strength"."memory_id" = target.item_id
  where "memory_strength"."org_id" = $3;

-- forgetting.leftIn
select count(*) as number
  from (select org_id, item_id
  from forget_target
  where org_id = $1
  and act_id = $2
  and is_done = 1) as target
  join "memory_use" on "memory_use"."memory_id" = target.item_id
  where "memory_use"."org_id" = $3;

-- forgetting.leftIn
select count(*) as number
  from (select org_id, item_id
  from forget_target
  where org_id = $1
  and act_id = $2
  and is_done = 1) as target
  join "norm_word" on "norm_word"."item_id" = target.item_id
  where "norm_word"."org_id" = $3;

-- forgetting.leftIn
select count(*) as number
  from (select org_id, item_id
  from forget_target
  where org_id = $1
  and act_id = $2
  and is_done = 1) as target
  join "origin" on "origin"."item_id" = target.item_id
  where "origin"."org_id" = $3;

-- forgetting.leftIn
select count(*) as number
  from (select org_id, item_id
  from forget_target
  where org_id = $1
  and act_id = $2
  and is_done = 1) as target
  join "outbox" on outbox.item_id = target.item_id
  where outbox.org_id = target.org_id
  and outbox.reason is not null;

-- forgetting.leftIn
select count(*) as number
  from (select org_id, item_id
  from forget_target
  where org_id = $1
  and act_id = $2
  and is_done = 1) as target
  join "proposal" on "proposal"."memory_id" = target.item_id
  where "proposal"."org_id" = $3;

-- forgetting.leftIn
select count(*) as number
  from (select org_id, item_id
  from forget_target
  where org_id = $1
  and act_id = $2
  and is_done = 1) as target
  join "proposal_quote" on "proposal_quote"."memory_id" = target.item_id
  where "proposal_quote"."org_id" = $3;

-- forgetting.leftIn
select count(*) as number
  from (select org_id, item_id
  from forget_target
  where org_id = $1
  and act_id = $2
  and is_done = 1) as target
  join "proposal_quote" on "proposal_quote"."message_id" = target.item_id
  where "proposal_quote"."org_id" = $3;

-- forgetting.leftIn
select count(*) as number
  from (select org_id, item_id
  from forget_target
  where org_id = $1
  and act_id = $2
  and is_done = 1) as target
  join "proposal_sighting" on "proposal_sighting"."memory_id" = target.item_id
  where "proposal_sighting"."org_id" = $3;

-- forgetting.leftIn
select count(*) as number
  from (select org_id, item_id
  from forget_target
  where org_id = $1
  and act_id = $2
  and is_done = 1) as target
  join "revision" on "revision"."item_id" = target.item_id
  where "revision"."org_id" = $3;

-- forgetting.leftIn
select count(*) as number
  from (select org_id, item_id
  from forget_target
  where org_id = $1
  and act_id = $2
  and is_done = 1) as target
  join "rule_stop" on "rule_stop"."memory_id" = target.item_id
  where "rule_stop"."org_id" = $3;

-- forgetting.leftIn
select count(*) as number
  from (select org_id, item_id
  from forget_target
  where org_id = $1
  and act_id = $2
  and is_done = 1) as target
  join "succession" on "succession"."new_id" = target.item_id
  where "succession"."org_id" = $3;

-- forgetting.leftIn
select count(*) as number
  from (select org_id, item_id
  from forget_target
  where org_id = $1
  and act_id = $2
  and is_done = 1) as target
  join "succession" on "succession"."old_id" = target.item_id
  where "succession"."org_id" = $3;

-- forgetting.leftIn
select count(*) as number
  from (select org_id, item_id
  from forget_target
  where org_id = $1
  and act_id = $2
  and is_done = 1) as target
  join "text_features" on "text_features"."item_id" = target.item_id
  where "text_features"."org_id" = $3;

-- forgetting.leftIn
select count(*) as number
  from embedding
  where org_id = $1
  and not exists (select 1
  from item_embedding as link
  where link.org_id = embedding.org_id
  and link.content_hash = embedding.content_hash
  and link.model_id = embedding.model_id);

-- forgetting.note
insert into "forget_target" ("org_id", "act_id", "item_id", "is_done")
  select "given"."org_id", "given"."act_id", "given"."item_id", "given"."is_done"
  from json_to_recordset($1::json) as given ("org_id" uuid, "act_id" uuid, "item_id" uuid, "is_done" int)
  where true
  on conflict do nothing;

-- forgetting.selected
select item.seq as "seq", "item"."id", "item"."kind", "item"."principal_id", "item"."version", "item"."source", "item"."external_id", "item"."source_ids"
  from "item"
  where ("item"."org_id" = $1
  and "item"."state" <> 'deleted'
  and ( "item"."visibility" in ('org', 'team', 'channel')
  or ("item"."visibility" = 'private'
  and ("item"."principal_id" = $2
  or replace(cast($3 as text), cast("item"."principal_id" as text), '') <> cast($4 as text)))
  or ("item"."visibility" = 'peer'
  and "item"."channel" = $5)
  or ("item"."visibility" like 'team:%'
  and replace(cast($6 as text), "item"."visibility", '') <> cast($7 as text)))
  and (cast($8 as text) = ''
  or "item"."channel" is null
  or replace(cast($9 as text), '' || "item"."channel" || '', '') = cast($10 as text)))
  and "item"."kind" in ($11, $12)
  and "item"."id" in ($13)
  and "item"."seq" > $14
  order by "item"."seq"
  limit $15;

-- forgetting.selectionNoted
update "forget_act"
  set "state" = $1, "plan" = $2
  where "org_id" = $3
  and "id" = $4
  and "state" = $5;

-- forgetting.sweep
delete
  from "alias_sighting"
  where org_id = $1
  and "item_id" = any($2::uuid[]);

-- forgetting.sweep
delete
  from "dead_letter"
  where org_id = $1
  and "item_id" = any($2::uuid[]);

-- forgetting.sweep
delete
  from "origin"
  where org_id = $1
  and "item_id" = any($2::uuid[]);

-- forgetting.sweep
update outbox
  set reason = null
  where reason is not null
  and "item_id" = any($1::uuid[]);

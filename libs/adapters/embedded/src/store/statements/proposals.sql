-- proposals.propose
insert into "proposal" ("org_id", "memory_id", "writer_id", "kind", "status", "certainty", "visibility", "replaces", "statement", "decided_by", "decided_at", "reason", "undo")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);

-- proposals.propose
insert into "proposal_sighting" ("org_id", "memory_id", "number", "principal_id", "said_by", "session_key", "extractor", "at")
  select ?, ?, ?, ?, ?, ?, ?, ?
  where true;

-- proposals.propose
select "item"."seq", "item"."id", "item"."org_id", "item"."kind", "item"."principal_id", "item"."visibility", "item"."channel", "item"."state", "item"."version", "item"."timestamp", "item"."created_at", "item"."effective_at", "item"."deleted_at", "item"."source", "item"."external_id", "item"."content_hash", "item"."merge_key", "item"."statement", "item"."length", "item"."role", "item"."speaker", "item"."subchannel", "item"."session_key", "item"."turn", "item"."tool_calls", "item"."store", "item"."category", "item"."confidence", "item"."valence", "item"."arousal", "item"."valid_from", "item"."valid_to", "item"."subject", "item"."attribute", "item"."knowledge_base", "item"."project", "item"."active_from", "item"."active_to", "item"."confirmed_by", "item"."confirmed_at", "item"."tags", "item"."source_ids", "item"."action_triggers", "item"."forbids", "item"."instead", "item"."decides", "item"."value", "item"."provenance", "item"."title", "item"."content", case item.kind when 'memory' then coalesce((select moved.strength
  from memory_strength as moved
  where moved.org_id = item.org_id
  and moved.memory_id = item.id), item.strength) end as "strength", (select name
  from principal
  where principal.id = item.principal_id) as "author", (select kind
  from principal
  where principal.id = item.principal_id) as "writer_kind", "proposal"."status", "proposal"."certainty"
  from "item"
  inner join "proposal" on "proposal"."memory_id" = "item"."id"
  and "proposal"."org_id" = "item"."org_id"
  where "item"."id" in (select "same"."memory_id"
  from "proposal" as "same"
  where "same"."org_id" = ?
  and "same"."statement" = ?)
  and "item"."principal_id" = ?
  and "item"."state" <> ?
  order by +"item"."id" desc;

-- proposals.propose
select "number", "message_id", "start_at", "end_at"
  from "proposal_quote"
  where "org_id" = ?
  and "memory_id" = ?;

-- proposals.propose
select "number", "principal_id"
  from "proposal_sighting"
  where "org_id" = ?
  and "memory_id" = ?;

-- proposals.propose
select "policy"
  from "review_policy"
  where "org_id" = ?;

-- index-states.isBehind
select "item"."seq"
  from (select "item_seq"
  from "index_state"
  where index_state.status = 'pending'
  and "index_state"."org_id" = ?
  and "target" = ?
  and "behind_since" <= ?
  order by "behind_since"
  limit 200) as "waiting" cross
  join "item"
  where "item"."seq" = "waiting"."item_seq"
  and "item"."state" <> ?
  and ("item"."org_id" = ?
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
  limit 1;

-- index-states.requeueLagging
select "item"."seq", "item"."id", "item"."org_id" as "orgId", "item"."kind", "item"."version", "index_state"."target", exists (select "outbox"."id"
  from "outbox"
  where "outbox"."item_id" = "item"."id"
  and "outbox"."subscriber" = "index_state"."target") as "isWaiting"
  from "index_state" cross
  join "item"
  where "item"."seq" = "index_state"."item_seq"
  and index_state.status <> 'indexed'
  and "index_state"."status" = ?
  and "index_state"."since" <= ?
  order by "index_state"."since"
  limit ?;

-- index-states.requeueLagging
select "place", "rules", "again_until" as "againUntil"
  from "subscriber_progress"
  where "subscriber" = ?;

-- index-states.requeueLagging
select "seq", "created_at" as "createdAt"
  from "item"
  where "seq" > ?
  order by "seq"
  limit ?;

-- index-states.requeueLagging
select "seq", "id", "org_id", "kind", "principal_id", "visibility", "channel", "state", "version", "timestamp", "created_at", "effective_at", "deleted_at", "source", "external_id", "content_hash", "merge_key", "statement", "length", "role", "speaker", "subchannel", "session_key", "turn", "tool_calls", "store", "category", "strength", "confidence", "valence", "arousal", "valid_from", "valid_to", "subject", "attribute", "knowledge_base", "project", "active_from", "active_to", "confirmed_by", "confirmed_at", "tags", "source_ids", "action_triggers", "forbids", "instead", "decides", "value", "provenance", "title", "content"
  from item indexed by "item_unsettled"
  where kind = 'note'
  and state = 'deleted'
  and content_hash <> ''
  and coalesce(active_to, deleted_at) < ?
  order by seq
  limit ?;

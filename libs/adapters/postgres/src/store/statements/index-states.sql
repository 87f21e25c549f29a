-- index-states.isBehind
select "item"."seq"
  from (select "item_seq"
  from "index_state"
  where index_state.status = 'pending'
  and "index_state"."org_id" = $1
  and "target" = $2
  and "behind_since" <= $3
  order by "behind_since"
  limit 200) as "waiting" cross
  join "item"
  where "item"."seq" = "waiting"."item_seq"
  and "item"."state" <> $4
  and ("item"."org_id" = $5
  and "item"."state" <> 'deleted'
  and ( "item"."visibility" in ('org', 'team', 'channel')
  or ("item"."visibility" = 'private'
  and ("item"."principal_id" = $6
  or replace(cast($7 as text), cast("item"."principal_id" as text), '') <> cast($8 as text)))
  or ("item"."visibility" = 'peer'
  and "item"."channel" = $9)
  or ("item"."visibility" like 'team:%'
  and replace(cast($10 as text), "item"."visibility", '') <> cast($11 as text)))
  and (cast($12 as text) = ''
  or "item"."channel" is null
  or replace(cast($13 as text), '' || "item"."channel" || '', '') = cast($14 as text)))
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
  and "index_state"."status" = $1
  and "index_state"."since" <= $2
  order by "index_state"."since"
  limit $3 for update of "index_state" skip locked;

-- index-states.requeueLagging
select "place", "rules", "again_until" as "againUntil"
  from "subscriber_progress"
  where "subscriber" = $1;

-- index-states.requeueLagging
select "seq", "created_at" as "createdAt"
  from "item"
  where "seq" > $1
  order by "seq"
  limit $2;

-- index-states.requeueLagging
select "seq", "id", "org_id", "kind", "principal_id", "visibility", "channel", "state", "version", "timestamp", "created_at", "effective_at", "deleted_at", "source", "external_id", "content_hash", "merge_key", "statement", "length", "role", "speaker", "subchannel", "session_key", "turn", "tool_calls", "store", "category", "strength", "confidence", "valence", "arousal", "valid_from", "valid_to", "subject", "attribute", "knowledge_base", "project", "active_from", "active_to", "confirmed_by", "confirmed_at", "tags", "source_ids", "action_triggers", "forbids", "instead", "decides", "value", "provenance", "title", "content"
  from item
  where kind = 'note'
  and state = 'deleted'
  and content_hash <> ''
  and coalesce(active_to, deleted_at) < $1
  order by seq
  limit $2 for update;

-- items.candidateFeatures
select "item"."id", "item"."kind", "item"."length", "item"."effective_at" as "time", "item"."speaker", "item"."role", "item"."channel", "item"."subchannel", "item"."store", "item"."category", "item"."title", "item"."source", "item"."project", "features"."question_share" as "questionShare", "item"."session_key" as "sessionKey", "item"."turn", "features"."says_time" as "mentionsTime", "features"."says_number" as "mentionsNumber", "features"."says_name" as "mentionsName", "features"."says_rule" as "mentionsRule", "features"."told_from" as "mentionedFrom", "features"."told_to" as "mentionedTo"
  from json_each(?) as wanted cross
  join item as "item"
  left join text_features as "features" on "features"."item_id" = "item"."id"
  where item.id = wanted.value
  and "item"."kind" = ?
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
  or replace(cast(? as text), '' || "item"."channel" || '', '') = cast(? as text)));

-- items.candidateFeatures
select "item"."id", "item"."kind", "item"."length", "item"."effective_at" as "time", "item"."speaker", "item"."role", "item"."channel", "item"."subchannel", "item"."store", "item"."category", "item"."title", "item"."source", "item"."project", "features"."question_share" as "questionShare", "item"."session_key" as "sessionKey", "item"."turn", "features"."says_time" as "mentionsTime", "features"."says_number" as "mentionsNumber", "features"."says_name" as "mentionsName", "features"."says_rule" as "mentionsRule", "features"."told_from" as "mentionedFrom", "features"."told_to" as "mentionedTo", "before"."id" as "previousId", "before"."role" as "previousRole", "asked"."question_share" as "previousShare", "after"."id" as "nextId", "after"."role" as "nextRole", exists (select 1
  from item as other indexed by "item_by_assistant"
  where other.role = 'assistant'
  and other.session_key is not null
  and other.org_id = item.org_id
  and other.session_key = item.session_key
  and ("other"."org_id" = ?
  and "other"."state" <> 'deleted'
  and ( "other"."visibility" in ('org', 'team', 'channel')
  or ("other"."visibility" = 'private'
  and ("other"."principal_id" = ?
  or replace(cast(? as text), cast("other"."principal_id" as text), '') <> cast(? as text)))
  or ("other"."visibility" = 'peer'
  and "other"."channel" = ?)
  or ("other"."visibility" like 'team:%'
  and replace(cast(? as text), "other"."visibility", '') <> cast(? as text)))
  and (cast(? as text) = ''
  or "other"."channel" is null
  or replace(cast(? as text), '' || "other"."channel" || '', '') = cast(? as text)))) as "assistants"
  from json_each(?) as wanted cross
  join item as "item"
  left join text_features as "features" on "features"."item_id" = "item"."id"
  left join item as "before" on "before"."seq" = (select near.seq
  from item as near
  where near.org_id = item.org_id
  and near.session_key = item.session_key
  and near.seq < item.seq
  and ("near"."org_id" = ?
  and "near"."state" <> 'deleted'
  and ( "near"."visibility" in ('org', 'team', 'channel')
  or ("near"."visibility" = 'private'
  and ("near"."principal_id" = ?
  or replace(cast(? as text), cast("near"."principal_id" as text), '') <> cast(? as text)))
  or ("near"."visibility" = 'peer'
  and "near"."channel" = ?)
  or ("near"."visibility" like 'team:%'
  and replace(cast(? as text), "near"."visibility", '') <> cast(? as text)))
  and (cast(? as text) = ''
  or "near"."channel" is null
  or replace(cast(? as text), '' || "near"."channel" || '', '') = cast(? as text)))
  order by near.seq desc
  limit 1)
  left join item as "after" on "after"."seq" = (select near.seq
  from item as near
  where near.org_id = item.org_id
  and near.session_key = item.session_key
  and near.seq > item.seq
  and ("near"."org_id" = ?
  and "near"."state" <> 'deleted'
  and ( "near"."visibility" in ('org', 'team', 'channel')
  or ("near"."visibility" = 'private'
  and ("near"."principal_id" = ?
  or replace(cast(? as text), cast("near"."principal_id" as text), '') <> cast(? as text)))
  or ("near"."visibility" = 'peer'
  and "near"."channel" = ?)
  or ("near"."visibility" like 'team:%'
  and replace(cast(? as text), "near"."visibility", '') <> cast(? as text)))
  and (cast(? as text) = ''
  or "near"."channel" is null
  or replace(cast(? as text), '' || "near"."channel" || '', '') = cast(? as text)))
  order by near.seq asc
  limit 1)
  left join text_features as "asked" on "asked"."item_id" = "before"."id"
  where item.id = wanted.value
  and "item"."kind" = ?
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
  or replace(cast(? as text), '' || "item"."channel" || '', '') = cast(? as text)));

-- items.candidateFeatures
select "item"."id", "item"."kind", "item"."length", "item"."effective_at" as "time", "item"."speaker", "item"."role", "item"."channel", "item"."subchannel", "item"."store", "item"."category", "item"."title", "item"."source", "item"."project", "features"."question_share" as "questionShare", "item"."session_key" as "sessionKey", "item"."turn", "features"."says_time" as "mentionsTime", "features"."says_number" as "mentionsNumber", "features"."says_name" as "mentionsName", "features"."says_rule" as "mentionsRule", "features"."told_from" as "mentionedFrom", "features"."told_to" as "mentionedTo", case item.kind when 'memory' then coalesce((select moved.strength
  from memory_strength as moved
  where moved.org_id = item.org_id
  and moved.memory_id = item.id), item.strength) end as "strength"
  from json_each(?) as wanted cross
  join item as "item"
  left join text_features as "features" on "features"."item_id" = "item"."id"
  where item.id = wanted.value
  and "item"."kind" = ?
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
  or replace(cast(? as text), '' || "item"."channel" || '', '') = cast(? as text)));

-- items.forget
delete
  from "alias_sighting"
  where +"org_id" = ?
  and "speaker" in (select value
  from json_each(?))
  and not exists (select "speaker"."name"
  from "speaker"
  where "speaker"."org_id" = "alias_sighting"."org_id"
  and "speaker"."name" = "alias_sighting"."speaker"
  and "speaker"."reach" = ?);

-- items.forget
delete
  from "speaker"
  where "org_id" = ?
  and "reach" = ?
  and "owner" = ?
  and "channel" = ?
  and "name" = ?;

-- items.forget
insert into "forget_secret" ("org_id", "secret")
  values (?, ?)
  on conflict do nothing;

-- items.forget
insert into "forgotten_mark" ("org_id", "mark", "whose", "at")
  values (?, ?, ?, ?), (?, ?, ?, ?), (?, ?, ?, ?)
  on conflict do nothing;

-- items.forget
insert into word_list_1 (word_list_1, rowid, tokens)
  values ('delete', ?, ?);

-- items.forget
select "item"."seq", "item"."id", "item"."org_id", "item"."kind", "item"."principal_id", "item"."visibility", "item"."channel", "item"."state", "item"."version", "item"."timestamp", "item"."created_at", "item"."effective_at", "item"."deleted_at", "item"."source", "item"."external_id", "item"."content_hash", "item"."merge_key", "item"."statement", "item"."length", "item"."role", "item"."speaker", "item"."subchannel", "item"."session_key", "item"."turn", "item"."tool_calls", "item"."store", "item"."category", "item"."confidence", "item"."valence", "item"."arousal", "item"."valid_from", "item"."valid_to", "item"."subject", "item"."attribute", "item"."knowledge_base", "item"."project", "item"."active_from", "item"."active_to", "item"."confirmed_by", "item"."confirmed_at", "item"."tags", "item"."source_ids", "item"."action_triggers", "item"."forbids", "item"."instead", "item"."decides", "item"."value", "item"."provenance", "item"."title", "item"."content", case item.kind when 'memory' then coalesce((select moved.strength
  from memory_strength as moved
  where moved.org_id = item.org_id
  and moved.memory_id = item.id), item.strength) end as "strength", (select name
  from principal
  where principal.id = item.principal_id) as "author", (select kind
  from principal
  where principal.id = item.principal_id) as "writer_kind"
  from "item"
  where "id" = ?
  and "kind" = ?
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
  or replace(cast(? as text), '' || "item"."channel" || '', '') = cast(? as text)));

-- items.forget
select "memory_id", "number"
  from "proposal_quote"
  where "org_id" = ?
  and "message_id" in (select value
  from json_each(?))
  group by "memory_id", "number";

-- items.forget
update "speaker"
  set "messages" = "messages" - ?
  where "org_id" = ?
  and "reach" = ?
  and "owner" = ?
  and "channel" = ?
  and "name" = ?
  returning "messages";

-- items.hydrate
select "item"."seq", "item"."id", "item"."org_id", "item"."kind", "item"."principal_id", "item"."visibility", "item"."channel", "item"."state", "item"."version", "item"."timestamp", "item"."created_at", "item"."effective_at", "item"."deleted_at", "item"."source", "item"."external_id", "item"."content_hash", "item"."merge_key", "item"."statement", "item"."length", "item"."role", "item"."speaker", "item"."subchannel", "item"."session_key", "item"."turn", "item"."tool_calls", "item"."store", "item"."category", "item"."confidence", "item"."valence", "item"."arousal", "item"."valid_from", "item"."valid_to", "item"."subject", "item"."attribute", "item"."knowledge_base", "item"."project", "item"."active_from", "item"."active_to", "item"."confirmed_by", "item"."confirmed_at", "item"."tags", "item"."source_ids", "item"."action_triggers", "item"."forbids", "item"."instead", "item"."decides", "item"."value", "item"."provenance", "item"."title", "item"."content", case item.kind when 'memory' then coalesce((select moved.strength
  from memory_strength as moved
  where moved.org_id = item.org_id
  and moved.memory_id = item.id), item.strength) end as "strength", (select name
  from principal
  where principal.id = item.principal_id) as "author", (select kind
  from principal
  where principal.id = item.principal_id) as "writer_kind"
  from json_each(?) as wanted cross
  join item as "item"
  where item.id = wanted.value
  and "kind" = ?
  and "state" != ?
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
  or replace(cast(? as text), '' || "item"."channel" || '', '') = cast(? as text)));

-- items.list
select "item"."seq", "item"."id", "item"."org_id", "item"."kind", "item"."principal_id", "item"."visibility", "item"."channel", "item"."state", "item"."version", "item"."timestamp", "item"."created_at", "item"."effective_at", "item"."deleted_at", "item"."source", "item"."external_id", "item"."content_hash", "item"."merge_key", "item"."statement", "item"."length", "item"."role", "item"."speaker", "item"."subchannel", "item"."session_key", "item"."turn", "item"."tool_calls", "item"."store", "item"."category", "item"."confidence", "item"."valence", "item"."arousal", "item"."valid_from", "item"."valid_to", "item"."subject", "item"."attribute", "item"."knowledge_base", "item"."project", "item"."active_from", "item"."active_to", "item"."confirmed_by", "item"."confirmed_at", "item"."tags", "item"."source_ids", "item"."action_triggers", "item"."forbids", "item"."instead", "item"."decides", "item"."value", "item"."provenance", "item"."title", "item"."content", case item.kind when 'memory' then coalesce((select moved.strength
  from memory_strength as moved
  where moved.org_id = item.org_id
  and moved.memory_id = item.id), item.strength) end as "strength", (select name
  from principal
  where principal.id = item.principal_id) as "author", (select kind
  from principal
  where principal.id = item.principal_id) as "writer_kind", (select status
  from index_state
  where item_seq = item.seq
  and target = 'words') as "words", (select status
  from index_state
  where item_seq = item.seq
  and target = 'vectors') as "vectors"
  from "item"
  where (("item"."org_id" = ?
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
  and ("item"."kind" = ?
  and "item"."state" = 'active'
  and "item"."subject" = ?))
  order by "item"."effective_at" desc, "item"."seq" desc
  limit ?;

-- items.recent
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
  and ("item"."kind" = ?
  and "item"."state" = 'active')
  order by "effective_at" desc, "seq" desc
  limit ?;

-- items.sourceLinks
select item.id as id, linked.id as "linkedId", linked.kind as "linkedKind"
  from json_each(?) as wanted cross
  join item as item cross
  join "origin" as "origin" on origin.org_id = item.org_id
  and origin.is_summary = 0
  and origin.ref_id = item.id cross
  join "item" as "linked" on linked.id = origin.item_id
  where item.id = wanted.value
  and item.kind = 'memory'
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
  and ("linked"."org_id" = ?
  and "linked"."state" <> 'deleted'
  and ( "linked"."visibility" in ('org', 'team', 'channel')
  or ("linked"."visibility" = 'private'
  and ("linked"."principal_id" = ?
  or replace(cast(? as text), cast("linked"."principal_id" as text), '') <> cast(? as text)))
  or ("linked"."visibility" = 'peer'
  and "linked"."channel" = ?)
  or ("linked"."visibility" like 'team:%'
  and replace(cast(? as text), "linked"."visibility", '') <> cast(? as text)))
  and (cast(? as text) = ''
  or "linked"."channel" is null
  or replace(cast(? as text), '' || "linked"."channel" || '', '') = cast(? as text)))
  union select item.id as id, linked.id as "linkedId", linked.kind as "linkedKind"
  from json_each(?) as wanted cross
  join item as item cross
  join "origin" as "origin" on origin.org_id = item.org_id
  and origin.is_summary = 0
  and origin.ref = item.external_id
  and origin.source = item.source cross
  join "item" as "linked" on linked.id = origin.item_id
  where item.id = wanted.value
  and item.kind = 'memory'
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
  and ("linked"."org_id" = ?
  and "linked"."state" <> 'deleted'
  and ( "linked"."visibility" in ('org', 'team', 'channel')
  or ("linked"."visibility" = 'private'
  and ("linked"."principal_id" = ?
  or replace(cast(? as text), cast("linked"."principal_id" as text), '') <> cast(? as text)))
  or ("linked"."visibility" = 'peer'
  and "linked"."channel" = ?)
  or ("linked"."visibility" like 'team:%'
  and replace(cast(? as text), "linked"."visibility", '') <> cast(? as text)))
  and (cast(? as text) = ''
  or "linked"."channel" is null
  or replace(cast(? as text), '' || "linked"."channel" || '', '') = cast(? as text)))
  union select item.id as id, linked.id as "linkedId", linked.kind as "linkedKind"
  from json_each(?) as wanted cross
  join item as item cross
  join "origin" as "origin" on origin.item_id = item.id
  and origin.is_summary = 0 cross
  join "item" as "linked" on linked.id = origin.ref_id
  where item.id = wanted.value
  and item.kind = 'memory'
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
  and ("linked"."org_id" = ?
  and "linked"."state" <> 'deleted'
  and ( "linked"."visibility" in ('org', 'team', 'channel')
  or ("linked"."visibility" = 'private'
  and ("linked"."principal_id" = ?
  or replace(cast(? as text), cast("linked"."principal_id" as text), '') <> cast(? as text)))
  or ("linked"."visibility" = 'peer'
  and "linked"."channel" = ?)
  or ("linked"."visibility" like 'team:%'
  and replace(cast(? as text), "linked"."visibility", '') <> cast(? as text)))
  and (cast(? as text) = ''
  or "linked"."channel" is null
  or replace(cast(? as text), '' || "linked"."channel" || '', '') = cast(? as text)))
  union select item.id as id, linked.id as "linkedId", linked.kind as "linkedKind"
  from json_each(?) as wanted cross
  join item as item cross
  join "origin" as "origin" on origin.item_id = item.id
  and origin.is_summary = 0 cross
  join "item" as "linked" on "linked"."org_id" = origin.org_id
  and "linked"."kind" in ('message', 'memory')
  and "linked"."source" = origin.source
  and "linked"."external_id" = origin.ref
  where item.id = wanted.value
  and item.kind = 'memory'
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
  and ("linked"."org_id" = ?
  and "linked"."state" <> 'deleted'
  and ( "linked"."visibility" in ('org', 'team', 'channel')
  or ("linked"."visibility" = 'private'
  and ("linked"."principal_id" = ?
  or replace(cast(? as text), cast("linked"."principal_id" as text), '') <> cast(? as text)))
  or ("linked"."visibility" = 'peer'
  and "linked"."channel" = ?)
  or ("linked"."visibility" like 'team:%'
  and replace(cast(? as text), "linked"."visibility", '') <> cast(? as text)))
  and (cast(? as text) = ''
  or "linked"."channel" is null
  or replace(cast(? as text), '' || "linked"."channel" || '', '') = cast(? as text)));

-- items.sourceLinks
select item.id as id, linked.id as "linkedId", linked.kind as "linkedKind"
  from json_each(?) as wanted cross
  join item as item cross
  join "origin" as "origin" on origin.org_id = item.org_id
  and origin.is_summary = 0
  and origin.ref_id = item.id cross
  join "item" as "linked" on linked.id = origin.item_id
  where item.id = wanted.value
  and item.kind = 'message'
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
  and ("linked"."org_id" = ?
  and "linked"."state" <> 'deleted'
  and ( "linked"."visibility" in ('org', 'team', 'channel')
  or ("linked"."visibility" = 'private'
  and ("linked"."principal_id" = ?
  or replace(cast(? as text), cast("linked"."principal_id" as text), '') <> cast(? as text)))
  or ("linked"."visibility" = 'peer'
  and "linked"."channel" = ?)
  or ("linked"."visibility" like 'team:%'
  and replace(cast(? as text), "linked"."visibility", '') <> cast(? as text)))
  and (cast(? as text) = ''
  or "linked"."channel" is null
  or replace(cast(? as text), '' || "linked"."channel" || '', '') = cast(? as text)))
  union select item.id as id, linked.id as "linkedId", linked.kind as "linkedKind"
  from json_each(?) as wanted cross
  join item as item cross
  join "origin" as "origin" on origin.org_id = item.org_id
  and origin.is_summary = 0
  and origin.ref = item.external_id
  and origin.source = item.source cross
  join "item" as "linked" on linked.id = origin.item_id
  where item.id = wanted.value
  and item.kind = 'message'
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
  and ("linked"."org_id" = ?
  and "linked"."state" <> 'deleted'
  and ( "linked"."visibility" in ('org', 'team', 'channel')
  or ("linked"."visibility" = 'private'
  and ("linked"."principal_id" = ?
  or replace(cast(? as text), cast("linked"."principal_id" as text), '') <> cast(? as text)))
  or ("linked"."visibility" = 'peer'
  and "linked"."channel" = ?)
  or ("linked"."visibility" like 'team:%'
  and replace(cast(? as text), "linked"."visibility", '') <> cast(? as text)))
  and (cast(? as text) = ''
  or "linked"."channel" is null
  or replace(cast(? as text), '' || "linked"."channel" || '', '') = cast(? as text)));

-- items.sourceLinks
select item.id as id, linked.id as "linkedId", linked.kind as "linkedKind"
  from json_each(?) as wanted cross
  join item as item cross
  join "origin" as "origin" on origin.org_id = item.org_id
  and origin.is_summary = 0
  and origin.ref_id = item.id cross
  join "item" as "linked" on linked.id = origin.item_id
  where item.id = wanted.value
  and item.kind = 'note'
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
  and ("linked"."org_id" = ?
  and "linked"."state" <> 'deleted'
  and ( "linked"."visibility" in ('org', 'team', 'channel')
  or ("linked"."visibility" = 'private'
  and ("linked"."principal_id" = ?
  or replace(cast(? as text), cast("linked"."principal_id" as text), '') <> cast(? as text)))
  or ("linked"."visibility" = 'peer'
  and "linked"."channel" = ?)
  or ("linked"."visibility" like 'team:%'
  and replace(cast(? as text), "linked"."visibility", '') <> cast(? as text)))
  and (cast(? as text) = ''
  or "linked"."channel" is null
  or replace(cast(? as text), '' || "linked"."channel" || '', '') = cast(? as text)))
  union select item.id as id, linked.id as "linkedId", linked.kind as "linkedKind"
  from json_each(?) as wanted cross
  join item as item cross
  join "origin" as "origin" on origin.org_id = item.org_id
  and origin.is_summary = 0
  and origin.ref = item.external_id
  and origin.source = item.source cross
  join "item" as "linked" on linked.id = origin.item_id
  where item.id = wanted.value
  and item.kind = 'note'
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
  and ("linked"."org_id" = ?
  and "linked"."state" <> 'deleted'
  and ( "linked"."visibility" in ('org', 'team', 'channel')
  or ("linked"."visibility" = 'private'
  and ("linked"."principal_id" = ?
  or replace(cast(? as text), cast("linked"."principal_id" as text), '') <> cast(? as text)))
  or ("linked"."visibility" = 'peer'
  and "linked"."channel" = ?)
  or ("linked"."visibility" like 'team:%'
  and replace(cast(? as text), "linked"."visibility", '') <> cast(? as text)))
  and (cast(? as text) = ''
  or "linked"."channel" is null
  or replace(cast(? as text), '' || "linked"."channel" || '', '') = cast(? as text)));

-- items.speakers
select distinct "name"
  from "speaker"
  where (org_id = ?
  and (reach = 'all'
  or (reach = 'private'
  and ("owner" = ?
  or replace(cast(? as text), cast("owner" as text), '') <> cast(? as text)))
  or (reach = 'peer'
  and channel = ?)
  or (reach = 'team'
  and ("owner" like 'team:%'
  and replace(cast(? as text), "owner", '') <> cast(? as text))))
  and (cast(? as text) = ''
  or "channel" is null
  or replace(cast(? as text), '' || "channel" || '', '') = cast(? as text)))
  order by "name";

-- items.waiting
select "item"."seq", "item"."id", "item"."org_id", "item"."kind", "item"."principal_id", "item"."visibility", "item"."channel", "item"."state", "item"."version", "item"."timestamp", "item"."created_at", "item"."effective_at", "item"."deleted_at", "item"."source", "item"."external_id", "item"."content_hash", "item"."merge_key", "item"."statement", "item"."length", "item"."role", "item"."speaker", "item"."subchannel", "item"."session_key", "item"."turn", "item"."tool_calls", "item"."store", "item"."category", "item"."confidence", "item"."valence", "item"."arousal", "item"."valid_from", "item"."valid_to", "item"."subject", "item"."attribute", "item"."knowledge_base", "item"."project", "item"."active_from", "item"."active_to", "item"."confirmed_by", "item"."confirmed_at", "item"."tags", "item"."source_ids", "item"."action_triggers", "item"."forbids", "item"."instead", "item"."decides", "item"."value", "item"."provenance", "item"."title", "item"."content", case item.kind when 'memory' then coalesce((select moved.strength
  from memory_strength as moved
  where moved.org_id = item.org_id
  and moved.memory_id = item.id), item.strength) end as "strength", (select name
  from principal
  where principal.id = item.principal_id) as "author", (select kind
  from principal
  where principal.id = item.principal_id) as "writer_kind"
  from ((select "item_seq"
  from "index_state"
  where index_state.status = 'pending'
  and "index_state"."org_id" = ?
  and "target" = ?
  order by "behind_since" desc
  limit ?)) as waiting cross
  join item as "item"
  where item.seq = waiting.item_seq
  and "item"."state" <> ?
  and "item"."length" <= ?
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
  and ("item"."kind" = ?
  and "item"."state" = 'active')
  order by "item"."seq" desc
  limit ?;

-- items.waiting
select 1 as one
  from index_state
  where status = 'pending'
  and org_id = ?
  and target = 'vectors'
  limit 1;

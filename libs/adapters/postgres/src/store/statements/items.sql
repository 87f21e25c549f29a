-- items.candidateFeatures
select "item"."id", "item"."kind", "item"."length", "item"."effective_at" as "time", "item"."speaker", "item"."role", "item"."channel", "item"."subchannel", "item"."store", "item"."category", "item"."title", "item"."source", "item"."project", "features"."question_share" as "questionShare", "item"."session_key" as "sessionKey", "item"."turn", "features"."says_time" as "mentionsTime", "features"."says_number" as "mentionsNumber", "features"."says_name" as "mentionsName", "features"."says_rule" as "mentionsRule", "features"."told_from" as "mentionedFrom", "features"."told_to" as "mentionedTo"
  from unnest($1::uuid[]) as wanted (value) cross
  join lateral (select *
  from item as one
  where one.id = wanted.value offset 0) as "item"
  left join lateral (select *
  from text_features
  where item_id = "item"."id" offset 0) as "features" on true
  where item.id = wanted.value
  and "item"."kind" = $2
  and ("item"."org_id" = $3
  and "item"."state" <> 'deleted'
  and ( "item"."visibility" in ('org', 'team', 'channel')
  or ("item"."visibility" = 'private'
  and ("item"."principal_id" = $4
  or replace(cast($5 as text), cast("item"."principal_id" as text), '') <> cast($6 as text)))
  or ("item"."visibility" = 'peer'
  and "item"."channel" = $7)
  or ("item"."visibility" like 'team:%'
  and replace(cast($8 as text), "item"."visibility", '') <> cast($9 as text)))
  and (cast($10 as text) = ''
  or "item"."channel" is null
  or replace(cast($11 as text), '' || "item"."channel" || '', '') = cast($12 as text)));

-- items.candidateFeatures
select "item"."id", "item"."kind", "item"."length", "item"."effective_at" as "time", "item"."speaker", "item"."role", "item"."channel", "item"."subchannel", "item"."store", "item"."category", "item"."title", "item"."source", "item"."project", "features"."question_share" as "questionShare", "item"."session_key" as "sessionKey", "item"."turn", "features"."says_time" as "mentionsTime", "features"."says_number" as "mentionsNumber", "features"."says_name" as "mentionsName", "features"."says_rule" as "mentionsRule", "features"."told_from" as "mentionedFrom", "features"."told_to" as "mentionedTo", "before"."id" as "previousId", "before"."role" as "previousRole", "asked"."question_share" as "previousShare", "after"."id" as "nextId", "after"."role" as "nextRole", exists (select 1
  from item as other
  where other.role = 'assistant'
  and other.session_key is not null
  and other.org_id = item.org_id
  and other.session_key = item.session_key
  and ("other"."org_id" = $1
  and "other"."state" <> 'deleted'
  and ( "other"."visibility" in ('org', 'team', 'channel')
  or ("other"."visibility" = 'private'
  and ("other"."principal_id" = $2
  or replace(cast($3 as text), cast("other"."principal_id" as text), '') <> cast($4 as text)))
  or ("other"."visibility" = 'peer'
  and "other"."channel" = $5)
  or ("other"."visibility" like 'team:%'
  and replace(cast($6 as text), "other"."visibility", '') <> cast($7 as text)))
  and (cast($8 as text) = ''
  or "other"."channel" is null
  or replace(cast($9 as text), '' || "other"."channel" || '', '') = cast($10 as text)))) as "assistants"
  from unnest($11::uuid[]) as wanted (value) cross
  join lateral (select *
  from item as one
  where one.id = wanted.value offset 0) as "item"
  left join lateral (select *
  from text_features
  where item_id = "item"."id" offset 0) as "features" on true
  left join lateral (select near.*
  from item as near
  where near.org_id = item.org_id
  and near.session_key = item.session_key
  and near.seq < item.seq
  and ("near"."org_id" = $12
  and "near"."state" <> 'deleted'
  and ( "near"."visibility" in ('org', 'team', 'channel')
  or ("near"."visibility" = 'private'
  and ("near"."principal_id" = $13
  or replace(cast($14 as text), cast("near"."principal_id" as text), '') <> cast($15 as text)))
  or ("near"."visibility" = 'peer'
  and "near"."channel" = $16)
  or ("near"."visibility" like 'team:%'
  and replace(cast($17 as text), "near"."visibility", '') <> cast($18 as text)))
  and (cast($19 as text) = ''
  or "near"."channel" is null
  or replace(cast($20 as text), '' || "near"."channel" || '', '') = cast($21 as text)))
  order by near.seq desc
  limit 1) as "before" on true
  left join lateral (select near.*
  from item as near
  where near.org_id = item.org_id
  and near.session_key = item.session_key
  and near.seq > item.seq
  and ("near"."org_id" = $22
  and "near"."state" <> 'deleted'
  and ( "near"."visibility" in ('org', 'team', 'channel')
  or ("near"."visibility" = 'private'
  and ("near"."principal_id" = $23
  or replace(cast($24 as text), cast("near"."principal_id" as text), '') <> cast($25 as text)))
  or ("near"."visibility" = 'peer'
  and "near"."channel" = $26)
  or ("near"."visibility" like 'team:%'
  and replace(cast($27 as text), "near"."visibility", '') <> cast($28 as text)))
  and (cast($29 as text) = ''
  or "near"."channel" is null
  or replace(cast($30 as text), '' || "near"."channel" || '', '') = cast($31 as text)))
  order by near.seq asc
  limit 1) as "after" on true
  left join lateral (select *
  from text_features
  where item_id = "before"."id" offset 0) as "asked" on true
  where item.id = wanted.value
  and "item"."kind" = $32
  and ("item"."org_id" = $33
  and "item"."state" <> 'deleted'
  and ( "item"."visibility" in ('org', 'team', 'channel')
  or ("item"."visibility" = 'private'
  and ("item"."principal_id" = $34
  or replace(cast($35 as text), cast("item"."principal_id" as text), '') <> cast($36 as text)))
  or ("item"."visibility" = 'peer'
  and "item"."channel" = $37)
  or ("item"."visibility" like 'team:%'
  and replace(cast($38 as text), "item"."visibility", '') <> cast($39 as text)))
  and (cast($40 as text) = ''
  or "item"."channel" is null
  or replace(cast($41 as text), '' || "item"."channel" || '', '') = cast($42 as text)));

-- items.candidateFeatures
select "item"."id", "item"."kind", "item"."length", "item"."effective_at" as "time", "item"."speaker", "item"."role", "item"."channel", "item"."subchannel", "item"."store", "item"."category", "item"."title", "item"."source", "item"."project", "features"."question_share" as "questionShare", "item"."session_key" as "sessionKey", "item"."turn", "features"."says_time" as "mentionsTime", "features"."says_number" as "mentionsNumber", "features"."says_name" as "mentionsName", "features"."says_rule" as "mentionsRule", "features"."told_from" as "mentionedFrom", "features"."told_to" as "mentionedTo", case item.kind when 'memory' then coalesce((select moved.strength
  from memory_strength as moved
  where moved.org_id = item.org_id
  and moved.memory_id = item.id), item.strength) end as "strength"
  from unnest($1::uuid[]) as wanted (value) cross
  join lateral (select *
  from item as one
  where one.id = wanted.value offset 0) as "item"
  left join lateral (select *
  from text_features
  where item_id = "item"."id" offset 0) as "features" on true
  where item.id = wanted.value
  and "item"."kind" = $2
  and ("item"."org_id" = $3
  and "item"."state" <> 'deleted'
  and ( "item"."visibility" in ('org', 'team', 'channel')
  or ("item"."visibility" = 'private'
  and ("item"."principal_id" = $4
  or replace(cast($5 as text), cast("item"."principal_id" as text), '') <> cast($6 as text)))
  or ("item"."visibility" = 'peer'
  and "item"."channel" = $7)
  or ("item"."visibility" like 'team:%'
  and replace(cast($8 as text), "item"."visibility", '') <> cast($9 as text)))
  and (cast($10 as text) = ''
  or "item"."channel" is null
  or replace(cast($11 as text), '' || "item"."channel" || '', '') = cast($12 as text)));

-- items.forget
delete
  from "alias_sighting"
  where "org_id" = $1
  and "speaker" = any($2::text[])
  and not exists (select "speaker"."name"
  from "speaker"
  where "speaker"."org_id" = "alias_sighting"."org_id"
  and "speaker"."name" = "alias_sighting"."speaker"
  and "speaker"."reach" = $3);

-- items.forget
delete
  from speaker using json_populate_recordset(null::speaker, $1::json) as given
  where speaker.org_id = given.org_id
  and speaker.reach = given.reach
  and speaker.owner = given.owner
  and speaker.channel = given.channel
  and speaker.name = given.name
  and not exists (select 1
  from item
  where item.org_id = given.org_id
  and item.speaker = given.name
  and case when visibility in ('private', 'peer') then visibility when visibility like 'team:%' then 'team' else 'all' end = given.reach
  and case when visibility = 'private' then principal_id::text when visibility like 'team:%' then visibility else '' end = given.owner
  and coalesce(item.channel, '') = given.channel);

-- items.forget
insert into "forget_secret" ("org_id", "secret")
  values ($1, $2)
  on conflict do nothing;

-- items.forget
insert into "forgotten_mark" ("org_id", "mark", "whose", "at")
  values ($1, $2, $3, $4), ($5, $6, $7, $8), ($9, $10, $11, $12)
  on conflict do nothing;

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
  where "id" = $1
  and "kind" = $2
  and ("item"."org_id" = $3
  and "item"."state" <> 'deleted'
  and ( "item"."visibility" in ('org', 'team', 'channel')
  or ("item"."visibility" = 'private'
  and ("item"."principal_id" = $4
  or replace(cast($5 as text), cast("item"."principal_id" as text), '') <> cast($6 as text)))
  or ("item"."visibility" = 'peer'
  and "item"."channel" = $7)
  or ("item"."visibility" like 'team:%'
  and replace(cast($8 as text), "item"."visibility", '') <> cast($9 as text)))
  and (cast($10 as text) = ''
  or "item"."channel" is null
  or replace(cast($11 as text), '' || "item"."channel" || '', '') = cast($12 as text))) for update;

-- items.forget
select "memory_id", "number"
  from "proposal_quote"
  where "org_id" = $1
  and "message_id" = any($2::uuid[])
  group by "memory_id", "number";

-- items.hydrate
select "item"."seq", "item"."id", "item"."org_id", "item"."kind", "item"."principal_id", "item"."visibility", "item"."channel", "item"."state", "item"."version", "item"."timestamp", "item"."created_at", "item"."effective_at", "item"."deleted_at", "item"."source", "item"."external_id", "item"."content_hash", "item"."merge_key", "item"."statement", "item"."length", "item"."role", "item"."speaker", "item"."subchannel", "item"."session_key", "item"."turn", "item"."tool_calls", "item"."store", "item"."category", "item"."confidence", "item"."valence", "item"."arousal", "item"."valid_from", "item"."valid_to", "item"."subject", "item"."attribute", "item"."knowledge_base", "item"."project", "item"."active_from", "item"."active_to", "item"."confirmed_by", "item"."confirmed_at", "item"."tags", "item"."source_ids", "item"."action_triggers", "item"."forbids", "item"."instead", "item"."decides", "item"."value", "item"."provenance", "item"."title", "item"."content", case item.kind when 'memory' then coalesce((select moved.strength
  from memory_strength as moved
  where moved.org_id = item.org_id
  and moved.memory_id = item.id), item.strength) end as "strength", (select name
  from principal
  where principal.id = item.principal_id) as "author", (select kind
  from principal
  where principal.id = item.principal_id) as "writer_kind"
  from unnest($1::uuid[]) as wanted (value) cross
  join lateral (select *
  from item as one
  where one.id = wanted.value offset 0) as "item"
  where item.id = wanted.value
  and "kind" = $2
  and "state" != $3
  and ("item"."org_id" = $4
  and "item"."state" <> 'deleted'
  and ( "item"."visibility" in ('org', 'team', 'channel')
  or ("item"."visibility" = 'private'
  and ("item"."principal_id" = $5
  or replace(cast($6 as text), cast("item"."principal_id" as text), '') <> cast($7 as text)))
  or ("item"."visibility" = 'peer'
  and "item"."channel" = $8)
  or ("item"."visibility" like 'team:%'
  and replace(cast($9 as text), "item"."visibility", '') <> cast($10 as text)))
  and (cast($11 as text) = ''
  or "item"."channel" is null
  or replace(cast($12 as text), '' || "item"."channel" || '', '') = cast($13 as text)));

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
  where (("item"."org_id" = $1
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
  and ("item"."kind" = $11
  and "item"."state" = 'active'
  and "item"."subject" = $12))
  order by "item"."effective_at" desc, "item"."seq" desc
  limit $13;

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
  and ("item"."kind" = $11
  and "item"."state" = 'active')
  order by "effective_at" desc, "seq" desc
  limit $12;

-- items.sourceLinks
select item.id as id, linked.id as "linkedId", linked.kind as "linkedKind"
  from unnest($1::uuid[]) as wanted (value) cross
  join lateral (select *
  from item as one
  where one.id = wanted.value offset 0) as item cross
  join lateral (select *
  from "origin" as "origin"
  where origin.org_id = item.org_id
  and origin.is_summary = 0
  and origin.ref_id = item.id offset 0) as "origin" cross
  join lateral (select *
  from "item" as "linked"
  where linked.id = origin.item_id offset 0) as "linked"
  where item.id = wanted.value
  and item.kind = 'memory'
  and ("item"."org_id" = $2
  and "item"."state" <> 'deleted'
  and ( "item"."visibility" in ('org', 'team', 'channel')
  or ("item"."visibility" = 'private'
  and ("item"."principal_id" = $3
  or replace(cast($4 as text), cast("item"."principal_id" as text), '') <> cast($5 as text)))
  or ("item"."visibility" = 'peer'
  and "item"."channel" = $6)
  or ("item"."visibility" like 'team:%'
  and replace(cast($7 as text), "item"."visibility", '') <> cast($8 as text)))
  and (cast($9 as text) = ''
  or "item"."channel" is null
  or replace(cast($10 as text), '' || "item"."channel" || '', '') = cast($11 as text)))
  and ("linked"."org_id" = $12
  and "linked"."state" <> 'deleted'
  and ( "linked"."visibility" in ('org', 'team', 'channel')
  or ("linked"."visibility" = 'private'
  and ("linked"."principal_id" = $13
  or replace(cast($14 as text), cast("linked"."principal_id" as text), '') <> cast($15 as text)))
  or ("linked"."visibility" = 'peer'
  and "linked"."channel" = $16)
  or ("linked"."visibility" like 'team:%'
  and replace(cast($17 as text), "linked"."visibility", '') <> cast($18 as text)))
  and (cast($19 as text) = ''
  or "linked"."channel" is null
  or replace(cast($20 as text), '' || "linked"."channel" || '', '') = cast($21 as text)))
  union select item.id as id, linked.id as "linkedId", linked.kind as "linkedKind"
  from unnest($22::uuid[]) as wanted (value) cross
  join lateral (select *
  from item as one
  where one.id = wanted.value offset 0) as item cross
  join lateral (select *
  from "origin" as "origin"
  where origin.org_id = item.org_id
  and origin.is_summary = 0
  and origin.ref = item.external_id
  and origin.source = item.source offset 0) as "origin" cross
  join lateral (select *
  from "item" as "linked"
  where linked.id = origin.item_id offset 0) as "linked"
  where item.id = wanted.value
  and item.kind = 'memory'
  and ("item"."org_id" = $23
  and "item"."state" <> 'deleted'
  and ( "item"."visibility" in ('org', 'team', 'channel')
  or ("item"."visibility" = 'private'
  and ("item"."principal_id" = $24
  or replace(cast($25 as text), cast("item"."principal_id" as text), '') <> cast($26 as text)))
  or ("item"."visibility" = 'peer'
  and "item"."channel" = $27)
  or ("item"."visibility" like 'team:%'
  and replace(cast($28 as text), "item"."visibility", '') <> cast($29 as text)))
  and (cast($30 as text) = ''
  or "item"."channel" is null
  or replace(cast($31 as text), '' || "item"."channel" || '', '') = cast($32 as text)))
  and ("linked"."org_id" = $33
  and "linked"."state" <> 'deleted'
  and ( "linked"."visibility" in ('org', 'team', 'channel')
  or ("linked"."visibility" = 'private'
  and ("linked"."principal_id" = $34
  or replace(cast($35 as text), cast("linked"."principal_id" as text), '') <> cast($36 as text)))
  or ("linked"."visibility" = 'peer'
  and "linked"."channel" = $37)
  or ("linked"."visibility" like 'team:%'
  and replace(cast($38 as text), "linked"."visibility", '') <> cast($39 as text)))
  and (cast($40 as text) = ''
  or "linked"."channel" is null
  or replace(cast($41 as text), '' || "linked"."channel" || '', '') = cast($42 as text)))
  union select item.id as id, linked.id as "linkedId", linked.kind as "linkedKind"
  from unnest($43::uuid[]) as wanted (value) cross
  join lateral (select *
  from item as one
  where one.id = wanted.value offset 0) as item cross
  join lateral (select *
  from "origin" as "origin"
  where origin.item_id = item.id
  and origin.is_summary = 0 offset 0) as "origin" cross
  join lateral (select *
  from "item" as "linked"
  where linked.id = origin.ref_id offset 0) as "linked"
  where item.id = wanted.value
  and item.kind = 'memory'
  and ("item"."org_id" = $44
  and "item"."state" <> 'deleted'
  and ( "item"."visibility" in ('org', 'team', 'channel')
  or ("item"."visibility" = 'private'
  and ("item"."principal_id" = $45
  or replace(cast($46 as text), cast("item"."principal_id" as text), '') <> cast($47 as text)))
  or ("item"."visibility" = 'peer'
  and "item"."channel" = $48)
  or ("item"."visibility" like 'team:%'
  and replace(cast($49 as text), "item"."visibility", '') <> cast($50 as text)))
  and (cast($51 as text) = ''
  or "item"."channel" is null
  or replace(cast($52 as text), '' || "item"."channel" || '', '') = cast($53 as text)))
  and ("linked"."org_id" = $54
  and "linked"."state" <> 'deleted'
  and ( "linked"."visibility" in ('org', 'team', 'channel')
  or ("linked"."visibility" = 'private'
  and ("linked"."principal_id" = $55
  or replace(cast($56 as text), cast("linked"."principal_id" as text), '') <> cast($57 as text)))
  or ("linked"."visibility" = 'peer'
  and "linked"."channel" = $58)
  or ("linked"."visibility" like 'team:%'
  and replace(cast($59 as text), "linked"."visibility", '') <> cast($60 as text)))
  and (cast($61 as text) = ''
  or "linked"."channel" is null
  or replace(cast($62 as text), '' || "linked"."channel" || '', '') = cast($63 as text)))
  union select item.id as id, linked.id as "linkedId", linked.kind as "linkedKind"
  from unnest($64::uuid[]) as wanted (value) cross
  join lateral (select *
  from item as one
  where one.id = wanted.value offset 0) as item cross
  join lateral (select *
  from "origin" as "origin"
  where origin.item_id = item.id
  and origin.is_summary = 0 offset 0) as "origin" cross
  join lateral (select *
  from "item" as "linked"
  where "linked"."org_id" = origin.org_id
  and "linked"."kind" in ('message', 'memory')
  and md5("linked"."source") = md5(origin.source)
  and md5("linked"."external_id") = md5(origin.ref)
  and "linked"."external_id" is not null offset 0) as "linked"
  where item.id = wanted.value
  and item.kind = 'memory'
  and ("item"."org_id" = $65
  and "item"."state" <> 'deleted'
  and ( "item"."visibility" in ('org', 'team', 'channel')
  or ("item"."visibility" = 'private'
  and ("item"."principal_id" = $66
  or replace(cast($67 as text), cast("item"."principal_id" as text), '') <> cast($68 as text)))
  or ("item"."visibility" = 'peer'
  and "item"."channel" = $69)
  or ("item"."visibility" like 'team:%'
  and replace(cast($70 as text), "item"."visibility", '') <> cast($71 as text)))
  and (cast($72 as text) = ''
  or "item"."channel" is null
  or replace(cast($73 as text), '' || "item"."channel" || '', '') = cast($74 as text)))
  and ("linked"."org_id" = $75
  and "linked"."state" <> 'deleted'
  and ( "linked"."visibility" in ('org', 'team', 'channel')
  or ("linked"."visibility" = 'private'
  and ("linked"."principal_id" = $76
  or replace(cast($77 as text), cast("linked"."principal_id" as text), '') <> cast($78 as text)))
  or ("linked"."visibility" = 'peer'
  and "linked"."channel" = $79)
  or ("linked"."visibility" like 'team:%'
  and replace(cast($80 as text), "linked"."visibility", '') <> cast($81 as text)))
  and (cast($82 as text) = ''
  or "linked"."channel" is null
  or replace(cast($83 as text), '' || "linked"."channel" || '', '') = cast($84 as text)));

-- items.sourceLinks
select item.id as id, linked.id as "linkedId", linked.kind as "linkedKind"
  from unnest($1::uuid[]) as wanted (value) cross
  join lateral (select *
  from item as one
  where one.id = wanted.value offset 0) as item cross
  join lateral (select *
  from "origin" as "origin"
  where origin.org_id = item.org_id
  and origin.is_summary = 0
  and origin.ref_id = item.id offset 0) as "origin" cross
  join lateral (select *
  from "item" as "linked"
  where linked.id = origin.item_id offset 0) as "linked"
  where item.id = wanted.value
  and item.kind = 'message'
  and ("item"."org_id" = $2
  and "item"."state" <> 'deleted'
  and ( "item"."visibility" in ('org', 'team', 'channel')
  or ("item"."visibility" = 'private'
  and ("item"."principal_id" = $3
  or replace(cast($4 as text), cast("item"."principal_id" as text), '') <> cast($5 as text)))
  or ("item"."visibility" = 'peer'
  and "item"."channel" = $6)
  or ("item"."visibility" like 'team:%'
  and replace(cast($7 as text), "item"."visibility", '') <> cast($8 as text)))
  and (cast($9 as text) = ''
  or "item"."channel" is null
  or replace(cast($10 as text), '' || "item"."channel" || '', '') = cast($11 as text)))
  and ("linked"."org_id" = $12
  and "linked"."state" <> 'deleted'
  and ( "linked"."visibility" in ('org', 'team', 'channel')
  or ("linked"."visibility" = 'private'
  and ("linked"."principal_id" = $13
  or replace(cast($14 as text), cast("linked"."principal_id" as text), '') <> cast($15 as text)))
  or ("linked"."visibility" = 'peer'
  and "linked"."channel" = $16)
  or ("linked"."visibility" like 'team:%'
  and replace(cast($17 as text), "linked"."visibility", '') <> cast($18 as text)))
  and (cast($19 as text) = ''
  or "linked"."channel" is null
  or replace(cast($20 as text), '' || "linked"."channel" || '', '') = cast($21 as text)))
  union select item.id as id, linked.id as "linkedId", linked.kind as "linkedKind"
  from unnest($22::uuid[]) as wanted (value) cross
  join lateral (select *
  from item as one
  where one.id = wanted.value offset 0) as item cross
  join lateral (select *
  from "origin" as "origin"
  where origin.org_id = item.org_id
  and origin.is_summary = 0
  and origin.ref = item.external_id
  and origin.source = item.source offset 0) as "origin" cross
  join lateral (select *
  from "item" as "linked"
  where linked.id = origin.item_id offset 0) as "linked"
  where item.id = wanted.value
  and item.kind = 'message'
  and ("item"."org_id" = $23
  and "item"."state" <> 'deleted'
  and ( "item"."visibility" in ('org', 'team', 'channel')
  or ("item"."visibility" = 'private'
  and ("item"."principal_id" = $24
  or replace(cast($25 as text), cast("item"."principal_id" as text), '') <> cast($26 as text)))
  or ("item"."visibility" = 'peer'
  and "item"."channel" = $27)
  or ("item"."visibility" like 'team:%'
  and replace(cast($28 as text), "item"."visibility", '') <> cast($29 as text)))
  and (cast($30 as text) = ''
  or "item"."channel" is null
  or replace(cast($31 as text), '' || "item"."channel" || '', '') = cast($32 as text)))
  and ("linked"."org_id" = $33
  and "linked"."state" <> 'deleted'
  and ( "linked"."visibility" in ('org', 'team', 'channel')
  or ("linked"."visibility" = 'private'
  and ("linked"."principal_id" = $34
  or replace(cast($35 as text), cast("linked"."principal_id" as text), '') <> cast($36 as text)))
  or ("linked"."visibility" = 'peer'
  and "linked"."channel" = $37)
  or ("linked"."visibility" like 'team:%'
  and replace(cast($38 as text), "linked"."visibility", '') <> cast($39 as text)))
  and (cast($40 as text) = ''
  or "linked"."channel" is null
  or replace(cast($41 as text), '' || "linked"."channel" || '', '') = cast($42 as text)));

-- items.sourceLinks
select item.id as id, linked.id as "linkedId", linked.kind as "linkedKind"
  from unnest($1::uuid[]) as wanted (value) cross
  join lateral (select *
  from item as one
  where one.id = wanted.value offset 0) as item cross
  join lateral (select *
  from "origin" as "origin"
  where origin.org_id = item.org_id
  and origin.is_summary = 0
  and origin.ref_id = item.id offset 0) as "origin" cross
  join lateral (select *
  from "item" as "linked"
  where linked.id = origin.item_id offset 0) as "linked"
  where item.id = wanted.value
  and item.kind = 'note'
  and ("item"."org_id" = $2
  and "item"."state" <> 'deleted'
  and ( "item"."visibility" in ('org', 'team', 'channel')
  or ("item"."visibility" = 'private'
  and ("item"."principal_id" = $3
  or replace(cast($4 as text), cast("item"."principal_id" as text), '') <> cast($5 as text)))
  or ("item"."visibility" = 'peer'
  and "item"."channel" = $6)
  or ("item"."visibility" like 'team:%'
  and replace(cast($7 as text), "item"."visibility", '') <> cast($8 as text)))
  and (cast($9 as text) = ''
  or "item"."channel" is null
  or replace(cast($10 as text), '' || "item"."channel" || '', '') = cast($11 as text)))
  and ("linked"."org_id" = $12
  and "linked"."state" <> 'deleted'
  and ( "linked"."visibility" in ('org', 'team', 'channel')
  or ("linked"."visibility" = 'private'
  and ("linked"."principal_id" = $13
  or replace(cast($14 as text), cast("linked"."principal_id" as text), '') <> cast($15 as text)))
  or ("linked"."visibility" = 'peer'
  and "linked"."channel" = $16)
  or ("linked"."visibility" like 'team:%'
  and replace(cast($17 as text), "linked"."visibility", '') <> cast($18 as text)))
  and (cast($19 as text) = ''
  or "linked"."channel" is null
  or replace(cast($20 as text), '' || "linked"."channel" || '', '') = cast($21 as text)))
  union select item.id as id, linked.id as "linkedId", linked.kind as "linkedKind"
  from unnest($22::uuid[]) as wanted (value) cross
  join lateral (select *
  from item as one
  where one.id = wanted.value offset 0) as item cross
  join lateral (select *
  from "origin" as "origin"
  where origin.org_id = item.org_id
  and origin.is_summary = 0
  and origin.ref = item.external_id
  and origin.source = item.source offset 0) as "origin" cross
  join lateral (select *
  from "item" as "linked"
  where linked.id = origin.item_id offset 0) as "linked"
  where item.id = wanted.value
  and item.kind = 'note'
  and ("item"."org_id" = $23
  and "item"."state" <> 'deleted'
  and ( "item"."visibility" in ('org', 'team', 'channel')
  or ("item"."visibility" = 'private'
  and ("item"."principal_id" = $24
  or replace(cast($25 as text), cast("item"."principal_id" as text), '') <> cast($26 as text)))
  or ("item"."visibility" = 'peer'
  and "item"."channel" = $27)
  or ("item"."visibility" like 'team:%'
  and replace(cast($28 as text), "item"."visibility", '') <> cast($29 as text)))
  and (cast($30 as text) = ''
  or "item"."channel" is null
  or replace(cast($31 as text), '' || "item"."channel" || '', '') = cast($32 as text)))
  and ("linked"."org_id" = $33
  and "linked"."state" <> 'deleted'
  and ( "linked"."visibility" in ('org', 'team', 'channel')
  or ("linked"."visibility" = 'private'
  and ("linked"."principal_id" = $34
  or replace(cast($35 as text), cast("linked"."principal_id" as text), '') <> cast($36 as text)))
  or ("linked"."visibility" = 'peer'
  and "linked"."channel" = $37)
  or ("linked"."visibility" like 'team:%'
  and replace(cast($38 as text), "linked"."visibility", '') <> cast($39 as text)))
  and (cast($40 as text) = ''
  or "linked"."channel" is null
  or replace(cast($41 as text), '' || "linked"."channel" || '', '') = cast($42 as text)));

-- items.speakers
select distinct "name"
  from "speaker"
  where (org_id = $1
  and (reach = 'all'
  or (reach = 'private'
  and ("owner" = $2
  or replace(cast($3 as text), cast("owner" as text), '') <> cast($4 as text)))
  or (reach = 'peer'
  and channel = $5)
  or (reach = 'team'
  and ("owner" like 'team:%'
  and replace(cast($6 as text), "owner", '') <> cast($7 as text))))
  and (cast($8 as text) = ''
  or "channel" is null
  or replace(cast($9 as text), '' || "channel" || '', '') = cast($10 as text)))
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
  and "index_state"."org_id" = $1
  and "target" = $2
  order by "behind_since" desc
  limit $3)) as waiting cross
  join lateral (select *
  from item as one
  where one.seq = waiting.item_seq offset 0) as "item"
  where item.seq = waiting.item_seq
  and "item"."state" <> $4
  and "item"."length" <= $5
  and ("item"."org_id" = $6
  and "item"."state" <> 'deleted'
  and ( "item"."visibility" in ('org', 'team', 'channel')
  or ("item"."visibility" = 'private'
  and ("item"."principal_id" = $7
  or replace(cast($8 as text), cast("item"."principal_id" as text), '') <> cast($9 as text)))
  or ("item"."visibility" = 'peer'
  and "item"."channel" = $10)
  or ("item"."visibility" like 'team:%'
  and replace(cast($11 as text), "item"."visibility", '') <> cast($12 as text)))
  and (cast($13 as text) = ''
  or "item"."channel" is null
  or replace(cast($14 as text), '' || "item"."channel" || '', '') = cast($15 as text)))
  and ("item"."kind" = $16
  and "item"."state" = 'active')
  order by "item"."seq" desc
  limit $17;

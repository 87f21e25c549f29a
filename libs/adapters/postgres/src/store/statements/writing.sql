-- writing.write
insert into "idempotency" ("org_id", "principal_id", "key", "request_hash", "receipts", "created_at")
  values ($1, $2, $3, $4, $5, $6)
  on conflict do nothing;

-- writing.write
insert into "waiting_conversation" ("org_id", "key", "item_id", "since", "due_at", "from_turn", "leased_until", "attempts")
  values ($1, $2, $3, $4, $5, $6, $7, $8)
  on conflict ("org_id", "key") do update
  set "item_id" = "excluded"."item_id", "due_at" = "excluded"."due_at", "since" = case when excluded.since < waiting_conversation.since then excluded.since else waiting_conversation.since end, "attempts" = $9;

-- writing.write
select "mark", "whose"
  from "forgotten_mark"
  where "org_id" = $1
  and "mark" in ($2, $3, $4);

-- writing.write
select found.*
  from json_to_recordset($1::json) as given ("id" uuid, "statement" text, "audience" text, "import" text, "project" text, "subject" text, "attribute" text) cross
  join lateral (select "given"."id" as "of", found.id as id, found.state as state
  from (select *
  from (select item.id as id, coalesce(item.active_to, 0) as at, case when item.state = 'archived'
  and proposal.status = 'rejected' then 'rejected' else item.state end as state
  from item
  left join proposal on proposal.org_id = item.org_id
  and proposal.memory_id = item.id
  where item.statement = "given"."statement"
  and item.org_id = $2
  and item.kind = 'memory'
  and item.state <> 'deleted'
  and (("item"."org_id" = $3
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
  or replace(cast($11 as text), '' || "item"."channel" || '', '') = cast($12 as text)))
  or (case "item"."visibility" when 'private' then 'owner ' || cast("item"."principal_id" as text) || ' ' || coalesce("item"."channel", '') when 'peer' then 'peer ' || coalesce("item"."channel", '') when 'org' then 'all ' || coalesce("item"."channel", '') when 'channel' then 'all ' || coalesce("item"."channel", '') when 'team' then 'all ' || coalesce("item"."channel", '') else "item"."visibility" || ' ' || coalesce("item"."channel", '') end) = "given"."audience"
  or (item.principal_id = $13
  and proposal.status = 'rejected'))
  and ("item"."project" is null
  or "given"."project" is null
  or "item"."project" = "given"."project")
  and ("item"."subject" is null
  or "given"."subject" is null
  or "item"."subject" = "given"."subject")
  and ("item"."attribute" is null
  or "given"."attribute" is null
  or "item"."attribute" = "given"."attribute")
  and ("given"."import" is null
  or replace(item.provenance, "given"."import", '') = item.provenance)
  and item.state in ('active', 'archived', 'superseded')
  and coalesce(proposal.status, 'kept') not in ('merged', 'confirmed')
  order by item.state
  limit 50) as ended
  union all select *
  from (select item.id as id, revision.at as at, 'changed' as state
  from revision cross
  join lateral (select *
  from "item" as "item"
  where item.org_id = revision.org_id
  and item.id = revision.item_id offset 0) as "item"
  left join proposal on proposal.org_id = item.org_id
  and proposal.memory_id = item.id
  where revision.org_id = $14
  and revision.statement = "given"."statement"
  and coalesce(item.statement, '') <> "given"."statement"
  and item.org_id = $15
  and item.kind = 'memory'
  and item.state <> 'deleted'
  and (("item"."org_id" = $16
  and "item"."state" <> 'deleted'
  and ( "item"."visibility" in ('org', 'team', 'channel')
  or ("item"."visibility" = 'private'
  and ("item"."principal_id" = $17
  or replace(cast($18 as text), cast("item"."principal_id" as text), '') <> cast($19 as text)))
  or ("item"."visibility" = 'peer'
  and "item"."channel" = $20)
  or ("item"."visibility" like 'team:%'
  and replace(cast($21 as text), "item"."visibility", '') <> cast($22 as text)))
  and (cast($23 as text) = ''
  or "item"."channel" is null
  or replace(cast($24 as text), '' || "item"."channel" || '', '') = cast($25 as text)))
  or (case "item"."visibility" when 'private' then 'owner ' || cast("item"."principal_id" as text) || ' ' || coalesce("item"."channel", '') when 'peer' then 'peer ' || coalesce("item"."channel", '') when 'org' then 'all ' || coalesce("item"."channel", '') when 'channel' then 'all ' || coalesce("item"."channel", '') when 'team' then 'all ' || coalesce("item"."channel", '') else "item"."visibility" || ' ' || coalesce("item"."channel", '') end) = "given"."audience"
  or (item.principal_id = $26
  and proposal.status = 'rejected'))
  and ("item"."project" is null
  or "given"."project" is null
  or "item"."project" = "given"."project")
  and ("item"."subject" is null
  or "given"."subject" is null
  or "item"."subject" = "given"."subject")
  and ("item"."attribute" is null
  or "given"."attribute" is null
  or "item"."attribute" = "given"."attribute")
  and ("given"."import" is null
  or replace(item.provenance, "given"."import", '') = item.provenance)
  order by revision.at desc
  limit 50) as changed) as found
  order by case found.state when 'active' then 0 else 1 end, found.at desc, found.id desc
  limit 1) as found;

-- writing.write
select found.*
  from json_to_recordset($1::json) as given ("sameKey" text, "kind" text, "source" text, "externalId" text, "reader" text, "audience" text) cross
  join lateral (select "given"."sameKey" as "sameKey", "item"."id", "item"."kind", "item"."version", "item"."state", "item"."content_hash", "item"."visibility", "item"."principal_id", (select status
  from index_state
  where item_seq = item.seq
  and target = 'words') as "words", (select status
  from index_state
  where item_seq = item.seq
  and target = 'vectors') as "vectors"
  from item
  where item.org_id = $2
  and "item"."org_id" = $3
  and "item"."kind" in ('message', 'memory')
  and md5("item"."source") = md5("given"."source")
  and md5("item"."external_id") = md5("given"."externalId")
  and "item"."external_id" is not null
  and item.kind = "given"."kind"
  and (case "item"."visibility" when 'private' then 'owner ' || cast("item"."principal_id" as text) when 'peer' then 'peer ' || coalesce("item"."channel", '') when 'org' then '' when 'channel' then '' when 'team' then '' else "item"."visibility" end) = "given"."reader"
  and (cast($4 as text) = ''
  or "item"."channel" is null
  or replace(cast($5 as text), '' || "item"."channel" || '', '') = cast($6 as text))
  order by case when (case "item"."visibility" when 'private' then 'owner ' || cast("item"."principal_id" as text) || ' ' || coalesce("item"."channel", '') when 'peer' then 'peer ' || coalesce("item"."channel", '') when 'org' then 'all ' || coalesce("item"."channel", '') when 'channel' then 'all ' || coalesce("item"."channel", '') when 'team' then 'all ' || coalesce("item"."channel", '') else "item"."visibility" || ' ' || coalesce("item"."channel", '') end) = "given"."audience" then 0 else 1 end
  limit 1) as found;

-- writing.write
update "idempotency"
  set "receipts" = $1
  where "org_id" = $2
  and "principal_id" = $3
  and "key" = $4;

-- writing.write
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
  join json_to_recordset($2::json) as start (kind text, subscriber text, version int, status text) on start.kind = written.kind ), events as ( insert into outbox (id, event, subscriber, org_id, item_id, version, created_at, due_at, leased, attempts, trace, payload)
  select event.id, event, subscriber, event.org_id, item_id, event.version, event.created_at, due_at, leased, attempts, trace, payload
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

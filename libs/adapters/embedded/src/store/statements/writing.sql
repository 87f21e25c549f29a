-- writing.write
insert into "idempotency" ("org_id", "principal_id", "key", "request_hash", "receipts", "created_at")
  values (?, ?, ?, ?, ?, ?)
  on conflict do nothing;

-- writing.write
insert into "speaker" ("org_id", "reach", "owner", "channel", "name", "messages")
  values (?, ?, ?, ?, ?, ?)
  on conflict ("org_id", "reach", "owner", "channel", "name") do update
  set "messages" = "speaker"."messages" + ?
  returning "messages";

-- writing.write
insert into "waiting_conversation" ("org_id", "key", "item_id", "since", "due_at", "from_turn", "leased_until", "attempts")
  values (?, ?, ?, ?, ?, ?, ?, ?)
  on conflict ("org_id", "key") do update
  set "item_id" = "excluded"."item_id", "due_at" = "excluded"."due_at", "since" = case when excluded.since < waiting_conversation.since then excluded.since else waiting_conversation.since end, "attempts" = ?;

-- writing.write
insert into word_list_1 (rowid, tokens)
  values (?, ?);

-- writing.write
select "mark", "whose"
  from "forgotten_mark"
  where "org_id" = ?
  and "mark" in (?, ?, ?);

-- writing.write
select ? as "of", found.id as id, found.state as state
  from (select *
  from (select item.id as id, coalesce(item.active_to, 0) as at, case when item.state = 'archived'
  and proposal.status = 'rejected' then 'rejected' else item.state end as state
  from item indexed by "item_by_statement"
  left join proposal on proposal.org_id = item.org_id
  and proposal.memory_id = item.id
  where item.statement = ?
  and item.org_id = ?
  and item.kind = 'memory'
  and item.knowledge_base is null
  and item.state <> 'deleted'
  and (("item"."org_id" = ?
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
  or (case "item"."visibility" when 'private' then 'owner ' || cast("item"."principal_id" as text) || ' ' || coalesce("item"."channel", '') when 'peer' then 'peer ' || coalesce("item"."channel", '') when 'org' then 'all ' || coalesce("item"."channel", '') when 'channel' then 'all ' || coalesce("item"."channel", '') when 'team' then 'all ' || coalesce("item"."channel", '') else "item"."visibility" || ' ' || coalesce("item"."channel", '') end) = ?
  or (item.principal_id = ?
  and proposal.status = 'rejected'))
  and ("item"."project" is null
  or ? is null
  or "item"."project" = ?)
  and ("item"."subject" is null
  or ? is null
  or "item"."subject" = ?)
  and ("item"."attribute" is null
  or ? is null
  or "item"."attribute" = ?)
  and (? is null
  or replace(item.provenance, ?, '') = item.provenance)
  and item.state in ('active', 'archived', 'superseded')
  and coalesce(proposal.status, 'kept') not in ('merged', 'confirmed')
  order by item.state
  limit 50) as ended
  union all select *
  from (select item.id as id, revision.at as at, 'changed' as state
  from revision indexed by "revision_by_statement" cross
  join "item" as "item" on item.org_id = revision.org_id
  and item.id = revision.item_id
  left join proposal on proposal.org_id = item.org_id
  and proposal.memory_id = item.id
  where revision.org_id = ?
  and revision.statement = ?
  and coalesce(item.statement, '') <> ?
  and item.org_id = ?
  and item.kind = 'memory'
  and item.knowledge_base is null
  and item.state <> 'deleted'
  and (("item"."org_id" = ?
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
  or (case "item"."visibility" when 'private' then 'owner ' || cast("item"."principal_id" as text) || ' ' || coalesce("item"."channel", '') when 'peer' then 'peer ' || coalesce("item"."channel", '') when 'org' then 'all ' || coalesce("item"."channel", '') when 'channel' then 'all ' || coalesce("item"."channel", '') when 'team' then 'all ' || coalesce("item"."channel", '') else "item"."visibility" || ' ' || coalesce("item"."channel", '') end) = ?
  or (item.principal_id = ?
  and proposal.status = 'rejected'))
  and ("item"."project" is null
  or ? is null
  or "item"."project" = ?)
  and ("item"."subject" is null
  or ? is null
  or "item"."subject" = ?)
  and ("item"."attribute" is null
  or ? is null
  or "item"."attribute" = ?)
  and (? is null
  or replace(item.provenance, ?, '') = item.provenance)
  order by revision.at desc
  limit 50) as changed) as found
  order by case found.state when 'active' then 0 else 1 end, found.at desc, found.id desc
  limit 1;

-- writing.write
select ? as "sameKey", "item"."id", "item"."kind", "item"."version", "item"."state", "item"."content_hash", "item"."visibility", "item"."principal_id", (select status
  from index_state
  where item_seq = item.seq
  and target = 'words') as "words", (select status
  from index_state
  where item_seq = item.seq
  and target = 'vectors') as "vectors"
  from item
  where item.org_id = ?
  and "item"."org_id" = ?
  and "item"."kind" in ('message', 'memory')
  and "item"."source" = ?
  and "item"."external_id" = ?
  and item.kind = ?
  and (case "item"."visibility" when 'private' then 'owner ' || cast("item"."principal_id" as text) when 'peer' then 'peer ' || coalesce("item"."channel", '') when 'org' then '' when 'channel' then '' when 'team' then '' else "item"."visibility" end) = ?
  and (cast(? as text) = ''
  or "item"."channel" is null
  or replace(cast(? as text), '' || "item"."channel" || '', '') = cast(? as text))
  order by case when (case "item"."visibility" when 'private' then 'owner ' || cast("item"."principal_id" as text) || ' ' || coalesce("item"."channel", '') when 'peer' then 'peer ' || coalesce("item"."channel", '') when 'org' then 'all ' || coalesce("item"."channel", '') when 'channel' then 'all ' || coalesce("item"."channel", '') when 'team' then 'all ' || coalesce("item"."channel", '') else "item"."visibility" || ' ' || coalesce("item"."channel", '') end) = ? then 0 else 1 end
  limit 1;

-- writing.write
select max("turn") as "turn"
  from "item"
  where "org_id" = ?
  and "session_key" = ?
  and (case "item"."visibility" when 'private' then 'owner ' || cast("item"."principal_id" as text) || ' ' || coalesce("item"."channel", '') when 'peer' then 'peer ' || coalesce("item"."channel", '') when 'org' then 'all ' || coalesce("item"."channel", '') when 'channel' then 'all ' || coalesce("item"."channel", '') when 'team' then 'all ' || coalesce("item"."channel", '') else "item"."visibility" || ' ' || coalesce("item"."channel", '') end) = ?;

-- writing.write
update "idempotency"
  set "receipts" = ?
  where "org_id" = ?
  and "principal_id" = ?
  and "key" = ?;

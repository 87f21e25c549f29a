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
  and item.knowledge_base is null
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
  and item.knowledge_base is null
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

-- conversations.list
select "id", "name", "kind", (select name
  from principal as owner
  where owner.id = principal.owner_id) as "owner"
  from "principal"
  where "org_id" = $1
  and "id" in ($2);

-- conversations.list
select "item"."id", "item"."session_key", "item"."effective_at", "item"."seq", "item"."principal_id", "item"."source", "item"."channel", "item"."project"
  from "item"
  where "item"."org_id" = $1
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
  and ("item"."kind" = $12
  and "item"."state" = 'active')
  and coalesce(item.session_key, '') <> ''
  order by "item"."effective_at" desc, "item"."seq" desc
  limit $13;

-- conversations.list
select "item"."session_key", count(*) as "messages", min("item"."effective_at") as "started_at", max("item"."effective_at") as "ended_at"
  from "item"
  where "item"."org_id" = $1
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
  and ("item"."kind" = $12
  and "item"."state" = 'active')
  and "item"."session_key" in ($13, $14, $15, $16, $17, $18, $19, $20, $21)
  group by "item"."session_key";

-- conversations.list
select item.session_key as "sessionKey", item.id as "messageId", linked.id as "memoryId", linked.title as title, linked.state as state, linked.seq as seq
  from item cross
  join lateral (select *
  from "origin" as "origin"
  where origin.ref_id = item.id offset 0) as "origin" cross
  join lateral (select *
  from "item" as "linked"
  where linked.id = origin.item_id offset 0) as "linked"
  where item.org_id = $1
  and item.kind = 'message'
  and item.session_key in ($2, $3, $4, $5, $6, $7, $8, $9, $10)
  and ("item"."org_id" = $11
  and "item"."state" <> 'deleted'
  and ( "item"."visibility" in ('org', 'team', 'channel')
  or ("item"."visibility" = 'private'
  and ("item"."principal_id" = $12
  or replace(cast($13 as text), cast("item"."principal_id" as text), '') <> cast($14 as text)))
  or ("item"."visibility" = 'peer'
  and "item"."channel" = $15)
  or ("item"."visibility" like 'team:%'
  and replace(cast($16 as text), "item"."visibility", '') <> cast($17 as text)))
  and (cast($18 as text) = ''
  or "item"."channel" is null
  or replace(cast($19 as text), '' || "item"."channel" || '', '') = cast($20 as text)))
  and ("linked"."org_id" = $21
  and "linked"."state" <> 'deleted'
  and ( "linked"."visibility" in ('org', 'team', 'channel')
  or ("linked"."visibility" = 'private'
  and ("linked"."principal_id" = $22
  or replace(cast($23 as text), cast("linked"."principal_id" as text), '') <> cast($24 as text)))
  or ("linked"."visibility" = 'peer'
  and "linked"."channel" = $25)
  or ("linked"."visibility" like 'team:%'
  and replace(cast($26 as text), "linked"."visibility", '') <> cast($27 as text)))
  and (cast($28 as text) = ''
  or "linked"."channel" is null
  or replace(cast($29 as text), '' || "linked"."channel" || '', '') = cast($30 as text)))
  union select item.session_key as "sessionKey", item.id as "messageId", linked.id as "memoryId", linked.title as title, linked.state as state, linked.seq as seq
  from item cross
  join lateral (select *
  from "origin" as "origin"
  where origin.org_id = item.org_id
  and origin.ref = item.external_id
  and origin.source = item.source offset 0) as "origin" cross
  join lateral (select *
  from "item" as "linked"
  where linked.id = origin.item_id offset 0) as "linked"
  where item.org_id = $31
  and item.kind = 'message'
  and item.session_key in ($32, $33, $34, $35, $36, $37, $38, $39, $40)
  and ("item"."org_id" = $41
  and "item"."state" <> 'deleted'
  and ( "item"."visibility" in ('org', 'team', 'channel')
  or ("item"."visibility" = 'private'
  and ("item"."principal_id" = $42
  or replace(cast($43 as text), cast("item"."principal_id" as text), '') <> cast($44 as text)))
  or ("item"."visibility" = 'peer'
  and "item"."channel" = $45)
  or ("item"."visibility" like 'team:%'
  and replace(cast($46 as text), "item"."visibility", '') <> cast($47 as text)))
  and (cast($48 as text) = ''
  or "item"."channel" is null
  or replace(cast($49 as text), '' || "item"."channel" || '', '') = cast($50 as text)))
  and ("linked"."org_id" = $51
  and "linked"."state" <> 'deleted'
  and ( "linked"."visibility" in ('org', 'team', 'channel')
  or ("linked"."visibility" = 'private'
  and ("linked"."principal_id" = $52
  or replace(cast($53 as text), cast("linked"."principal_id" as text), '') <> cast($54 as text)))
  or ("linked"."visibility" = 'peer'
  and "linked"."channel" = $55)
  or ("linked"."visibility" like 'team:%'
  and replace(cast($56 as text), "linked"."visibility", '') <> cast($57 as text)))
  and (cast($58 as text) = ''
  or "linked"."channel" is null
  or replace(cast($59 as text), '' || "linked"."channel" || '', '') = cast($60 as text)))
  order by seq;

-- conversations.list
select substr(item.content, 1, 500) as "text"
  from "item"
  where "item"."org_id" = $1
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
  and ("item"."kind" = $12
  and "item"."state" = 'active')
  and "item"."session_key" = $13
  order by case item.role when 'user' then 0 else 1 end, "item"."effective_at", "item"."seq"
  limit $14;

-- conversations.memoriesFrom
select item.session_key as "sessionKey", item.id as "messageId", linked.id as "memoryId", linked.title as title, linked.state as state, linked.seq as seq
  from item cross
  join lateral (select *
  from "origin" as "origin"
  where origin.ref_id = item.id offset 0) as "origin" cross
  join lateral (select *
  from "item" as "linked"
  where linked.id = origin.item_id offset 0) as "linked"
  where item.org_id = $1
  and item.kind = 'message'
  and item.session_key in ($2)
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
  or replace(cast($11 as text), '' || "item"."channel" || '', '') = cast($12 as text)))
  and ("linked"."org_id" = $13
  and "linked"."state" <> 'deleted'
  and ( "linked"."visibility" in ('org', 'team', 'channel')
  or ("linked"."visibility" = 'private'
  and ("linked"."principal_id" = $14
  or replace(cast($15 as text), cast("linked"."principal_id" as text), '') <> cast($16 as text)))
  or ("linked"."visibility" = 'peer'
  and "linked"."channel" = $17)
  or ("linked"."visibility" like 'team:%'
  and replace(cast($18 as text), "linked"."visibility", '') <> cast($19 as text)))
  and (cast($20 as text) = ''
  or "linked"."channel" is null
  or replace(cast($21 as text), '' || "linked"."channel" || '', '') = cast($22 as text)))
  union select item.session_key as "sessionKey", item.id as "messageId", linked.id as "memoryId", linked.title as title, linked.state as state, linked.seq as seq
  from item cross
  join lateral (select *
  from "origin" as "origin"
  where origin.org_id = item.org_id
  and origin.ref = item.external_id
  and origin.source = item.source offset 0) as "origin" cross
  join lateral (select *
  from "item" as "linked"
  where linked.id = origin.item_id offset 0) as "linked"
  where item.org_id = $23
  and item.kind = 'message'
  and item.session_key in ($24)
  and ("item"."org_id" = $25
  and "item"."state" <> 'deleted'
  and ( "item"."visibility" in ('org', 'team', 'channel')
  or ("item"."visibility" = 'private'
  and ("item"."principal_id" = $26
  or replace(cast($27 as text), cast("item"."principal_id" as text), '') <> cast($28 as text)))
  or ("item"."visibility" = 'peer'
  and "item"."channel" = $29)
  or ("item"."visibility" like 'team:%'
  and replace(cast($30 as text), "item"."visibility", '') <> cast($31 as text)))
  and (cast($32 as text) = ''
  or "item"."channel" is null
  or replace(cast($33 as text), '' || "item"."channel" || '', '') = cast($34 as text)))
  and ("linked"."org_id" = $35
  and "linked"."state" <> 'deleted'
  and ( "linked"."visibility" in ('org', 'team', 'channel')
  or ("linked"."visibility" = 'private'
  and ("linked"."principal_id" = $36
  or replace(cast($37 as text), cast("linked"."principal_id" as text), '') <> cast($38 as text)))
  or ("linked"."visibility" = 'peer'
  and "linked"."channel" = $39)
  or ("linked"."visibility" like 'team:%'
  and replace(cast($40 as text), "linked"."visibility", '') <> cast($41 as text)))
  and (cast($42 as text) = ''
  or "linked"."channel" is null
  or replace(cast($43 as text), '' || "linked"."channel" || '', '') = cast($44 as text)))
  order by seq;

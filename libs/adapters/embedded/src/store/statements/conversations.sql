-- conversations.list
select "id", "name", "kind", (select name
  from principal as owner
  where owner.id = principal.owner_id) as "owner"
  from "principal"
  where "org_id" = ?
  and "id" in (?);

-- conversations.list
select "item"."id", "item"."session_key", "item"."effective_at", "item"."seq", "item"."principal_id", "item"."source", "item"."channel", "item"."project"
  from "item"
  where "item"."org_id" = ?
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
  and coalesce(item.session_key, '') <> ''
  order by "item"."effective_at" desc, "item"."seq" desc
  limit ?;

-- conversations.list
select "item"."session_key", count(*) as "messages", min("item"."effective_at") as "started_at", max("item"."effective_at") as "ended_at"
  from "item"
  where "item"."org_id" = ?
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
  and "item"."session_key" in (?)
  group by "item"."session_key";

-- conversations.list
select substr(item.content, 1, 500) as "text"
  from "item"
  where "item"."org_id" = ?
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
  and "item"."session_key" = ?
  order by case item.role when 'user' then 0 else 1 end, "item"."effective_at", "item"."seq"
  limit ?;

-- conversations.list, conversations.memoriesFrom
select item.session_key as "sessionKey", item.id as "messageId", linked.id as "memoryId", linked.title as title, linked.state as state, linked.seq as seq
  from item cross
  join "origin" as "origin" on origin.ref_id = item.id cross
  join "item" as "linked" on linked.id = origin.item_id
  where item.org_id = ?
  and item.kind = 'message'
  and item.session_key in (?)
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
  union select item.session_key as "sessionKey", item.id as "messageId", linked.id as "memoryId", linked.title as title, linked.state as state, linked.seq as seq
  from item cross
  join "origin" as "origin" on origin.org_id = item.org_id
  and origin.ref = item.external_id
  and origin.source = item.source cross
  join "item" as "linked" on linked.id = origin.item_id
  where item.org_id = ?
  and item.kind = 'message'
  and item.session_key in (?)
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
  order by seq;

-- checkpoints.list
select *, (select count(*)
  from checkpoint_memory as held cross
  join "item" as "item" on item.id = held.memory_id
  where held.org_id = checkpoint.org_id
  and held.checkpoint_id = checkpoint.id
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
  or replace(cast(? as text), '' || "item"."channel" || '', '') = cast(? as text)))) as "number"
  from "checkpoint"
  where "checkpoint"."org_id" = ?
  and "checkpoint"."id" < ?
  and (checkpoint.peer = ''
  or checkpoint.peer = ?)
  order by "checkpoint"."id" desc
  limit ?;

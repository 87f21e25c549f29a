-- checkpoints.list
select *, (select count(*)
  from checkpoint_memory as held cross
  join lateral (select *
  from "item" as "item"
  where item.id = held.memory_id offset 0) as "item"
  where held.org_id = checkpoint.org_id
  and held.checkpoint_id = checkpoint.id
  and ("item"."org_id" = $1
  and "item"."state" <> 'deleted'
  and ( "item"."visibility" in ('org', 'team', 'channel')
  or ("item"."visibility" = 'private'
  and "item"."principal_id" = $2)
  or ("item"."visibility" = 'peer'
  and "item"."channel" = $3)
  or ("item"."visibility" like 'team:%'
  and replace(cast($4 as text), "item"."visibility", '') <> cast($5 as text)))
  and (cast($6 as text) = ''
  or "item"."channel" is null
  or replace(cast($7 as text), '' || "item"."channel" || '', '') = cast($8 as text)))) as "number"
  from "checkpoint"
  where "checkpoint"."org_id" = $9
  and "checkpoint"."id" < $10
  and (checkpoint.peer = ''
  or checkpoint.peer = $11)
  order by "checkpoint"."id" desc
  limit $12;

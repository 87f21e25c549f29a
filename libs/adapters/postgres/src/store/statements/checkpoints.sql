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
  and ("item"."principal_id" = $2
  or replace(cast($3 as text), cast("item"."principal_id" as text), '') <> cast($4 as text)))
  or ("item"."visibility" = 'peer'
  and "item"."channel" = $5)
  or ("item"."visibility" like 'team:%'
  and replace(cast($6 as text), "item"."visibility", '') <> cast($7 as text)))
  and (cast($8 as text) = ''
  or "item"."channel" is null
  or replace(cast($9 as text), '' || "item"."channel" || '', '') = cast($10 as text)))) as "number"
  from "checkpoint"
  where "checkpoint"."org_id" = $11
  and "checkpoint"."id" < $12
  and (checkpoint.peer = ''
  or checkpoint.peer = $13)
  order by "checkpoint"."id" desc
  limit $14;

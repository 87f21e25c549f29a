-- embeddings.passages
select item.id as id, passage."from" as "from", passage."to" as "to", passage.token_dims as dims, passage.tokens as tokens
  from json_each(?) as wanted cross
  join "item" as "item" on item.id = substr(wanted.value, 1, 36) cross
  join item_embedding as link on link.item_seq = item.seq
  and link.model_id = ? cross
  join passage on passage.seq = link.first_seq + cast(substr(wanted.value, 38) as integer)
  and passage.chunk = cast(substr(wanted.value, 38) as integer)
  where item.kind = ?
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

-- embeddings.passages
select item.id as id, passage."from" as "from", passage."to" as "to", passage.token_dims as dims, passage.tokens as tokens
  from unnest($1::text[]) as wanted (value) cross
  join lateral (select *
  from "item" as "item"
  where item.id = left(wanted.value, 36)::uuid offset 0) as "item" cross
  join lateral (
  select "from", "to", token_dims, encode(tokens, 'base64') as tokens
  from item_embedding as link
  join embedding on embedding.org_id = link.org_id
  and embedding.content_hash = link.content_hash
  and embedding.model_id = link.model_id
  and embedding.chunk = substr(wanted.value, 38)::int
  where link.item_seq = item.seq
  and link.model_id = $2 offset 0) as passage
  where item.kind = $3
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

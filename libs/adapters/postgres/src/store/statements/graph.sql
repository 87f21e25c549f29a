-- graph.named
select found.*
  from json_to_recordset($1::json) as given ("normal" text) cross
  join lateral (select distinct named.entity_id
  from graph_name as named
  where named.org_id = $2
  and named.normal = "given"."normal"
  and ("named"."reader" in ('', $3, $4)
  or ("named"."reader" like 'team:%'
  and replace(cast($5 as text), "named"."reader", '') <> cast($6 as text))
  or ("named"."reader" like 'owner %'
  and replace(cast($7 as text), substr("named"."reader", 7), '') <> cast($8 as text)))
  and exists (select 1
  from graph_mention as mention cross
  join lateral (select *
  from "item" as "item"
  where item.id = "mention"."item_id" offset 0) as "item"
  where item.state = 'active'
  and ("item"."org_id" = $9
  and "item"."state" <> 'deleted'
  and ( "item"."visibility" in ('org', 'team', 'channel')
  or ("item"."visibility" = 'private'
  and ("item"."principal_id" = $10
  or replace(cast($11 as text), cast("item"."principal_id" as text), '') <> cast($12 as text)))
  or ("item"."visibility" = 'peer'
  and "item"."channel" = $13)
  or ("item"."visibility" like 'team:%'
  and replace(cast($14 as text), "item"."visibility", '') <> cast($15 as text)))
  and (cast($16 as text) = ''
  or "item"."channel" is null
  or replace(cast($17 as text), '' || "item"."channel" || '', '') = cast($18 as text)))
  and ("mention"."reader" in ('', $19, $20)
  or ("mention"."reader" like 'team:%'
  and replace(cast($21 as text), "mention"."reader", '') <> cast($22 as text))
  or ("mention"."reader" like 'owner %'
  and replace(cast($23 as text), substr("mention"."reader", 7), '') <> cast($24 as text)))
  and mention.org_id = named.org_id
  and mention.entity_id = named.entity_id
  and mention.reader = named.reader
  and mention.ref = named.ref
  limit 1 offset 0)
  order by named.entity_id
  limit $25) as found;

-- graph.named, graph.neighbours, graph.rules, graph.tokens
select "from_id", "to_id", "to_name", "action"
  from "graph_correction"
  where "org_id" = $1
  and "item_id" is null
  and "action" <> 'split'
  and "action" <> 'apart'
  order by "id"
  limit 1000;

-- graph.neighbours
select 1 as one
  from graph_name as named
  where named.org_id = $1
  and named.type = 'unknown'
  and ("named"."reader" in ('', $2, $3)
  or ("named"."reader" like 'team:%'
  and replace(cast($4 as text), "named"."reader", '') <> cast($5 as text))
  or ("named"."reader" like 'owner %'
  and replace(cast($6 as text), substr("named"."reader", 7), '') <> cast($7 as text)))
  limit 1;

-- graph.neighbours
select found.*
  from json_to_recordset($1::json) as given ("id" text) cross
  join lateral (select *
  from (select edge.from_id, edge.type, edge.to_id, edge.confidence
  from graph_relation as edge
  where edge.org_id = $2
  and "edge"."from_id" = "given"."id"
  and edge.reader = ''
  and (edge.holds_from is null
  or edge.holds_from <= $3)
  and (edge.holds_to is null
  or edge.holds_to > $4)
  order by edge.confidence desc, "edge"."to_id" , edge.type
  limit $5) as "by_all"
  union all select *
  from (select edge.from_id, edge.type, edge.to_id, edge.confidence
  from graph_relation as edge
  where edge.org_id = $6
  and "edge"."from_id" = "given"."id"
  and edge.reader = $7
  and $8 <> ''
  and (edge.holds_from is null
  or edge.holds_from <= $9)
  and (edge.holds_to is null
  or edge.holds_to > $10)
  order by edge.confidence desc, "edge"."to_id" , edge.type
  limit $11) as "by_owner"
  union all select *
  from (select edge.from_id, edge.type, edge.to_id, edge.confidence
  from graph_relation as edge
  where edge.org_id = $12
  and "edge"."from_id" = "given"."id"
  and edge.reader = $13
  and $14 <> ''
  and (edge.holds_from is null
  or edge.holds_from <= $15)
  and (edge.holds_to is null
  or edge.holds_to > $16)
  order by edge.confidence desc, "edge"."to_id" , edge.type
  limit $17) as "by_peer") as found;

-- graph.neighbours
select found.*
  from json_to_recordset($1::json) as given ("id" text) cross
  join lateral (select *
  from (select edge.from_id, edge.type, edge.to_id, edge.confidence
  from graph_relation as edge
  where edge.org_id = $2
  and "edge"."to_id" = "given"."id"
  and edge.reader = ''
  and (edge.holds_from is null
  or edge.holds_from <= $3)
  and (edge.holds_to is null
  or edge.holds_to > $4)
  order by edge.confidence desc, "edge"."from_id" , edge.type
  limit $5) as "by_all"
  union all select *
  from (select edge.from_id, edge.type, edge.to_id, edge.confidence
  from graph_relation as edge
  where edge.org_id = $6
  and "edge"."to_id" = "given"."id"
  and edge.reader = $7
  and $8 <> ''
  and (edge.holds_from is null
  or edge.holds_from <= $9)
  and (edge.holds_to is null
  or edge.holds_to > $10)
  order by edge.confidence desc, "edge"."from_id" , edge.type
  limit $11) as "by_owner"
  union all select *
  from (select edge.from_id, edge.type, edge.to_id, edge.confidence
  from graph_relation as edge
  where edge.org_id = $12
  and "edge"."to_id" = "given"."id"
  and edge.reader = $13
  and $14 <> ''
  and (edge.holds_from is null
  or edge.holds_from <= $15)
  and (edge.holds_to is null
  or edge.holds_to > $16)
  order by edge.confidence desc, "edge"."from_id" , edge.type
  limit $17) as "by_peer") as found;

-- graph.rules
select found.*
  from json_to_recordset($1::json) as given ("low" text, "high" text) cross
  join lateral (select distinct named.entity_id as id
  from graph_name as named
  where named.org_id = $2
  and named.home = $3
  and named.type = 'path'
  and named.place >= "given"."low"
  and named.place < "given"."high"
  and ("named"."reader" in ('', $4, $5)
  or ("named"."reader" like 'team:%'
  and replace(cast($6 as text), "named"."reader", '') <> cast($7 as text))
  or ("named"."reader" like 'owner %'
  and replace(cast($8 as text), substr("named"."reader", 7), '') <> cast($9 as text)))
  order by named.entity_id
  limit 50) as found;

-- graph.rules
select rule.rule
  from graph_rule as rule cross
  join lateral (select *
  from "item" as "item"
  where item.id = "rule"."item_id" offset 0) as "item"
  where item.state = 'active'
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
  or replace(cast($9 as text), '' || "item"."channel" || '', '') = cast($10 as text)))
  and ("rule"."reader" in ('', $11, $12)
  or ("rule"."reader" like 'team:%'
  and replace(cast($13 as text), "rule"."reader", '') <> cast($14 as text))
  or ("rule"."reader" like 'owner %'
  and replace(cast($15 as text), substr("rule"."reader", 7), '') <> cast($16 as text)))
  and rule.org_id = $17
  and rule.home = $18
  and (item.valid_from is null
  or item.valid_from <= $19)
  and (item.valid_to is null
  or item.valid_to > $20)
  order by rule.order_in_file, rule.rule
  limit 50000;

-- graph.tokens
select word.entity_id as id, count(distinct word.token) as shared, min(word.size) as size
  from unnest($1::text[]) as wanted (value)
  join graph_token as word on word.token = wanted.value
  where word.org_id = $2
  and ("word"."reader" in ('', $3, $4)
  or ("word"."reader" like 'team:%'
  and replace(cast($5 as text), "word"."reader", '') <> cast($6 as text))
  or ("word"."reader" like 'owner %'
  and replace(cast($7 as text), substr("word"."reader", 7), '') <> cast($8 as text)))
  group by word.entity_id
  order by shared desc, size, id
  limit $9;

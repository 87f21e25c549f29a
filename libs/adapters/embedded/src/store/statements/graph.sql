-- graph.named
select distinct named.entity_id
  from graph_name as named indexed by "graph_name_by_normal"
  where named.org_id = ?
  and named.normal = ?
  and ("named"."reader" in ('', ?, ?)
  or ("named"."reader" like 'team:%'
  and replace(cast(? as text), "named"."reader", '') <> cast(? as text))
  or ("named"."reader" like 'owner %'
  and replace(cast(? as text), substr("named"."reader", 7), '') <> cast(? as text)))
  and exists (select 1
  from graph_mention as mention cross
  join "item" as "item" on item.id = "mention"."item_id"
  where item.state = 'active'
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
  and ("mention"."reader" in ('', ?, ?)
  or ("mention"."reader" like 'team:%'
  and replace(cast(? as text), "mention"."reader", '') <> cast(? as text))
  or ("mention"."reader" like 'owner %'
  and replace(cast(? as text), substr("mention"."reader", 7), '') <> cast(? as text)))
  and mention.org_id = named.org_id
  and mention.entity_id = named.entity_id
  and mention.reader = named.reader
  and mention.ref = named.ref
  limit 1 offset 0)
  order by named.entity_id
  limit ?;

-- graph.named
select distinct named.normal
  from graph_name as named indexed by "graph_name_by_normal"
  where named.org_id = ?
  and "named"."normal" in (select value
  from json_each(?));

-- graph.named, graph.neighbours, graph.rules, graph.tokens
select "from_id", "to_id", "to_name", "action"
  from "graph_correction"
  where "org_id" = ?
  and "item_id" is null
  and "action" <> 'split'
  and "action" <> 'apart'
  order by "id"
  limit 1000;

-- graph.neighbours
select 1 as one
  from graph_name as named indexed by "graph_name_unknown"
  where named.org_id = ?
  and named.type = 'unknown'
  and ("named"."reader" in ('', ?, ?)
  or ("named"."reader" like 'team:%'
  and replace(cast(? as text), "named"."reader", '') <> cast(? as text))
  or ("named"."reader" like 'owner %'
  and replace(cast(? as text), substr("named"."reader", 7), '') <> cast(? as text)))
  limit 1;

-- graph.neighbours
select edge.from_id, edge.type, edge.to_id, edge.confidence
  from json_each(?) as given cross
  join graph_relation as edge indexed by "graph_relation_in_any"
  where edge.org_id = ?
  and "edge"."to_id" = given.value ->> '$.id'
  and edge.reader in ('', ?, ?)
  and (edge.holds_from is null
  or edge.holds_from <= ?)
  and (edge.holds_to is null
  or edge.holds_to > ?)
  limit 201;

-- graph.neighbours
select edge.from_id, edge.type, edge.to_id, edge.confidence
  from json_each(?) as given cross
  join graph_relation as edge indexed by "graph_relation_out_any"
  where edge.org_id = ?
  and "edge"."from_id" = given.value ->> '$.id'
  and edge.reader in ('', ?, ?)
  and (edge.holds_from is null
  or edge.holds_from <= ?)
  and (edge.holds_to is null
  or edge.holds_to > ?)
  limit 201;

-- graph.rules
select distinct named.entity_id as id
  from graph_name as named indexed by "graph_name_by_place"
  where named.org_id = ?
  and named.home = ?
  and named.type = 'path'
  and named.place >= ?
  and named.place < ?
  and ("named"."reader" in ('', ?, ?)
  or ("named"."reader" like 'team:%'
  and replace(cast(? as text), "named"."reader", '') <> cast(? as text))
  or ("named"."reader" like 'owner %'
  and replace(cast(? as text), substr("named"."reader", 7), '') <> cast(? as text)))
  order by named.entity_id
  limit 50;

-- graph.rules
select rule.rule
  from graph_rule as rule indexed by "graph_rule_by_home" cross
  join "item" as "item" on item.id = "rule"."item_id"
  where item.state = 'active'
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
  and ("rule"."reader" in ('', ?, ?)
  or ("rule"."reader" like 'team:%'
  and replace(cast(? as text), "rule"."reader", '') <> cast(? as text))
  or ("rule"."reader" like 'owner %'
  and replace(cast(? as text), substr("rule"."reader", 7), '') <> cast(? as text)))
  and rule.org_id = ?
  and rule.home = ?
  and (item.valid_from is null
  or item.valid_from <= ?)
  and (item.valid_to is null
  or item.valid_to > ?)
  order by rule.order_in_file, rule.rule
  limit 50000;

-- graph.tokens
select word.entity_id as id, count(distinct word.token) as shared, min(word.size) as size
  from json_each(?) as wanted cross
  join graph_token as word on word.token = wanted.value
  where word.org_id = ?
  and ("word"."reader" in ('', ?, ?)
  or ("word"."reader" like 'team:%'
  and replace(cast(? as text), "word"."reader", '') <> cast(? as text))
  or ("word"."reader" like 'owner %'
  and replace(cast(? as text), substr("word"."reader", 7), '') <> cast(? as text)))
  group by word.entity_id
  order by shared desc, size, id
  limit ?;

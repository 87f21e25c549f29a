-- outbox.duePatterns
select given.value ->> '$.event' as event, given.value ->> '$.subscriber' as subscriber
  from json_each(?) as given
  where (select 1
  from outbox
  where event = given.value ->> '$.event'
  and subscriber = given.value ->> '$.subscriber'
  and due_at <= ?
  order by org_id
  limit 1) is not null;

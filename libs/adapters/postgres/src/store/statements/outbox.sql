-- outbox.duePatterns
select "given"."event" as event, "given"."subscriber" as subscriber
  from json_to_recordset($1::json) as given ("event" text, "subscriber" text)
  where (select 1
  from outbox
  where event = "given"."event"
  and subscriber = "given"."subscriber"
  and due_at <= $2
  order by org_id
  limit 1) is not null;

-- owner: kernel
-- Events that subscribers have still to handle; a row goes with the transaction that handles it, so each takes effect
-- once. Whoever works looks past tenants, as in leased_work; the rows hold no content.
create table event_job (
  tenant_id int not null,
  event_id bigint not null,
  handler text not null,
  -- Beside the others, which it would hold up.
  is_slow boolean not null,
  -- After a failure, of the next attempt; infinity: given up.
  due_at timestamptz not null default clock_timestamp(),
  attempts int not null default 0,
  last_error text not null default '',
  primary key (tenant_id, event_id, handler)
);
create index event_job_due on event_job (is_slow, due_at);
alter table event_job enable row level security;
alter table event_job force row level security;
create policy dispatcher_writes on event_job for insert with check (true);
create policy runner_reads on event_job for select using (true);
create policy runner_postpones on event_job for update using (true);
create policy runner_ends on event_job for delete using (true);
grant select, insert, update, delete on event_job to kaibiao_app;

-- What the job engine before still had in hand.
do $$
begin
  if to_regclass('pgboss.job') is not null then
    insert into event_job (tenant_id, event_id, handler, is_slow)
    select (j.data->>'tenantId')::int, (j.data->>'eventId')::bigint, j.data->>'handler', bool_or(j.name = 'event-slow')
    from pgboss.job j
    join outbox o on o.tenant_id = (j.data->>'tenantId')::int and o.id = (j.data->>'eventId')::bigint
    where j.name in ('event', 'event-slow') and j.state < 'completed'
      and not exists (select from outbox_handled h where h.tenant_id = (j.data->>'tenantId')::int
        and h.event_id = (j.data->>'eventId')::bigint and h.handler = j.data->>'handler')
    group by 1, 2, 3;
    drop schema pgboss cascade;
  end if;
end $$;
drop table outbox_handled;

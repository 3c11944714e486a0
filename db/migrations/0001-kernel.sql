-- Kernel: tenant isolation, audit chain, outbox, timers, idempotency, files.

-- The tenant of this transaction; null outside one, so that nothing is visible by accident.
create function kb_tenant() returns int language sql stable parallel safe as
  $$ select nullif(current_setting('app.tenant', true), '')::int $$;

-- Isolates a tenant table: forced row-level security, and only the named privileges for the application role.
-- The sub-select makes the planner evaluate the setting once per query instead of once per row.
create procedure kb_protect(relation regclass, privileges text default 'select, insert, update, delete') language plpgsql as $$
begin
  execute format('alter table %s enable row level security', relation);
  execute format('alter table %s force row level security', relation);
  execute format('create policy tenant_only on %s using (tenant_id = (select kb_tenant())) with check (tenant_id = (select kb_tenant()))', relation);
  execute format('grant %s on %s to kaibiao_app', privileges, relation);
end $$;

-- owner: tenancy
create table tenant (
  id int primary key,
  alias text not null unique,
  name text not null,
  hosts text[] not null default '{}',
  is_default boolean not null default false,
  config jsonb not null default '{}',
  created_at timestamptz not null default now()
);
grant select, insert, update on tenant to kaibiao_app;

-- owner: kernel
-- Facts are written where their change is made, and committed with it: audit_intake. The dispatcher moves them, in one
-- order, into audit_record, where each is chained to the one before: hash = sha256(prev_hash || body as text). Chaining
-- in the writing transaction would make all commits of a tenant wait for one another's disk. The application role writes
-- through kb_record() only and chains through kb_chain() only; it holds no insert, update or delete right on either table.
create table audit_intake (
  tenant_id int not null,
  id bigint generated always as identity,
  at timestamptz not null,
  body jsonb not null,
  primary key (tenant_id, id)
);
create index audit_intake_order on audit_intake (id);
create table audit_record (
  tenant_id int not null,
  seq bigint not null,
  at timestamptz not null,
  body jsonb not null,
  prev_hash bytea not null,
  hash bytea not null,
  primary key (tenant_id, seq, at)
) partition by range (at);
create table audit_record_rest partition of audit_record default;
create index audit_record_subject on audit_record (tenant_id, (body->>'entity'), (body->>'entityId'), seq);
create table audit_head (
  tenant_id int primary key,
  seq bigint not null,
  hash bytea not null
);
call kb_protect('audit_intake', 'select');
call kb_protect('audit_record', 'select');
call kb_protect('audit_head', 'select');
-- The owner's functions work across tenants; row-level security is forced on the owner as well.
create policy chaining on audit_intake to current_user using (true) with check (true);
create policy chaining on audit_record to current_user using (true) with check (true);
create policy chaining on audit_head to current_user using (true) with check (true);

-- Everything recorded, the newest facts (some milliseconds old) still without their place in the chain.
create view audit_entry with (security_invoker = true) as
  select tenant_id, seq, at, body, prev_hash, hash from audit_record
  union all
  select tenant_id, null, at, body, null, null from audit_intake;
grant select on audit_entry to kaibiao_app;

create function kb_refuse() returns trigger language plpgsql as $$
begin raise exception 'audit records are append-only' using errcode = 'KB001'; end $$;
create trigger append_only before update or delete on audit_record for each row execute function kb_refuse();
create trigger no_truncate before truncate on audit_record for each statement execute function kb_refuse();
create trigger as_written before update on audit_intake for each row execute function kb_refuse();
create trigger no_truncate before truncate on audit_intake for each statement execute function kb_refuse();

-- Events made by the transaction that made the change. `seq` is given at dispatch, in one order for all processes;
-- it is what live clients resume from. Infrastructure of all tenants: the dispatcher reads across them.
create table outbox (
  id bigint generated always as identity primary key,
  tenant_id int not null,
  at timestamptz not null,
  kind text not null,
  topics text[] not null default '{}',
  payload jsonb not null,
  seq bigint
);
create index outbox_waiting on outbox (id) where seq is null;
create unique index outbox_dispatched on outbox (seq) where seq is not null;
create sequence outbox_seq;
alter table outbox enable row level security;
alter table outbox force row level security;
create policy own_tenant_writes on outbox for insert with check (tenant_id = (select kb_tenant()));
create policy dispatcher_reads on outbox for select using (true);
create policy dispatcher_marks on outbox for update using (true);
create policy dispatcher_prunes on outbox for delete using (true);
grant select, insert, update, delete on outbox to kaibiao_app;
grant usage on sequence outbox_seq to kaibiao_app;

-- Which subscriber has handled which event: makes at-least-once delivery take effect once.
create table outbox_handled (
  tenant_id int not null,
  event_id bigint not null,
  handler text not null,
  primary key (tenant_id, event_id, handler)
);
call kb_protect('outbox_handled', 'select, insert, delete');

-- Events due at an instant of the injectable clock; firing one is an outbox event of the same kind.
create table timer (
  tenant_id int not null,
  key text not null,
  kind text not null,
  due_at timestamptz not null,
  payload jsonb not null,
  fired_at timestamptz,
  primary key (tenant_id, key)
);
create index timer_due on timer (due_at) where fired_at is null;
alter table timer enable row level security;
alter table timer force row level security;
create policy own_tenant on timer using (tenant_id = (select kb_tenant())) with check (tenant_id = (select kb_tenant()));
create policy dispatcher_reads on timer for select using (true);
grant select, insert, update, delete on timer to kaibiao_app;

-- Work to be done beside requests, of all features: a row is there until it is done. It tells no content, only which
-- record of which tenant; whoever does work looks across tenants. Leases are in real time, because processes die in real
-- time.
create table leased_work (
  tenant_id int not null,
  kind text not null,
  subject uuid not null,
  created_at timestamptz not null default clock_timestamp(),
  -- While it is leased: when the lease runs out.
  due_at timestamptz not null default clock_timestamp(),
  attempts int not null default 0,
  last_error text not null default '',
  -- Of whoever does it now; null again when the work is asked for anew meanwhile.
  lease uuid,
  primary key (tenant_id, kind, subject)
);
create index leased_work_due on leased_work (due_at);
alter table leased_work enable row level security;
alter table leased_work force row level security;
create policy own_tenant_writes on leased_work for insert with check (tenant_id = (select kb_tenant()));
create policy runner_reads on leased_work for select using (true);
create policy runner_leases on leased_work for update using (true);
create policy runner_ends on leased_work for delete using (true);
grant select, insert, update, delete on leased_work to kaibiao_app;

create table idempotency (
  tenant_id int not null,
  actor text not null,
  key text not null,
  call text not null,
  body_hash bytea not null,
  status int not null,
  answer jsonb,
  created_at timestamptz not null,
  primary key (tenant_id, actor, key)
);
-- Rows lie in the order of their age.
create index idempotency_age on idempotency using brin (created_at);
call kb_protect('idempotency', 'select, insert, delete');

-- A stored file. Bytes lie under their hash in the object store; several records may share them.
create table file_object (
  tenant_id int not null,
  id uuid not null,
  sha256 bytea not null,
  size bigint not null,
  mime text not null,
  name text not null,
  use text not null,
  user_id uuid,
  company_id uuid,
  created_at timestamptz not null,
  primary key (tenant_id, id)
);
call kb_protect('file_object', 'select, insert, delete');

-- Shift of the clock in demonstration and test mode; always zero in production.
create table clock_shift (
  only_row boolean primary key default true check (only_row),
  ms bigint not null default 0,
  -- State of the demonstration world: null (none), 'loading', 'done'.
  world text
);
insert into clock_shift default values;
grant select, update on clock_shift to kaibiao_app;

-- Writes audit facts and outbox events of one transaction in one round trip.
create function kb_record(entries jsonb, events jsonb, now_at timestamptz) returns void
language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  tenant int := public.kb_tenant();
begin
  if tenant is null then raise exception 'no tenant in this transaction'; end if;
  if jsonb_array_length(events) > 0 then
    insert into public.outbox (tenant_id, at, kind, topics, payload)
    select tenant, now_at, e->>'kind', array(select jsonb_array_elements_text(e->'topics')), e->'payload'
    from jsonb_array_elements(events) with ordinality as t(e, n) order by n;
  end if;
  if jsonb_array_length(entries) > 0 then
    insert into public.audit_intake (tenant_id, at, body)
    select tenant, (e->>'at')::timestamptz, e
    from jsonb_array_elements(entries) with ordinality as t(e, n) order by n;
  end if;
end $$;

-- Moves up to `most` waiting facts into their tenants' chains, oldest first; returns how many.
create function kb_chain(most int) returns int
language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  fact record;
  tenant int;
  head_seq bigint;
  head_hash bytea;
  previous bytea;
  item jsonb;
  moved int := 0;
begin
  -- One after the other: a second one would skip what the first holds, and could chain a later fact before it.
  perform pg_advisory_xact_lock(hashtext('kaibiao chain'));
  for fact in
    with taken as (
      delete from public.audit_intake
      where id in (select id from public.audit_intake order by id limit most for update skip locked)
      returning *
    )
    select * from taken order by tenant_id, id
  loop
    if tenant is distinct from fact.tenant_id then
      if tenant is not null then
        update public.audit_head set seq = head_seq, hash = head_hash where tenant_id = tenant;
      end if;
      tenant := fact.tenant_id;
      insert into public.audit_head values (tenant, 0, decode(repeat('00', 32), 'hex')) on conflict do nothing;
      select seq, hash into head_seq, head_hash from public.audit_head where tenant_id = tenant for update;
    end if;
    head_seq := head_seq + 1;
    previous := head_hash;
    item := fact.body || jsonb_build_object('seq', head_seq);
    head_hash := sha256(previous || convert_to(item::text, 'UTF8'));
    insert into public.audit_record values (tenant, head_seq, fact.at, item, previous, head_hash);
    moved := moved + 1;
  end loop;
  if tenant is not null then
    update public.audit_head set seq = head_seq, hash = head_hash where tenant_id = tenant;
  end if;
  return moved;
end $$;

-- The next running number of a tenant under a name, without making anybody wait: numbers of transactions that fail are
-- skipped.
create function kb_number(name text) returns bigint
language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  sequence text := format('kb_number_%s_%s', public.kb_tenant(), name);
begin
  if public.kb_tenant() is null or name !~ '^[a-z_]{1,30}$' then raise exception 'no such number'; end if;
  if to_regclass('public.' || sequence) is null then
    perform pg_advisory_xact_lock(hashtext(sequence));
    execute format('create sequence if not exists public.%I', sequence);
  end if;
  return nextval('public.' || sequence);
end $$;
revoke all on function kb_record, kb_chain, kb_number from public;
grant execute on function kb_record, kb_chain, kb_number to kaibiao_app;

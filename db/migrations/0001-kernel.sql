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
-- One row per recorded fact, chained per tenant: hash = sha256(prev_hash || body as text). Written only through
-- kb_record(), which the application role may execute; it holds no insert, update or delete right on the table.
create table audit_entry (
  tenant_id int not null,
  seq bigint not null,
  at timestamptz not null,
  body jsonb not null,
  prev_hash bytea not null,
  hash bytea not null,
  primary key (tenant_id, seq, at)
) partition by range (at);
create table audit_entry_rest partition of audit_entry default;
create index audit_entry_subject on audit_entry (tenant_id, (body->>'entity'), (body->>'entityId'), seq);
create table audit_head (
  tenant_id int primary key,
  seq bigint not null,
  hash bytea not null
);
call kb_protect('audit_entry', 'select');
call kb_protect('audit_head', 'select');

create function kb_refuse() returns trigger language plpgsql as $$
begin raise exception 'audit records are append-only' using errcode = 'KB001'; end $$;
create trigger append_only before update or delete on audit_entry for each row execute function kb_refuse();
create trigger no_truncate before truncate on audit_entry for each statement execute function kb_refuse();

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
create index idempotency_age on idempotency (created_at);
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

-- Writes audit entries and outbox events of one transaction in one round trip. Locks the tenant's chain head, so the
-- caller runs it last before commit.
create function kb_record(entries jsonb, events jsonb, now_at timestamptz) returns void
language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  tenant int := public.kb_tenant();
  head record;
  item jsonb;
  digest bytea;
  last_seq bigint;
begin
  if tenant is null then raise exception 'no tenant in this transaction'; end if;
  if jsonb_array_length(events) > 0 then
    insert into public.outbox (tenant_id, at, kind, topics, payload)
    select tenant, now_at, e->>'kind', array(select jsonb_array_elements_text(e->'topics')), e->'payload'
    from jsonb_array_elements(events) with ordinality as t(e, n) order by n;
  end if;
  if jsonb_array_length(entries) > 0 then
    insert into public.audit_head values (tenant, 0, '\x0000000000000000000000000000000000000000000000000000000000000000')
      on conflict do nothing;
    select seq, hash into head from public.audit_head where tenant_id = tenant for update;
    last_seq := head.seq; digest := head.hash;
    for item in select e from jsonb_array_elements(entries) with ordinality as t(e, n) order by n loop
      last_seq := last_seq + 1;
      item := item || jsonb_build_object('seq', last_seq);
      insert into public.audit_entry values (tenant, last_seq, (item->>'at')::timestamptz, item, digest,
        sha256(digest || convert_to(item::text, 'UTF8')));
      digest := sha256(digest || convert_to(item::text, 'UTF8'));
    end loop;
    update public.audit_head set seq = last_seq, hash = digest where tenant_id = tenant;
  end if;
end $$;
revoke all on function kb_record from public;
grant execute on function kb_record to kaibiao_app;

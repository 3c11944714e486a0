-- owner: kernel
-- Which database this is: what was noted of it outside is compared with it and with no other. A restored copy keeps it.
create table database_identity (
  only_row boolean primary key default true check (only_row),
  id uuid not null default gen_random_uuid()
);
insert into database_identity default values;
grant select on database_identity to kaibiao_app;

-- A record that was acknowledged to somebody and is not in the database any more: it was restored from an older copy.
-- While a row is open, the tenant's log takes no leaf and nothing is signed. An operator releases it, with a reason.
create table record_hold (
  tenant_id int not null,
  -- 'audit' or 'log'.
  kind text not null,
  -- What had been acknowledged: so many records, of which the last (audit) or the whole (log) had this hash.
  size bigint not null,
  hash bytea not null,
  found_size bigint not null,
  found_at timestamptz not null,
  released_at timestamptz,
  released_by text,
  reason text,
  primary key (tenant_id, kind, size, hash)
);
create index record_hold_open on record_hold (tenant_id) where released_at is null;
call kb_protect('record_hold', 'select, insert');
create policy owner_releases on record_hold to current_user using (true) with check (true);
create policy owner_looks on bid_log for select to current_user using (true);

-- How far the records of all tenants have grown, but for those that are on hold.
create function kb_heads() returns table (tenant_id int, kind text, size bigint, hash bytea)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  with heads as (
    select a.tenant_id, 'audit' as kind, a.seq as size, a.hash from public.audit_head a
    union all select l.tenant_id, 'log', l.size, l.root from public.bid_log l
  )
  select h.tenant_id, h.kind, h.size, h.hash from heads h where not exists (
    select from public.record_hold o where o.tenant_id = h.tenant_id and o.released_at is null)
$$;
revoke all on function kb_heads from public;
grant execute on function kb_heads to kaibiao_app;

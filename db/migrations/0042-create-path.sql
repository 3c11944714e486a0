-- The same chain, its records written together: one statement a record cost more than the hashing.
create or replace function kb_chain(most int) returns int
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  fact pg_catalog.record;
  tenant pg_catalog.int4;
  head_seq pg_catalog.int8;
  head_hash pg_catalog.bytea;
  item pg_catalog.jsonb;
  tenants pg_catalog.int4[] := '{}';
  seqs pg_catalog.int8[] := '{}';
  ats pg_catalog.timestamptz[] := '{}';
  items pg_catalog.jsonb[] := '{}';
  before pg_catalog.bytea[] := '{}';
  hashes pg_catalog.bytea[] := '{}';
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
    item := fact.body || jsonb_build_object('seq', head_seq);
    before := array_append(before, head_hash);
    head_hash := sha256(head_hash || convert_to(item::pg_catalog.text, 'UTF8'));
    tenants := array_append(tenants, tenant);
    seqs := array_append(seqs, head_seq);
    ats := array_append(ats, fact.at);
    items := array_append(items, item);
    hashes := array_append(hashes, head_hash);
  end loop;
  if tenant is null then return 0; end if;
  update public.audit_head set seq = head_seq, hash = head_hash where tenant_id = tenant;
  insert into public.audit_record (tenant_id, seq, at, body, prev_hash, hash)
  select * from unnest(tenants, seqs, ats, items, before, hashes);
  return cardinality(seqs);
end $$;

-- What a company's list of orders or projects is read by is planned once for all companies (src/server/search/newest.ts). The
-- plan must be that of a company with few rows among many, also where nearly all rows are of one: then the index of the
-- tenant alone looks as good, and for everybody else it reads the whole table.
alter table purchase_order
  alter column purchaser_company_id set (n_distinct = -0.01), alter column owner_company_id set (n_distinct = -0.01);
alter table project
  alter column purchaser_company_id set (n_distinct = -0.01), alter column agency_company_id set (n_distinct = -0.01);
analyze purchase_order, project;

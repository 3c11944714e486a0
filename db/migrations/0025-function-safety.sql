-- No function of ours looks a name up where its caller can put one.
--
-- A temporary schema is searched before all others for tables and types, unless the path names it; whoever may make
-- temporary objects could plant a type `timestamptz` whose check runs with the rights of a SECURITY DEFINER function.
-- So every path is fixed and ends in pg_temp, and what is not PostgreSQL's own is named with its schema. What the
-- role may make (temporary objects) is taken away with every start: such rights belong to the database, and a restored
-- one has lost them (migrate.ts).

revoke create on schema public from public;

-- The body is parsed here and now, so no path matters, and the planner can still put it in line.
create or replace function kb_tenant() returns int language sql stable parallel safe
  return nullif(pg_catalog.current_setting('app.tenant', true), '')::pg_catalog.int4;

create or replace procedure kb_protect(relation regclass, privileges text default 'select, insert, update, delete')
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  execute format('alter table %s enable row level security', relation);
  execute format('alter table %s force row level security', relation);
  execute format('create policy tenant_only on %s using (tenant_id = (select public.kb_tenant())) with check (tenant_id = (select public.kb_tenant()))', relation);
  execute format('grant %s on %s to kaibiao_app', privileges, relation);
end $$;
revoke all on procedure kb_protect from public;

create or replace function kb_record(entries jsonb, events jsonb, now_at timestamptz) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  tenant pg_catalog.int4 := public.kb_tenant();
begin
  if tenant is null then raise exception 'no tenant in this transaction'; end if;
  if jsonb_array_length(events) > 0 then
    insert into public.outbox (tenant_id, at, kind, topics, payload)
    select tenant, now_at, e->>'kind', array(select jsonb_array_elements_text(e->'topics')), e->'payload'
    from jsonb_array_elements(events) with ordinality as t(e, n) order by n;
  end if;
  if jsonb_array_length(entries) > 0 then
    insert into public.audit_intake (tenant_id, at, body)
    select tenant, (e->>'at')::pg_catalog.timestamptz, e
    from jsonb_array_elements(entries) with ordinality as t(e, n) order by n;
  end if;
end $$;

create or replace function kb_chain(most int) returns int
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  fact pg_catalog.record;
  tenant pg_catalog.int4;
  head_seq pg_catalog.int8;
  head_hash pg_catalog.bytea;
  previous pg_catalog.bytea;
  item pg_catalog.jsonb;
  moved pg_catalog.int4 := 0;
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
    head_hash := sha256(previous || convert_to(item::pg_catalog.text, 'UTF8'));
    insert into public.audit_record values (tenant, head_seq, fact.at, item, previous, head_hash);
    moved := moved + 1;
  end loop;
  if tenant is not null then
    update public.audit_head set seq = head_seq, hash = head_hash where tenant_id = tenant;
  end if;
  return moved;
end $$;

-- Only of tenants that exist: the setting is the caller's, and every number is a sequence of its own.
create or replace function kb_number(name text) returns bigint
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  sequence pg_catalog.text := format('kb_number_%s_%s', public.kb_tenant(), name);
begin
  if public.kb_tenant() is null or name !~ '^[a-z_]{1,30}$' then raise exception 'no such number'; end if;
  if to_regclass('public.' || sequence) is null then
    if not exists (select from public.tenant where id = public.kb_tenant()) then raise exception 'no such number'; end if;
    perform pg_advisory_xact_lock(hashtext(sequence));
    execute format('create sequence if not exists public.%I', sequence);
  end if;
  return nextval('public.' || sequence);
end $$;

create or replace function kb_serves_others(person uuid, company uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select exists (select from public.employee where user_id = person and deleted_at is null
      and (tenant_id <> public.kb_tenant() or company_id <> company))
    or exists (select from public.expert where user_id = person and status = 1)
    or exists (select from public.app_user where id = person and is_platform_admin)
$$;

create or replace function kb_move_sessions() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
declare step pg_catalog.interval := (new.ms - old.ms) * pg_catalog.interval '1 millisecond';
begin
  update public.login_session
  set created_at = created_at + step, last_seen_at = last_seen_at + step, expires_at = expires_at + step;
  return new;
end $$;

-- These name nothing but the rows they are given.
alter function kb_refuse() set search_path = pg_catalog, pg_temp;
alter function kb_direct_rights() set search_path = pg_catalog, pg_temp;
alter function kb_decided() set search_path = pg_catalog, pg_temp;
alter function kb_audit_snapshot() set search_path = pg_catalog, pg_temp;
alter function notice_immutable() set search_path = pg_catalog, pg_temp;
alter function template_version_immutable() set search_path = pg_catalog, pg_temp;
alter function workflow_as_started() set search_path = pg_catalog, pg_temp;
alter function expert_draw_fixed() set search_path = pg_catalog, pg_temp;

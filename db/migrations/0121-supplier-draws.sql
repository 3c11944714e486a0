-- owner: supplier-draws
-- Suppliers of a library are drawn by lot (随机抽取供应商); the lot itself is a draw of the same id.
create table supplier_draw (
  tenant_id int not null,
  id uuid not null,
  owner_company_id uuid not null,
  title text not null,
  purpose text not null,
  conditions jsonb not null,
  number int not null check (number between 1 and 50),
  substitutes int not null check (substitutes between 0 and 50),
  state text not null check (state in ('prepared', 'drawing', 'drawn', 'cancelled')),
  -- Of everybody who could be drawn, as it was frozen.
  pool_hash text,
  -- Why once more, where the same was drawn before.
  again_of uuid,
  again_reason text not null default '',
  created_by uuid not null,
  created_by_name text not null,
  created_at timestamptz not null,
  frozen_at timestamptz,
  drawn_at timestamptz,
  cancelled_at timestamptz,
  cancel_reason text not null default '',
  primary key (tenant_id, id),
  foreign key (tenant_id, owner_company_id) references company_tenant,
  foreign key (tenant_id, again_of) references supplier_draw,
  check ((state in ('drawing', 'drawn')) = (frozen_at is not null)),
  check ((state = 'drawn') = (drawn_at is not null)),
  check ((state = 'cancelled') = (cancelled_at is not null))
);
create index supplier_draw_owner on supplier_draw (tenant_id, owner_company_id, id desc);
create index supplier_draw_pool_hash on supplier_draw (tenant_id, owner_company_id, pool_hash) where pool_hash is not null;
call kb_protect('supplier_draw', 'select, insert, update');
create function supplier_draw_fixed() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'DELETE' or old.state in ('drawn', 'cancelled') or (old.state = 'drawing' and
      (new.title, new.purpose, new.conditions, new.number, new.substitutes, new.pool_hash, new.again_reason, new.frozen_at)
        is distinct from
      (old.title, old.purpose, old.conditions, old.number, old.substitutes, old.pool_hash, old.again_reason, old.frozen_at))
  then raise exception 'a draw stays on record as it was made' using errcode = 'KB002'; end if;
  return new;
end $$;
create trigger fixed before update or delete on supplier_draw for each row execute function supplier_draw_fixed();

-- Who was looked at, why somebody could not be drawn, and who was drawn as which.
create table supplier_draw_pool (
  tenant_id int not null,
  draw_id uuid not null,
  supplier_id uuid not null,
  company_id uuid not null,
  name text not null,
  credit_code text not null,
  excluded text not null default '',
  rank int,
  primary key (tenant_id, draw_id, supplier_id),
  unique (tenant_id, draw_id, rank),
  foreign key (tenant_id, draw_id) references supplier_draw,
  check (rank is null or excluded = '')
);
call kb_protect('supplier_draw_pool', 'select, insert, update');
create function supplier_draw_pool_fixed() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'DELETE' or old.rank is not null
      or (new.company_id, new.name, new.credit_code, new.excluded) is distinct from (old.company_id, old.name, old.credit_code, old.excluded) then
    raise exception 'a draw stays on record as it was made' using errcode = 'KB002';
  end if;
  return new;
end $$;
create trigger fixed before update or delete on supplier_draw_pool
  for each row execute function supplier_draw_pool_fixed();

-- owner: draws
alter table draw drop constraint draw_kind_check;
alter table draw add constraint draw_kind_check
  check (kind in ('experts', 'opening', 'price-params', 'lots', 'award', 'turns', 'suppliers'));

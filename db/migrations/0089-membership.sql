-- owner: membership

-- One row a company that has bought a service: locked while lots of its are made or spent, so that two at once follow
-- one another.
create table service_account (
  tenant_id int not null,
  company_id uuid not null,
  primary key (tenant_id, company_id)
);
call kb_protect('service_account', 'select, insert, update');

-- What was bought, or came with a membership: time from–until, or a count. `paid` is what counts for a credit.
create table service_lot (
  tenant_id int not null,
  id uuid not null,
  company_id uuid not null,
  product text not null,
  quantity int check (quantity > 0),
  used int not null default 0,
  from_at timestamptz not null,
  until_at timestamptz,
  paid numeric(20, 2) not null check (paid >= 0),
  pay_order_id uuid not null,
  -- Which line of the order, and which of its lots.
  line int not null,
  part int not null,
  -- Taken back: refunded, or replaced by a higher membership. What was used stays used.
  ended_at timestamptz,
  end_reason text not null default '',
  created_at timestamptz not null,
  primary key (tenant_id, id),
  check (used >= 0 and (quantity is null or used <= quantity)),
  check (quantity is not null or until_at is not null),
  check (until_at is null or until_at > from_at)
);
create unique index service_lot_source on service_lot (tenant_id, pay_order_id, line, part);
create index service_lot_company on service_lot (tenant_id, company_id, product);
call kb_protect('service_lot', 'select, insert, update');

create function service_lot_fixed() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if (old.company_id, old.product, old.quantity, old.from_at, old.until_at, old.paid, old.pay_order_id, old.line, old.part)
     is distinct from
     (new.company_id, new.product, new.quantity, new.from_at, new.until_at, new.paid, new.pay_order_id, new.line, new.part)
     or new.used < old.used or (old.ended_at is not null and new.ended_at is distinct from old.ended_at)
  then raise exception 'what was bought cannot be changed' using errcode = 'KB002'; end if;
  return new;
end $$;
create trigger service_lot_fixed before update on service_lot for each row execute function service_lot_fixed();

-- What a service was used for, once per subject; without a lot where the membership sets no limit.
create table service_use (
  tenant_id int not null,
  id uuid not null,
  company_id uuid not null,
  product text not null,
  subject uuid not null,
  lot_id uuid,
  used_by uuid not null,
  used_at timestamptz not null,
  primary key (tenant_id, id)
);
create unique index service_use_subject on service_use (tenant_id, company_id, product, subject);
call kb_protect('service_use', 'select, insert');

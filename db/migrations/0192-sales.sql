-- owner: sales
-- What a company sells again and again (销售品种), and what a buyer of it must prove.
create table sale_variety (
  tenant_id int not null,
  id uuid not null,
  owner_company_id uuid not null,
  name text not null,
  unit text not null,
  -- E.g. 危险废物经营许可证; '': nothing.
  qualification text not null default '',
  is_active boolean not null default true,
  created_by_name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, owner_company_id, name, unit),
  foreign key (tenant_id, owner_company_id) references company_tenant
);
create index sale_variety_owner on sale_variety (tenant_id, owner_company_id, id desc);
call kb_protect('sale_variety', 'select, insert, update');

-- One award of a sale, from the result to its settlement. `paid`: what has come in, less what went back.
create table sale_deal (
  tenant_id int not null,
  order_id uuid not null,
  trade_id uuid not null,
  state text not null check (state in ('due', 'paid', 'defaulted', 'settled')),
  price numeric(20,2) not null check (price > 0),
  awarded_at timestamptz not null,
  due_at timestamptz not null,
  paid numeric(20,2) not null default 0 check (paid >= 0),
  paid_at timestamptz,
  -- What is owed for what was taken away; null until it is settled.
  amount numeric(20,2) check (amount >= 0),
  reason text not null default '',
  ended_at timestamptz,
  primary key (tenant_id, order_id, trade_id),
  foreign key (tenant_id, order_id) references purchase_order,
  foreign key (tenant_id, trade_id) references trade,
  check ((state = 'settled') = (amount is not null)),
  check ((state in ('settled', 'defaulted')) = (ended_at is not null))
);
-- Goods are sold to one at a time.
create unique index sale_deal_one on sale_deal (tenant_id, order_id) where state <> 'defaulted';
call kb_protect('sale_deal', 'select, insert, update');

-- Money of a deal: in, or back (below zero).
create table sale_payment (
  tenant_id int not null,
  id uuid not null,
  order_id uuid not null,
  trade_id uuid not null,
  amount numeric(20,2) not null check (amount <> 0),
  -- Order of the cashier; null: paid elsewhere, with this voucher.
  pay_order_id uuid,
  voucher text not null default '',
  at timestamptz not null,
  by_name text not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, order_id, trade_id) references sale_deal,
  check (pay_order_id is not null or voucher <> '')
);
create unique index sale_payment_once on sale_payment (tenant_id, pay_order_id, sign(amount)) where pay_order_id is not null;
create index sale_payment_deal on sale_payment (tenant_id, order_id, trade_id, at);
call kb_protect('sale_payment', 'select, insert');

-- What left the gate at one time (过磅单、提货单), as the seller wrote it down and the buyer answered.
create table sale_weighing (
  tenant_id int not null,
  id uuid not null,
  order_id uuid not null,
  trade_id uuid not null,
  no int not null check (no > 0),
  at timestamptz not null,
  vehicle text not null default '',
  -- [{itemId, quantity}]
  lines jsonb not null,
  state text not null check (state in ('open', 'confirmed', 'refused')),
  reason text not null default '',
  by_name text not null,
  created_at timestamptz not null,
  answered_by_name text,
  answered_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, order_id, trade_id, no),
  foreign key (tenant_id, order_id, trade_id) references sale_deal,
  check ((state = 'open') = (answered_at is null))
);
call kb_protect('sale_weighing', 'select, insert, update');

-- Money stays as it was booked; a note stays as it was written, and is answered once.
create function sale_fixed() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  raise exception 'what happened stays on record' using errcode = 'KB002';
end $$;
create trigger fixed before update or delete on sale_payment for each row execute function sale_fixed();
create trigger fixed before update of order_id, trade_id, no, at, vehicle, lines, by_name, created_at on sale_weighing
  for each row execute function sale_fixed();
create function sale_weighing_answered() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if old.state <> 'open' then
    raise exception 'a note is answered once' using errcode = 'KB002';
  end if;
  return new;
end $$;
create trigger answered before update on sale_weighing for each row execute function sale_weighing_answered();
create trigger kept before delete on sale_weighing for each row execute function sale_fixed();

-- Owner: frame-agreements (tables frame_*), contracts (contract, contract_line). A frame agreement (框架协议) is signed with one
-- supplier or with several, each by an entry of its own; what is ordered from it stands under a contract of that entry.

-- A contract rests on an award, or on an entry of an agreement, whose award it may carry besides.
alter table contract
  alter column order_id drop not null,
  alter column result_id drop not null,
  alter column trade_id drop not null,
  add column agreement_id uuid,
  add constraint contract_ground check (
    (order_id is null) = (trade_id is null) and (order_id is null) = (result_id is null)
    and (order_id is not null or agreement_id is not null)
  );
create index contract_agreement on contract (tenant_id, agreement_id) where agreement_id is not null;
-- Null: the agreement bounds the amount alone.
alter table contract_line alter column quantity drop not null,
  add constraint contract_line_open check (quantity is not null or amount = 0);

create table frame_agreement (
  tenant_id int not null,
  id uuid not null,
  code text not null,
  purchaser_company_id uuid not null,
  -- The order whose awards it was made from.
  order_id uuid,
  -- The agreement that it renews.
  renews_id uuid,
  title text not null,
  -- 定商, 定商定价, 定商定价定量
  kind text not null check (kind in ('supplier', 'price', 'volume')),
  regime text not null check (regime in ('government', 'enterprise')),
  category text not null check (category in ('goods', 'services', 'works')),
  rule text not null check (rule in ('direct', 'rotation')),
  from_day text not null check (from_day ~ '^\d{4}-\d\d-\d\d$'),
  until_day text not null check (until_day ~ '^\d{4}-\d\d-\d\d$'),
  -- All suppliers together; null: quantities alone bound it.
  quota numeric(20, 2) check (quota > 0),
  terms text not null default '',
  price_note text not null default '',
  place text not null default '',
  payer text not null check (payer in ('organ', 'large', 'other')),
  pay_days int not null check (pay_days between 0 and 365),
  pay_reason text not null default '',
  files jsonb not null default '[]',
  state text not null check (state in ('draft', 'sent', 'signed', 'inForce', 'expired', 'ended')),
  -- Place in the order of suppliers that was served last.
  turn int not null default 0,
  created_by_name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  sent_at timestamptz,
  sent_by_name text not null default '',
  signed_at timestamptz,
  ended_at timestamptz,
  ended_by_name text not null default '',
  end_reason text not null default '',
  primary key (tenant_id, id),
  unique (tenant_id, code),
  foreign key (tenant_id, purchaser_company_id) references company_tenant,
  foreign key (tenant_id, order_id) references purchase_order,
  foreign key (tenant_id, renews_id) references frame_agreement,
  check (until_day >= from_day),
  check ((state in ('expired', 'ended')) = (ended_at is not null))
);
create index frame_agreement_purchaser on frame_agreement (tenant_id, purchaser_company_id, id desc);
call kb_protect('frame_agreement');
alter table contract add foreign key (tenant_id, agreement_id) references frame_agreement;

-- What was sent to suppliers is fixed; prices change by versions of an entry.
create function frame_agreement_fixed() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'DELETE' then
    if old.state <> 'draft' then raise exception 'an agreement that was sent stays on record' using errcode = 'KB002'; end if;
    return old;
  end if;
  if (new.code, new.purchaser_company_id, new.order_id) is distinct from (old.code, old.purchaser_company_id, old.order_id)
     or old.state <> 'draft' and new.state <> 'draft' and
       (new.title, new.kind, new.regime, new.category, new.rule, new.from_day, new.until_day, new.quota, new.terms,
        new.price_note, new.place, new.payer, new.pay_days, new.pay_reason, new.files)
         is distinct from
       (old.title, old.kind, old.regime, old.category, old.rule, old.from_day, old.until_day, old.quota, old.terms,
        old.price_note, old.place, old.payer, old.pay_days, old.pay_reason, old.files)
     or old.state in ('expired', 'ended')
  then raise exception 'what was agreed cannot be changed' using errcode = 'KB002'; end if;
  return new;
end $$;
create trigger frame_agreement_fixed before update or delete on frame_agreement
  for each row execute function frame_agreement_fixed();

create table frame_item (
  tenant_id int not null,
  agreement_id uuid not null,
  line int not null,
  name text not null,
  spec text not null default '',
  unit text not null,
  -- The most that all suppliers together may be asked for; null: as the amount allows.
  quantity numeric(24, 6) check (quantity > 0),
  primary key (tenant_id, agreement_id, line),
  foreign key (tenant_id, agreement_id) references frame_agreement on delete cascade
);
call kb_protect('frame_item');

-- A supplier in the agreement. `no`: its place in rotation.
create table frame_entry (
  tenant_id int not null,
  id uuid not null,
  agreement_id uuid not null,
  no int not null,
  supplier_company_id uuid not null,
  -- Of the quota, in per cent; null: whatever the whole leaves.
  share numeric(5, 2) check (share > 0 and share <= 100),
  -- line, unitPrice (null: quoted with each order), quantity (null: whatever the item leaves): in force now
  prices jsonb not null default '[]',
  -- The award that it was made from.
  trade_id uuid,
  result_id uuid,
  state text not null check (state in ('drafted', 'offered', 'active', 'refused', 'withdrawn', 'suspended', 'exited')),
  version int not null default 1,
  content_hash bytea check (length(content_hash) = 32),
  reason text not null default '',
  size text check (size in ('medium', 'small', 'micro', 'none')),
  -- What is ordered of it stands there.
  contract_id uuid,
  answered_at timestamptz,
  answered_by_name text not null default '',
  primary key (tenant_id, id),
  unique (tenant_id, agreement_id, no),
  unique (tenant_id, agreement_id, supplier_company_id),
  foreign key (tenant_id, agreement_id) references frame_agreement on delete cascade,
  foreign key (tenant_id, supplier_company_id) references company_tenant,
  foreign key (tenant_id, contract_id) references contract,
  check ((state in ('active', 'suspended', 'exited')) = (contract_id is not null))
);
create index frame_entry_supplier on frame_entry (tenant_id, supplier_company_id, id desc) where state <> 'drafted';
call kb_protect('frame_entry');

-- Prices of an entry as they were proposed: the first when it was signed, each adjustment behind it. One waits at a time.
create table frame_version (
  tenant_id int not null,
  entry_id uuid not null,
  version int not null,
  prices jsonb not null,
  content_hash bytea not null check (length(content_hash) = 32),
  reason text not null default '',
  state text not null check (state in ('offered', 'agreed', 'refused', 'withdrawn')),
  proposed_by_name text not null,
  proposed_at timestamptz not null,
  answered_by_name text not null default '',
  answered_at timestamptz,
  refusal text not null default '',
  primary key (tenant_id, entry_id, version),
  foreign key (tenant_id, entry_id) references frame_entry,
  check ((state = 'offered') = (answered_at is null))
);
create unique index frame_version_open on frame_version (tenant_id, entry_id) where state = 'offered';
call kb_protect('frame_version', 'select, insert, update');
create function frame_version_fixed() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'DELETE' or old.state <> 'offered' or
     (new.version, new.prices, new.content_hash, new.reason) is distinct from
     (old.version, old.prices, old.content_hash, old.reason)
  then raise exception 'a version of an agreement cannot be changed' using errcode = 'KB002'; end if;
  return new;
end $$;
create trigger frame_version_fixed before update or delete on frame_version
  for each row execute function frame_version_fixed();

-- What was ordered from the agreement, and why somebody was passed over; the order itself is a call-off of contracts.
create table frame_order (
  tenant_id int not null,
  call_off_id uuid not null,
  agreement_id uuid not null,
  entry_id uuid not null,
  skip_reason text not null default '',
  primary key (tenant_id, call_off_id),
  foreign key (tenant_id, call_off_id) references call_off,
  foreign key (tenant_id, agreement_id) references frame_agreement,
  foreign key (tenant_id, entry_id) references frame_entry
);
create index frame_order_agreement on frame_order (tenant_id, agreement_id, call_off_id desc);
call kb_protect('frame_order', 'select, insert');
create function frame_order_fixed() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  raise exception 'what was ordered from an agreement stays on record' using errcode = 'KB002';
end $$;
create trigger fixed before update or delete on frame_order for each row execute function frame_order_fixed();
create trigger no_truncate before truncate on frame_order for each statement execute function frame_order_fixed();

-- owner: contracts
-- A contract from an award: its terms and lines are copied, its price is the award's. One for each winner of an order.
create table contract (
  tenant_id int not null,
  id uuid not null,
  code text not null,
  order_id uuid not null,
  -- The award that it was made from: it stays, whatever becomes of the result later.
  result_id uuid not null,
  trade_id uuid not null,
  purchaser_company_id uuid not null,
  supplier_company_id uuid not null,
  title text not null,
  award_price numeric(20, 2) not null,
  award_notice_at timestamptz not null,
  -- Of the version in force.
  price numeric(20, 2) not null,
  version int not null default 1,
  terms text not null default '',
  place text not null default '',
  deliver_by text check (deliver_by ~ '^\d{4}-\d\d-\d\d$'),
  warranty text not null default '',
  -- Whom the regulation on payments binds (国务院令第802号): an organ or institution, a large enterprise, somebody else.
  payer text not null check (payer in ('organ', 'large', 'other')),
  pay_mode text not null check (pay_mode in ('accepted', 'milestones')),
  pay_days int not null check (pay_days between 0 and 365),
  pay_reason text not null default '',
  milestones jsonb not null default '[]',
  -- A year's interest on late payments in per cent, with the LPR it is held against; null: 0.05 % a day.
  late_rate numeric(8, 4),
  lpr numeric(8, 4),
  files jsonb not null default '[]',
  -- Copies with signatures on paper.
  scans jsonb not null default '[]',
  state text not null check (state in ('draft', 'offered', 'signed', 'completed', 'terminated')),
  content_hash bytea check (length(content_hash) = 32),
  refusal text not null default '',
  -- As the supplier states it when it signs.
  size text check (size in ('medium', 'small', 'micro', 'none')),
  created_by uuid not null,
  created_by_name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  offered_at timestamptz,
  offered_by_name text not null default '',
  signed_at timestamptz,
  signed_by_name text not null default '',
  signed_on text check (signed_on ~ '^\d{4}-\d\d-\d\d$'),
  ended_at timestamptz,
  ended_by_name text not null default '',
  end_reason text not null default '',
  primary key (tenant_id, id),
  unique (tenant_id, code),
  -- A winner has one contract of its award.
  unique (tenant_id, trade_id),
  foreign key (tenant_id, order_id) references purchase_order,
  foreign key (tenant_id, trade_id) references trade,
  foreign key (tenant_id, result_id, trade_id) references award,
  foreign key (tenant_id, purchaser_company_id) references company_tenant,
  foreign key (tenant_id, supplier_company_id) references company_tenant,
  check ((late_rate is null) or (lpr is not null and late_rate >= lpr)),
  check ((state in ('draft', 'offered')) = (signed_at is null)),
  check ((signed_at is null) = (size is null)),
  check ((state in ('completed', 'terminated')) = (ended_at is not null)),
  check (state = 'draft' or content_hash is not null)
);
create index contract_purchaser on contract (tenant_id, purchaser_company_id, id desc);
create index contract_supplier on contract (tenant_id, supplier_company_id, id desc) where state <> 'draft';
create index contract_order on contract (tenant_id, order_id);
call kb_protect('contract');

-- What both sides signed changes by a version alone.
create function contract_fixed() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'DELETE' then
    if old.state <> 'draft' then raise exception 'what was offered stays on record' using errcode = 'KB002'; end if;
    return old;
  end if;
  if (new.code, new.order_id, new.result_id, new.trade_id, new.purchaser_company_id, new.supplier_company_id, new.award_price)
       is distinct from
     (old.code, old.order_id, old.result_id, old.trade_id, old.purchaser_company_id, old.supplier_company_id, old.award_price)
     or (old.signed_at is not null and
       (new.title, new.payer, new.pay_mode, new.late_rate, new.lpr, new.size, new.signed_at, new.signed_on)
         is distinct from
       (old.title, old.payer, old.pay_mode, old.late_rate, old.lpr, old.size, old.signed_at, old.signed_on))
     or (old.state <> 'draft' and new.state <> 'draft' and new.version = old.version and
       (new.price, new.terms, new.place, new.deliver_by, new.pay_days, new.milestones, new.files, new.content_hash)
         is distinct from
       (old.price, old.terms, old.place, old.deliver_by, old.pay_days, old.milestones, old.files, old.content_hash))
     or old.state in ('completed', 'terminated') and new.scans is not distinct from old.scans
     or new.version < old.version
  then raise exception 'what was agreed cannot be changed' using errcode = 'KB002'; end if;
  return new;
end $$;
create trigger contract_fixed before update or delete on contract
  for each row execute function contract_fixed();

-- What is bought, of the version in force. `ordered` is what purchase orders have asked for.
create table contract_line (
  tenant_id int not null,
  contract_id uuid not null,
  line int not null,
  name text not null,
  spec text not null default '',
  unit text not null default '',
  quantity numeric(24, 6) not null,
  unit_price numeric(24, 6) not null,
  amount numeric(20, 2) not null,
  ordered numeric(24, 6) not null default 0,
  primary key (tenant_id, contract_id, line),
  foreign key (tenant_id, contract_id) references contract on delete cascade,
  constraint contract_line_ordered check (ordered >= 0 and ordered <= quantity)
);
call kb_protect('contract_line');

-- Versions as they were proposed: the first with the contract, each change behind it. One change waits at a time.
create table contract_version (
  tenant_id int not null,
  contract_id uuid not null,
  version int not null,
  price numeric(20, 2) not null,
  -- lines, terms, place, deliverBy, payDays, milestones
  content jsonb not null,
  files jsonb not null default '[]',
  content_hash bytea not null check (length(content_hash) = 32),
  reason text not null default '',
  -- How far the value is from the first version's, in per cent; and why beyond a tenth.
  deviation numeric(12, 4) not null default 0,
  beyond_reason text not null default '',
  state text not null check (state in ('offered', 'agreed', 'refused', 'withdrawn')),
  proposed_by_name text not null,
  proposed_at timestamptz not null,
  answered_by_name text not null default '',
  answered_at timestamptz,
  refusal text not null default '',
  primary key (tenant_id, contract_id, version),
  foreign key (tenant_id, contract_id) references contract,
  check ((state in ('offered')) = (answered_at is null))
);
create unique index contract_version_open on contract_version (tenant_id, contract_id) where state = 'offered';
call kb_protect('contract_version', 'select, insert, update');
create function contract_version_fixed() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'DELETE' or old.state <> 'offered' or
     (new.version, new.price, new.content, new.files, new.content_hash, new.reason, new.deviation, new.beyond_reason)
       is distinct from
     (old.version, old.price, old.content, old.files, old.content_hash, old.reason, old.deviation, old.beyond_reason)
  then raise exception 'a version of a contract cannot be changed' using errcode = 'KB002'; end if;
  return new;
end $$;
create trigger contract_version_fixed before update or delete on contract_version
  for each row execute function contract_version_fixed();

-- What a department needs of a contract in force (需求订单); purchasing makes a purchase order of it.
create table contract_demand (
  tenant_id int not null,
  id uuid not null,
  code text not null,
  contract_id uuid not null,
  department text not null,
  need_by text check (need_by ~ '^\d{4}-\d\d-\d\d$'),
  purpose text not null,
  -- line, quantity
  lines jsonb not null,
  state text not null check (state in ('asked', 'ordered', 'refused', 'withdrawn')),
  reason text not null default '',
  call_off_id uuid,
  asked_by uuid not null,
  asked_by_name text not null,
  asked_at timestamptz not null,
  answered_by_name text not null default '',
  answered_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, code),
  foreign key (tenant_id, contract_id) references contract,
  check ((state = 'ordered') = (call_off_id is not null))
);
create index contract_demand_contract on contract_demand (tenant_id, contract_id, id desc);
call kb_protect('contract_demand', 'select, insert, update');

-- A purchase order (采购订单) under a contract.
create table call_off (
  tenant_id int not null,
  id uuid not null,
  code text not null,
  contract_id uuid not null,
  deliver_by text not null check (deliver_by ~ '^\d{4}-\d\d-\d\d$'),
  place text not null,
  note text not null default '',
  amount numeric(20, 2) not null,
  state text not null check (state in ('sent', 'confirmed', 'refused', 'cancelled', 'done')),
  reason text not null default '',
  created_by_name text not null,
  created_at timestamptz not null,
  answered_by_name text not null default '',
  answered_at timestamptz,
  -- When the last of it was delivered, and accepted.
  delivered_on text,
  done_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, code),
  foreign key (tenant_id, contract_id) references contract
);
create index call_off_contract on call_off (tenant_id, contract_id, id desc);
call kb_protect('call_off', 'select, insert, update');
alter table contract_demand add foreign key (tenant_id, call_off_id) references call_off;

create table call_off_line (
  tenant_id int not null,
  call_off_id uuid not null,
  line int not null,
  quantity numeric(24, 6) not null check (quantity > 0),
  unit_price numeric(24, 6) not null,
  delivered numeric(24, 6) not null default 0,
  accepted numeric(24, 6) not null default 0,
  rejected numeric(24, 6) not null default 0,
  primary key (tenant_id, call_off_id, line),
  foreign key (tenant_id, call_off_id) references call_off,
  -- What was rejected may be delivered again.
  constraint call_off_line_delivered check (delivered - rejected <= quantity and accepted + rejected <= delivered)
);
call kb_protect('call_off_line', 'select, insert, update');

create table delivery (
  tenant_id int not null,
  id uuid not null,
  call_off_id uuid not null,
  no int not null,
  delivered_on text not null check (delivered_on ~ '^\d{4}-\d\d-\d\d$'),
  carrier text not null default '',
  note text not null default '',
  files jsonb not null default '[]',
  state text not null check (state in ('sent', 'judged')),
  noticed_by_name text not null,
  noticed_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, call_off_id, no),
  foreign key (tenant_id, call_off_id) references call_off
);
call kb_protect('delivery', 'select, insert, update');

create table delivery_line (
  tenant_id int not null,
  delivery_id uuid not null,
  line int not null,
  quantity numeric(24, 6) not null check (quantity > 0),
  accepted numeric(24, 6) not null default 0,
  rejected numeric(24, 6) not null default 0,
  primary key (tenant_id, delivery_id, line),
  foreign key (tenant_id, delivery_id) references delivery,
  constraint delivery_line_judged check (accepted >= 0 and rejected >= 0 and accepted + rejected <= quantity)
);
call kb_protect('delivery_line', 'select, insert, update');

-- What the company found of a delivery (验收); never changed.
create table acceptance (
  tenant_id int not null,
  id uuid not null,
  delivery_id uuid not null,
  -- line, accepted, rejected, reason
  lines jsonb not null,
  people text not null,
  note text not null default '',
  files jsonb not null default '[]',
  amount numeric(20, 2) not null,
  accepted_by_name text not null,
  accepted_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, delivery_id) references delivery
);
create index acceptance_delivery on acceptance (tenant_id, delivery_id);
call kb_protect('acceptance', 'select, insert');

-- What is to be paid and until when: of accepted goods, or of a milestone.
create table contract_due (
  tenant_id int not null,
  id uuid not null,
  contract_id uuid not null,
  no int not null,
  name text not null,
  acceptance_id uuid,
  amount numeric(20, 2) not null check (amount > 0),
  -- The day that the period counts from, the day it ends by the contract, and the last day that the law allows.
  counts_from text not null,
  due_on text not null,
  legal_on text,
  requested numeric(20, 2) not null default 0,
  paid numeric(20, 2) not null default 0,
  -- A milestone that a contract's early end leaves unreached.
  is_dropped boolean not null default false,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, contract_id, no),
  foreign key (tenant_id, contract_id) references contract,
  foreign key (tenant_id, acceptance_id) references acceptance,
  constraint contract_due_paid check (paid >= 0 and paid <= requested and requested <= amount)
);
create index contract_due_open on contract_due (tenant_id, contract_id, due_on) where paid < amount and not is_dropped;
call kb_protect('contract_due', 'select, insert, update');

create table payment_request (
  tenant_id int not null,
  id uuid not null,
  due_id uuid not null,
  amount numeric(20, 2) not null check (amount > 0),
  paid numeric(20, 2) not null default 0,
  invoice text not null default '',
  note text not null default '',
  files jsonb not null default '[]',
  by_supplier boolean not null,
  state text not null check (state in ('asked', 'approved', 'refused', 'paid')),
  reason text not null default '',
  asked_by_name text not null,
  asked_at timestamptz not null,
  answered_by_name text not null default '',
  answered_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, due_id) references contract_due,
  constraint payment_request_paid check (paid >= 0 and paid <= amount)
);
create index payment_request_due on payment_request (tenant_id, due_id);
call kb_protect('payment_request', 'select, insert, update');

-- Money that was paid, as the purchaser records it; never changed.
create table contract_payment (
  tenant_id int not null,
  id uuid not null,
  request_id uuid not null,
  due_id uuid not null,
  amount numeric(20, 2) not null check (amount > 0),
  paid_on text not null check (paid_on ~ '^\d{4}-\d\d-\d\d$'),
  voucher jsonb not null default '[]',
  recorded_by_name text not null,
  recorded_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, request_id) references payment_request,
  foreign key (tenant_id, due_id) references contract_due
);
create index contract_payment_due on contract_payment (tenant_id, due_id);
call kb_protect('contract_payment', 'select, insert');

create function performance_fixed() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  raise exception 'what was accepted or paid cannot be changed' using errcode = 'KB002';
end $$;
create trigger fixed before update or delete on acceptance for each row execute function performance_fixed();
create trigger fixed before update or delete on contract_payment for each row execute function performance_fixed();
create trigger no_truncate before truncate on acceptance for each statement execute function performance_fixed();
create trigger no_truncate before truncate on contract_payment for each statement execute function performance_fixed();

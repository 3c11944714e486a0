-- owner: charges

-- How a fee is computed: formula, elements of its base, tiers. A working copy; what is in force stands in publications.
create table charge_template (
  tenant_id int not null,
  id uuid not null,
  -- Whose it is; null: the platform's.
  company_id uuid,
  name text not null check (length(name) between 1 and 60),
  terms jsonb not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id)
);
create index charge_template_company on charge_template (tenant_id, company_id);
call kb_protect('charge_template');

-- What is charged: type of fee, methods, when, how, for whom, by which template. A working copy, too.
create table charge_config (
  tenant_id int not null,
  id uuid not null,
  company_id uuid,
  fee_type int not null check (fee_type between 1 and 5),
  -- Codes of purchase methods; empty: all.
  methods int[] not null,
  setting int not null check (setting between 1 and 3),
  collection int not null check (collection in (0, 1)),
  -- A preset's id, or a template's; null where nothing is computed.
  template_id uuid,
  payer text not null check (payer in ('winner', 'purchaser')),
  -- Percent off by membership.
  member_discounts jsonb not null,
  note text not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id)
);
create index charge_config_company on charge_config (tenant_id, company_id);
call kb_protect('charge_config');

-- What was published (收费公示), whole, as it stood. An order keeps the one that was in force when it was published.
create table charge_publication (
  tenant_id int not null,
  id uuid not null,
  company_id uuid,
  no int not null check (no > 0),
  lines jsonb not null,
  note text not null,
  published_by uuid not null,
  published_by_name text not null,
  published_at timestamptz not null,
  primary key (tenant_id, id),
  unique nulls not distinct (tenant_id, company_id, no)
);
create index charge_publication_in_force on charge_publication (tenant_id, company_id, published_at desc);
call kb_protect('charge_publication', 'select, insert');

-- One fee that somebody owes for an award or for taking part.
create table charge_bill (
  tenant_id int not null,
  id uuid not null,
  code text not null,
  fee_type int not null check (fee_type between 1 and 5),
  order_id uuid not null,
  trade_id uuid not null,
  -- Who is paid; null: the platform.
  creditor_id uuid,
  debtor_id uuid not null,
  payer text not null check (payer in ('winner', 'purchaser')),
  collection int not null check (collection in (0, 1)),
  budget_amount numeric(20, 2),
  winner_amount numeric(20, 2),
  template_name text not null,
  terms jsonb not null,
  -- The standard it follows; null: agreed for this one.
  publication_id uuid,
  gross numeric(20, 2) not null check (gross >= 0),
  discount numeric(5, 2) not null check (discount between 0 and 100),
  discount_reason text not null,
  amount numeric(20, 2) not null check (amount >= 0 and amount <= gross),
  derivation jsonb not null,
  due_at timestamptz,
  state text not null check (state in ('draft', 'sent', 'part', 'paid', 'waived', 'void')),
  -- Settled by receipts; of it, what was given back.
  received numeric(20, 2) not null default 0 check (received >= 0 and received <= amount),
  refunded numeric(20, 2) not null default 0 check (refunded >= 0 and refunded <= received),
  -- Open order of the cashier, or the last one.
  pay_order_id uuid,
  reason text not null default '',
  created_by uuid,
  created_at timestamptz not null,
  sent_at timestamptz,
  closed_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, trade_id) references trade,
  check (state not in ('draft', 'sent') or received = 0),
  check (state <> 'paid' or received = amount)
);
-- One charge per award and fee.
create unique index charge_bill_once on charge_bill (tenant_id, trade_id, fee_type, creditor_id) nulls not distinct
  where state <> 'void';
create index charge_bill_creditor on charge_bill (tenant_id, creditor_id, created_at desc, id desc);
create index charge_bill_debtor on charge_bill (tenant_id, debtor_id, created_at desc, id desc);
create index charge_bill_order on charge_bill (tenant_id, order_id);
call kb_protect('charge_bill');

create function charge_bill_fixed() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if old.state <> 'draft' and (tg_op = 'DELETE' or
    (old.order_id, old.trade_id, old.creditor_id, old.debtor_id, old.fee_type, old.terms, old.gross, old.discount, old.amount)
    is distinct from
    (new.order_id, new.trade_id, new.creditor_id, new.debtor_id, new.fee_type, new.terms, new.gross, new.discount, new.amount))
  then raise exception 'a charge that was sent cannot be changed' using errcode = 'KB002'; end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger charge_bill_fixed before update or delete on charge_bill for each row execute function charge_bill_fixed();

-- Money that came in for charges: through the cashier, or to the creditor's own account.
create table charge_receipt (
  tenant_id int not null,
  id uuid not null,
  code text not null,
  creditor_id uuid,
  payer_id uuid not null,
  channel text not null check (channel in ('online', 'offline')),
  amount numeric(20, 2) not null check (amount > 0),
  -- Given back by the cashier.
  refunded numeric(20, 2) not null default 0 check (refunded >= 0 and refunded <= amount),
  -- Of the amount: on charges, less what was given back of those. The rest is in suspense.
  settled numeric(20, 2) not null default 0 check (settled >= 0 and settled + refunded <= amount),
  received_at timestamptz not null,
  pay_order_id uuid,
  reference text not null,
  voucher_file uuid,
  voucher_name text,
  remark text not null,
  created_by uuid,
  created_by_name text not null,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  check ((channel = 'online') = (pay_order_id is not null)),
  check ((voucher_file is null) = (voucher_name is null))
);
create unique index charge_receipt_payment on charge_receipt (tenant_id, pay_order_id) where pay_order_id is not null;
-- A slip of the bank is recorded once.
create unique index charge_receipt_slip on charge_receipt (tenant_id, creditor_id, reference) where channel = 'offline';
create index charge_receipt_creditor on charge_receipt (tenant_id, creditor_id, created_at desc, id desc);
call kb_protect('charge_receipt', 'select, insert, update');

-- What of a receipt was put on which charge; less than zero: given back.
create table charge_settlement (
  tenant_id int not null,
  id uuid not null,
  receipt_id uuid not null,
  bill_id uuid not null,
  amount numeric(20, 2) not null check (amount <> 0),
  settled_by_name text not null,
  at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, receipt_id) references charge_receipt,
  foreign key (tenant_id, bill_id) references charge_bill
);
create index charge_settlement_bill on charge_settlement (tenant_id, bill_id);
create index charge_settlement_receipt on charge_settlement (tenant_id, receipt_id);
call kb_protect('charge_settlement', 'select, insert');

-- What a purchaser is to receive, held against what it has received.
create table revenue_item (
  tenant_id int not null,
  id uuid not null,
  company_id uuid not null,
  source_kind text not null,
  source_id uuid not null,
  order_id uuid not null,
  title text not null,
  payer_name text not null,
  receivable numeric(20, 2) not null check (receivable >= 0),
  actual numeric(20, 2) check (actual >= 0),
  received_day text check (received_day ~ '^\d{4}-\d{2}-\d{2}$'),
  voucher_file uuid,
  voucher_name text,
  difference_reason text not null default '',
  filled_by_name text not null default '',
  filled_at timestamptz,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, source_kind, source_id),
  check ((actual is null) = (filled_at is null)),
  check (actual is null or (voucher_file is not null and voucher_name is not null and received_day is not null)),
  check (actual is null or actual = receivable or difference_reason <> '')
);
create index revenue_item_company on revenue_item (tenant_id, company_id, created_at desc, id desc);
call kb_protect('revenue_item', 'select, insert, update');

-- What the platform tells those who owe a service fee, from–until.
create table charge_notice (
  tenant_id int not null,
  id uuid not null,
  content text not null check (length(content) between 1 and 1000),
  from_at timestamptz not null,
  until_at timestamptz,
  created_by uuid not null,
  created_by_name text not null,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  check (until_at is null or until_at > from_at)
);
call kb_protect('charge_notice', 'select, insert, update');

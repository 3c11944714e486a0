-- owner: payment
-- Prices from an instant on; in force when a second person has agreed. What was decided stays.
create table price_version (
  tenant_id int not null,
  id uuid not null,
  sku_id uuid not null,
  price numeric(20, 2) not null check (price > 0),
  from_at timestamptz not null,
  state text not null check (state in ('proposed', 'approved', 'refused')),
  proposed_by uuid not null,
  proposed_by_name text not null,
  created_at timestamptz not null,
  decided_by uuid,
  decided_by_name text not null default '',
  decided_at timestamptz,
  primary key (tenant_id, id),
  check ((state = 'proposed') = (decided_by is null)),
  check (decided_by is distinct from proposed_by)
);
create index price_version_in_force on price_version (tenant_id, sku_id, from_at) where state = 'approved';
call kb_protect('price_version', 'select, insert, update');

-- What somebody is to pay, to whom and why. Closed or paid it stays so; money that comes in later is a case (suspense_case).
create table pay_order (
  tenant_id int not null,
  id uuid not null,
  code text not null,
  -- Payment type, see rules/enums.ts.
  type int not null,
  subject_kind text not null,
  subject_id text not null,
  title text not null,
  buyer_id uuid not null,
  -- The company that is paid; null: the platform.
  payee_id uuid,
  payee_name text not null,
  purpose text not null check (purpose in ('income', 'bond')),
  payee_subject text not null,
  -- [{skuId, name, count, price, amount, priceVersionId}]
  lines jsonb not null,
  -- How the amount came about: [{label, value}].
  reasons jsonb not null,
  amount numeric(20, 2) not null check (amount > 0),
  state text not null check (state in ('open', 'paid', 'closed')),
  invoice_status int not null default 0,
  created_by uuid,
  created_by_name text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  closed_at timestamptz,
  close_reason text not null default '',
  paid_at timestamptz,
  payment_id uuid,
  refunding numeric(20, 2) not null default 0 check (refunding >= 0),
  refunded numeric(20, 2) not null default 0 check (refunded >= 0),
  primary key (tenant_id, id),
  unique (tenant_id, code),
  foreign key (buyer_id) references company,
  foreign key (payee_id) references company,
  check ((state = 'paid') = (paid_at is not null)),
  check ((state = 'paid') = (payment_id is not null)),
  check ((state = 'closed') = (closed_at is not null)),
  check (refunding + refunded <= amount)
);
create unique index pay_order_open on pay_order (tenant_id, buyer_id, subject_kind, subject_id) where state = 'open';
create index pay_order_buyer on pay_order (tenant_id, buyer_id, created_at, id);
create index pay_order_payee on pay_order (tenant_id, payee_id, created_at, id) where payee_id is not null;
create index pay_order_subject on pay_order (tenant_id, subject_kind, subject_id);
call kb_protect('pay_order', 'select, insert, update');

-- One attempt to pay an order by one method. An order has one live attempt; the ones before are closed at their provider, and
-- may be paid all the same.
create table payment (
  tenant_id int not null,
  id uuid not null,
  -- Our number at the provider: tenant, date, random, check digit.
  code text not null,
  order_id uuid not null,
  method int not null,
  provider text not null,
  amount numeric(20, 2) not null,
  -- Unpaid 0, paying 1, success 2, fail 3.
  status int not null check (status between 0 and 3),
  reason text not null default '',
  -- What the person needs to pay: {kind, …}, see rules/provider.ts.
  begun jsonb,
  created_by uuid,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- When the provider was asked last.
  asked_at timestamptz,
  paid_at timestamptz,
  -- As the provider gives it.
  provider_at timestamptz,
  provider_no text not null default '',
  primary key (tenant_id, id),
  unique (tenant_id, code),
  foreign key (tenant_id, order_id) references pay_order,
  check ((status = 2) = (paid_at is not null))
);
create unique index payment_live on payment (tenant_id, order_id) where status in (0, 1);
create unique index payment_success on payment (tenant_id, order_id) where status = 2;
create index payment_order on payment (tenant_id, order_id);
create index payment_day on payment (tenant_id, provider, provider_at) where status = 2;
call kb_protect('payment', 'select, insert, update');
alter table pay_order add foreign key (tenant_id, payment_id) references payment;

-- Everything that came to a provider's address, as it came. Never changed.
create table pay_notice (
  tenant_id int not null,
  id uuid not null,
  provider text not null,
  notice_id text not null,
  kind text not null,
  at timestamptz not null,
  ip text not null,
  headers jsonb not null,
  body bytea not null,
  -- unauthentic: refused; unknown: nothing of ours; kept: for when its payment is known.
  verdict text not null check (verdict in ('settled', 'duplicate', 'case', 'kept', 'ignored', 'unknown', 'unauthentic')),
  reason text not null,
  our_no text not null,
  payment_id uuid,
  primary key (tenant_id, id)
);
create index pay_notice_time on pay_notice (tenant_id, at, id);
create index pay_notice_payment on pay_notice (tenant_id, payment_id) where payment_id is not null;
call kb_protect('pay_notice', 'select, insert');
create function pay_notice_fixed() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin raise exception 'notices of payment providers are kept as they came' using errcode = 'KB067'; end $$;
create trigger append_only before update or delete on pay_notice for each row execute function pay_notice_fixed();
create trigger no_truncate before truncate on pay_notice for each statement execute function pay_notice_fixed();

-- Money that belongs to no open order, or refuses to go back: somebody of the platform decides, unless it goes back by itself.
create table suspense_case (
  tenant_id int not null,
  id uuid not null,
  code text not null,
  -- overpaid, late, amount, unidentified, payer, foreign-refund, refund-failed
  kind text not null,
  provider text not null,
  provider_no text not null,
  payment_id uuid,
  order_id uuid,
  refund_id uuid,
  -- What came in; of failed refunds, what did not go out.
  amount numeric(20, 2) not null check (amount > 0),
  -- What was expected; null: nothing.
  expected numeric(20, 2),
  payer_name text not null default '',
  reference text not null default '',
  state text not null check (state in ('open', 'closing', 'closed')),
  -- refunded, assigned, explained
  closing text not null default '',
  closing_reason text not null default '',
  opened_at timestamptz not null,
  closed_at timestamptz,
  closed_by uuid,
  closed_by_name text not null default '',
  primary key (tenant_id, id),
  unique (tenant_id, code),
  foreign key (tenant_id, payment_id) references payment,
  foreign key (tenant_id, order_id) references pay_order,
  check ((state = 'closed') = (closed_at is not null))
);
create unique index suspense_case_money on suspense_case (tenant_id, provider, provider_no) where refund_id is null and provider_no <> '';
create unique index suspense_case_refund on suspense_case (tenant_id, refund_id) where kind = 'refund-failed';
create index suspense_case_list on suspense_case (tenant_id, opened_at, id);
call kb_protect('suspense_case', 'select, insert, update');

-- Money on its way back to where it came from. In refund 1, success 2, fail 3.
create table refund (
  tenant_id int not null,
  id uuid not null,
  code text not null,
  payment_id uuid not null,
  -- The order it is part of; null: money in suspense.
  order_id uuid,
  case_id uuid,
  provider text not null,
  -- The provider's number of the payment that goes back.
  provider_no text not null,
  -- What the provider took in with it.
  received numeric(20, 2) not null,
  amount numeric(20, 2) not null check (amount > 0),
  reason text not null,
  status int not null check (status between 1 and 3),
  fail_reason text not null default '',
  refund_no text not null default '',
  requested_by uuid,
  requested_by_name text not null,
  at timestamptz not null,
  done_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, code),
  foreign key (tenant_id, payment_id) references payment,
  foreign key (tenant_id, order_id) references pay_order,
  foreign key (tenant_id, case_id) references suspense_case,
  check ((order_id is null) <> (case_id is null)),
  check ((status = 1) = (done_at is null))
);
create index refund_order on refund (tenant_id, order_id) where order_id is not null;
create index refund_day on refund (tenant_id, provider, done_at) where status = 2;
call kb_protect('refund', 'select, insert, update');

-- A company takes out of its balance, to an account that was verified. In progress 0, done 1, failed 2.
create table withdrawal (
  tenant_id int not null,
  id uuid not null,
  code text not null,
  company_id uuid not null,
  card_id uuid not null,
  bank text not null,
  -- Masked.
  account text not null,
  amount numeric(20, 2) not null check (amount > 0),
  status int not null check (status between 0 and 2),
  fail_reason text not null default '',
  provider_no text not null default '',
  requested_by uuid not null,
  requested_by_name text not null,
  at timestamptz not null,
  done_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, code),
  foreign key (tenant_id, card_id) references bank_card,
  check ((status = 0) = (done_at is null))
);
create index withdrawal_company on withdrawal (tenant_id, company_id, at, id);
call kb_protect('withdrawal', 'select, insert, update');

-- A provider's bill of one day held against ours. A day without a bill is a run as well.
create table recon_run (
  tenant_id int not null,
  id uuid not null,
  provider text not null,
  day text not null check (day ~ '^\d{4}-\d\d-\d\d$'),
  state text not null check (state in ('matched', 'differences', 'no-file')),
  reason text not null,
  bill_lines int not null,
  bill_amount numeric(20, 2) not null,
  bill_fee numeric(20, 2) not null,
  at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, provider, day)
);
call kb_protect('recon_run', 'select, insert, update');
-- A difference, which somebody closes with a journal or a reason.
create table recon_line (
  tenant_id int not null,
  id uuid not null,
  run_id uuid not null,
  kind text not null check (kind in ('payment', 'refund', 'file')),
  result text not null check (result in ('missing-here', 'missing-there', 'amount', 'status', 'no-file')),
  our_no text not null,
  provider_no text not null,
  ours numeric(20, 2),
  theirs numeric(20, 2),
  state text not null check (state in ('open', 'closed')),
  -- journal, reason
  closing text not null default '',
  closing_text text not null default '',
  journal_key text not null default '',
  closed_at timestamptz,
  closed_by uuid,
  closed_by_name text not null default '',
  primary key (tenant_id, id),
  unique (tenant_id, run_id, kind, our_no, provider_no, result),
  foreign key (tenant_id, run_id) references recon_run,
  check ((state = 'closed') = (closed_at is not null)),
  check ((state = 'closed') = (closing <> ''))
);
create index recon_line_open on recon_line (tenant_id) where state = 'open';
call kb_protect('recon_line', 'select, insert, update');

-- A virtual account for the money of one trade, at the bank of the platform. Its number is told to whoever is to pay.
create table sub_account (
  tenant_id int not null,
  id uuid not null,
  company_id uuid not null,
  trade_id text not null,
  purpose text not null,
  state text not null check (state in ('opening', 'open', 'closed')),
  bank text not null default '',
  account_name text not null default '',
  account_no text not null default '',
  created_at timestamptz not null,
  opened_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, company_id, trade_id, purpose),
  foreign key (company_id) references company,
  check ((state = 'opening') = (account_no = ''))
);
create unique index sub_account_no on sub_account (tenant_id, account_no) where account_no <> '';
call kb_protect('sub_account', 'select, insert, update');

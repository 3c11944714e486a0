-- owner: payment (local gateway)
-- What a payment provider would keep, for demonstration and tests: its keys and ours with it, trades, refunds, and the notices
-- that it sends again until they are answered. Empty in production, where nothing of the gateway exists.
create table gateway_key (
  tenant_id int not null,
  provider text not null,
  -- Whose key: `merchant` (ours) or `platform` (the provider's).
  holder text not null check (holder in ('merchant', 'platform')),
  serial text not null,
  -- PKCS #8, encrypted under a derived key: nonce, tag, ciphertext.
  private_key bytea not null,
  public_key text not null,
  primary key (tenant_id, provider, holder)
);
call kb_protect('gateway_key', 'select, insert');

create table gateway_trade (
  tenant_id int not null,
  id uuid not null,
  provider text not null,
  our_no text not null,
  provider_no text not null,
  title text not null,
  amount numeric(20, 2) not null,
  paid_amount numeric(20, 2),
  -- NOTPAY, SUCCESS, CLOSED, as WeChat writes it.
  state text not null,
  notify_url text not null,
  -- How refunds of it go: '' as asked for, `fail`.
  refunds text not null default '',
  created_at timestamptz not null,
  paid_at timestamptz,
  primary key (tenant_id, id)
);
create index gateway_trade_no on gateway_trade (tenant_id, provider, our_no);
create index gateway_trade_day on gateway_trade (tenant_id, provider, paid_at) where paid_at is not null;
call kb_protect('gateway_trade', 'select, insert, update');

create table gateway_refund (
  tenant_id int not null,
  id uuid not null,
  provider text not null,
  our_no text not null,
  trade_id uuid not null,
  refund_no text not null,
  amount numeric(20, 2) not null,
  -- PROCESSING, SUCCESS, ABNORMAL.
  state text not null,
  at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, provider, refund_no),
  foreign key (tenant_id, trade_id) references gateway_trade
);
call kb_protect('gateway_refund', 'select, insert, update');

create table gateway_notice (
  tenant_id int not null,
  id uuid not null,
  provider text not null,
  -- What it tells of, e.g. `trade:<id>`.
  about text not null,
  body text not null,
  tries int not null default 0,
  -- Answered as received; or given up.
  ended_at timestamptz,
  last_answer text not null default '',
  created_at timestamptz not null,
  primary key (tenant_id, id)
);
call kb_protect('gateway_notice', 'select, insert, update');

-- Differences that a day's bill is to show: [{kind, …}].
create table gateway_bill (
  tenant_id int not null,
  provider text not null,
  day text not null check (day ~ '^\d{4}-\d\d-\d\d$'),
  lines jsonb not null,
  missing boolean not null default false,
  primary key (tenant_id, provider, day)
);
call kb_protect('gateway_bill', 'select, insert, update');

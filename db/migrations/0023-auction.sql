-- owner: auction

-- The auction of an order, from its start on; what it was to be stands in the order's terms until then.
create table auction (
  tenant_id int not null,
  order_id uuid not null,
  -- 1 running, 2 paused, 3 ended, 4 abortive.
  status smallint not null,
  start_price numeric(20,2) not null,
  terms jsonb not null,
  starts_at timestamptz not null,
  planned_end timestamptz not null,
  ends_at timestamptz not null check (ends_at >= planned_end),
  paused_at timestamptz,
  extensions int not null default 0,
  -- Of the last accepted offer.
  seq int not null default 0,
  lowest numeric(20,2),
  head bytea not null,
  -- Why it is abortive.
  reason text not null default '',
  closed_at timestamptz,
  primary key (tenant_id, order_id),
  foreign key (tenant_id, order_id) references purchase_order
);
call kb_protect('auction', 'select, insert, update');

-- Who is admitted, fixed at the start, and the mark that stands for the name until the end.
create table auction_bidder (
  tenant_id int not null,
  order_id uuid not null,
  trade_id uuid not null,
  mark text not null check (mark ~ '^[A-Z]{2}$'),
  primary key (tenant_id, order_id, trade_id),
  unique (tenant_id, order_id, mark),
  foreign key (tenant_id, order_id) references auction,
  foreign key (tenant_id, trade_id) references trade
);
call kb_protect('auction_bidder', 'select, insert');

-- Accepted offers, never changed: each hashes the one before. Two of one price cannot be.
create table auction_offer (
  tenant_id int not null,
  order_id uuid not null,
  seq int not null check (seq > 0),
  trade_id uuid not null,
  price numeric(20,2) not null check (price > 0),
  at timestamptz not null,
  -- After this offer.
  ends_at timestamptz not null,
  is_extended boolean not null,
  hash bytea not null,
  receipt jsonb not null,
  created_by uuid not null,
  primary key (tenant_id, order_id, seq),
  unique (tenant_id, order_id, price),
  check (at < ends_at),
  foreign key (tenant_id, order_id, trade_id) references auction_bidder
);
call kb_protect('auction_offer', 'select, insert');

-- What else happened: start, pauses, outages, end; who did it, and how the end moved.
create table auction_event (
  tenant_id int not null,
  id uuid not null,
  order_id uuid not null,
  kind text not null check (kind in ('start', 'pause', 'resume', 'outage', 'end', 'abortive')),
  at timestamptz not null,
  reason text not null default '',
  old_end timestamptz,
  new_end timestamptz,
  -- Of an outage: the last sign of life before it.
  outage_from timestamptz(3),
  by_user_id uuid,
  by_name text not null,
  primary key (tenant_id, id),
  unique (tenant_id, order_id, outage_from),
  foreign key (tenant_id, order_id) references auction
);
create index auction_event_order on auction_event (tenant_id, order_id, at);
call kb_protect('auction_event', 'select, insert');

-- Lets one person into one hall. Only its hash is kept.
create table auction_ticket (
  tenant_id int not null,
  token_hash bytea not null,
  order_id uuid not null,
  user_id uuid not null,
  expires_at timestamptz not null,
  primary key (tenant_id, token_hash),
  foreign key (tenant_id, order_id) references purchase_order on delete cascade
);
call kb_protect('auction_ticket', 'select, insert');

-- Who may look on, named by the owner.
create table auction_witness (
  tenant_id int not null,
  id uuid not null,
  order_id uuid not null,
  name text not null,
  mobile text not null,
  unit text not null default '',
  created_by uuid not null,
  created_at timestamptz not null,
  removed_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, order_id) references purchase_order on delete cascade
);
create unique index auction_witness_mobile on auction_witness (tenant_id, order_id, mobile) where removed_at is null;
call kb_protect('auction_witness', 'select, insert, update');

-- owner: opening-hall
-- Silences of all processes, by the platform's clock: what ran meanwhile gives the time back. `beat_at`: the last sign
-- of life before it, by the database's clock.
create table platform_outage (
  beat_at timestamptz(3) primary key,
  from_at timestamptz not null,
  to_at timestamptz not null
);
grant select, insert on platform_outage to kaibiao_app;

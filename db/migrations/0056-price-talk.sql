-- owner: procurement
-- Talks about a lower price behind an auction, before its winner is told: with the first, and with the next only once the
-- one before has failed. Each supplier is talked with once, with one at a time.
create table price_talk (
  tenant_id int not null,
  id uuid not null,
  order_id uuid not null,
  trade_id uuid not null,
  rank int not null check (rank > 0),
  -- The last offer of the auction, and the lowest price that the supplier has named since.
  start_price numeric(20,2) not null check (start_price > 0),
  price numeric(20,2) not null check (price > 0 and price <= start_price),
  status text not null default 'open' check (status in ('open', 'agreed', 'failed')),
  -- Length and end of its chain of entries.
  seq int not null default 0,
  head bytea not null,
  opened_at timestamptz not null,
  closed_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, order_id, trade_id),
  foreign key (tenant_id, order_id) references purchase_order,
  foreign key (tenant_id, trade_id) references trade,
  check ((status = 'open') = (closed_at is null)),
  check (status <> 'agreed' or price < start_price)
);
create unique index price_talk_open on price_talk (tenant_id, order_id) where status = 'open';
call kb_protect('price_talk', 'select, insert, update');

-- What was said and offered in a talk, never changed: each hashes the one before and is signed.
create table price_talk_entry (
  tenant_id int not null,
  talk_id uuid not null,
  seq int not null check (seq > 0),
  kind text not null check (kind in ('open', 'ask', 'offer', 'refuse', 'message', 'agree', 'fail')),
  -- ask: the price wished for; offer, agree: the price itself.
  price numeric(20,2) check (price > 0),
  -- ask: until when it may be answered.
  until timestamptz,
  text text not null,
  at timestamptz not null,
  -- buyer or supplier
  side text not null check (side in ('buyer', 'supplier')),
  by_user_id uuid not null,
  by_name text not null,
  hash bytea not null,
  receipt jsonb not null,
  primary key (tenant_id, talk_id, seq),
  foreign key (tenant_id, talk_id) references price_talk,
  check ((kind = 'ask') = (until is not null)),
  check ((kind in ('offer', 'agree')) <= (price is not null))
);
call kb_protect('price_talk_entry', 'select, insert');

-- owner: procurement
-- Of a reason that is publicised anybody may hold that it is none (财政部令第74号第三十九条): who objects then has no part in
-- the order, and stands here by its company.
alter table objection
  alter column trade_id drop not null,
  add column company_id uuid references company,
  add check ((trade_id is null) = (company_id is not null));

-- owner: talks
-- What a supplier that is asked alone hands in: a price and files, none of them sealed. A new one takes the place of the
-- one before; the last that was not taken back counts. Files: [{fileId, name, size, sha256}].
create table response (
  tenant_id int not null,
  id uuid not null,
  order_id uuid not null,
  trade_id uuid not null,
  price numeric(20, 2) not null check (price > 0),
  statement text not null,
  files jsonb not null,
  created_by uuid not null,
  created_by_name text not null,
  created_at timestamptz not null,
  withdrawn_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, order_id) references purchase_order,
  foreign key (tenant_id, trade_id) references trade
);
create index response_order on response (tenant_id, order_id, created_at);
-- One counts at a time.
create unique index response_in_force on response (tenant_id, trade_id) where withdrawn_at is null;
call kb_protect('response');

-- Minutes of the talk with it (财政部令第74号第四十一条), which the supplier confirms or sends back; then they are written
-- anew. People: [{side, name, unit, title}].
create table talk (
  tenant_id int not null,
  id uuid not null,
  order_id uuid not null,
  trade_id uuid not null,
  no int not null check (no > 0),
  held_at timestamptz not null,
  place text not null,
  people jsonb not null,
  price_basis text not null,
  terms text not null,
  price numeric(20, 2) not null check (price > 0),
  files jsonb not null,
  created_by uuid not null,
  created_by_name text not null,
  created_at timestamptz not null,
  agreed boolean,
  reason text not null default '',
  replied_by uuid,
  replied_by_name text,
  replied_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, order_id, no),
  foreign key (tenant_id, order_id) references purchase_order,
  foreign key (tenant_id, trade_id) references trade,
  check ((agreed is null) = (replied_at is null))
);
call kb_protect('talk');

-- Owner: procurement

-- What a bond was given as: money on an account, or a letter of guarantee.
alter table bond add column form text not null default 'transfer' check (form in ('transfer', 'guarantee'));

-- What the committee decided of a bid whose bond is not as the documents demand: its reasons stand with the vote.
create table bond_decision (
  tenant_id int not null,
  order_id uuid not null,
  trade_id uuid not null,
  accepted boolean not null,
  fault text not null,
  reason text not null,
  decided_at timestamptz not null,
  primary key (tenant_id, order_id, trade_id),
  foreign key (tenant_id, order_id) references purchase_order,
  foreign key (tenant_id, trade_id) references trade
);
call kb_protect('bond_decision', 'select, insert');

-- Owner: review-hall

-- Drawn at random from the library (招标投标法实施条例第四十六条), not named by hand.
alter table reviewer add column is_drawn boolean not null default false;

-- Why the experts of a special project are named by hand (招标投标法第三十七条第三款); each statement stays on record.
create table committee_direct (
  tenant_id int not null,
  id uuid not null,
  order_id uuid not null,
  ground text not null check (ground in ('complex', 'professional', 'national')),
  reason text not null,
  stated_by uuid not null,
  stated_name text not null,
  stated_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, order_id) references purchase_order
);
create index committee_direct_order on committee_direct (tenant_id, order_id);
call kb_protect('committee_direct', 'select, insert');

-- owner: panels
-- A group that reviews the responses of an order, talks with suppliers and recommends (谈判小组, 磋商小组). What it said of them no
-- supplier ever reads.
create table panel (
  tenant_id int not null,
  order_id uuid not null,
  stage text not null default 'forming'
    check (stage in ('forming', 'checking', 'talking', 'responding', 'final', 'scoring', 'reporting', 'signing', 'done', 'failed')),
  -- The round of responses that is looked at or awaited.
  round_no int not null default 1 check (round_no > 0),
  -- Whose turn comes when was drawn last by this.
  draw_id uuid,
  -- Of the talks whose order is being drawn: {minutes, beginsAt, place, subject}.
  plan jsonb,
  -- What the report says, with its ranking; hash: SHA-256 of its canonical JSON.
  report jsonb,
  report_hash bytea,
  reported_at timestamptz,
  fail_reason text not null default '',
  created_by uuid not null,
  created_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz,
  primary key (tenant_id, order_id),
  foreign key (tenant_id, order_id) references purchase_order,
  check ((report is null) = (report_hash is null) and (report is null) = (reported_at is null)),
  check ((stage = 'failed') = (fail_reason <> '')),
  check ((stage = 'forming') = (started_at is null))
);
call kb_protect('panel');

create table panel_member (
  tenant_id int not null,
  id uuid not null,
  order_id uuid not null,
  sort int not null,
  user_id uuid not null,
  expert_id uuid,
  employee_id uuid,
  role text not null check (role in ('representative', 'technical', 'economic')),
  name text not null,
  employer text not null,
  employer_code text not null,
  is_drawn boolean not null default false,
  chosen_at timestamptz not null,
  -- Has declared to have no interest in any of the suppliers.
  declared_at timestamptz,
  out_at timestamptz,
  out_reason text not null default '',
  signed_at timestamptz,
  -- What the member wants on record with the signature, or why there is none.
  dissent text not null default '',
  primary key (tenant_id, id),
  foreign key (tenant_id, order_id) references panel on delete cascade,
  check ((role = 'representative') = (expert_id is null)),
  check ((out_at is null) = (out_reason = ''))
);
create unique index panel_member_seat on panel_member (tenant_id, order_id, user_id) where out_at is null;
create index panel_member_desk on panel_member (tenant_id, user_id) where out_at is null;
call kb_protect('panel_member');

-- What a member says of the responses of a round, or scores; for good, and sealed until the last member has handed in.
create table panel_sheet (
  tenant_id int not null,
  member_id uuid not null,
  kind text not null check (kind in ('conformity', 'score')),
  round_no int not null check (round_no > 0),
  order_id uuid not null,
  body jsonb not null,
  signature text not null,
  salt bytea not null,
  hash bytea not null,
  at timestamptz not null,
  primary key (tenant_id, member_id, kind, round_no),
  foreign key (tenant_id, member_id) references panel_member,
  foreign key (tenant_id, order_id) references panel
);
create index panel_sheet_order on panel_sheet (tenant_id, order_id);
call kb_protect('panel_sheet', 'select, insert');

-- How suppliers stand: they go on, or are out for a reason that they alone are told.
create table panel_supplier (
  tenant_id int not null,
  order_id uuid not null,
  trade_id uuid not null,
  cause text not null default '' check (cause in ('', 'invalid', 'conformity', 'late', 'final', 'left')),
  reason text not null default '',
  round_no int,
  out_at timestamptz,
  primary key (tenant_id, order_id, trade_id),
  foreign key (tenant_id, order_id) references panel,
  foreign key (tenant_id, trade_id) references trade,
  check ((cause = '') = (out_at is null) and (cause = '') = (reason = ''))
);
call kb_protect('panel_supplier', 'select, insert, update');

-- Demands that the group has changed; in force once the purchaser's representative agrees, whereupon all who remain are asked anew.
create table panel_change (
  tenant_id int not null,
  order_id uuid not null,
  version int not null check (version > 0),
  kinds text[] not null check (cardinality(kinds) > 0 and kinds <@ array['technical', 'service', 'contract']),
  content text not null,
  deadline timestamptz not null,
  proposed_by uuid not null,
  proposed_name text not null,
  proposed_at timestamptz not null,
  decided_by uuid,
  decided_name text not null default '',
  decided_at timestamptz,
  agreed boolean,
  reason text not null default '',
  -- The round of new responses, and the hash of what suppliers were told.
  round_no int,
  hash bytea,
  primary key (tenant_id, order_id, version),
  foreign key (tenant_id, order_id) references panel,
  check ((agreed is null) = (decided_at is null)),
  check ((agreed is true) = (round_no is not null) and (agreed is true) = (hash is not null)),
  check ((agreed is false) = (reason <> ''))
);
create unique index panel_change_open on panel_change (tenant_id, order_id) where agreed is null;
call kb_protect('panel_change', 'select, insert');
grant update (decided_by, decided_name, decided_at, agreed, reason, round_no, hash) on panel_change to kaibiao_app;

-- owner: talks
-- Talks between two rounds of quotes, with one supplier each (谈判采购). What was said stands in minutes that both sides sign;
-- a supplier reads its own alone, for good.
create table round_talk (
  tenant_id int not null,
  id uuid not null,
  order_id uuid not null,
  trade_id uuid not null,
  -- The round behind which it is held: the last that was opened.
  round_no int not null check (round_no > 0),
  status text not null default 'planned'
    check (status in ('planned', 'called', 'running', 'minuted', 'signed', 'refused', 'dropped')),
  planned_at timestamptz not null,
  place text not null,
  subject text not null,
  called_at timestamptz,
  began_at timestamptz,
  -- Why it was given up.
  drop_reason text not null default '',
  created_by uuid not null,
  created_by_name text not null,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, order_id) references purchase_order,
  foreign key (tenant_id, trade_id) references trade,
  check ((status = 'dropped') = (drop_reason <> '')),
  check (status in ('planned', 'dropped') or called_at is not null),
  check (status in ('planned', 'called', 'dropped') or began_at is not null)
);
create index round_talk_order on round_talk (tenant_id, order_id);
create index round_talk_trade on round_talk (tenant_id, trade_id);
-- One supplier at a time.
create unique index round_talk_running on round_talk (tenant_id, order_id) where status = 'running';
call kb_protect('round_talk', 'select, insert, update');

-- Minutes are signed by the buyer as they are written, then signed or refused by the supplier; refused ones stay, and new
-- ones follow. People: [{side, name, unit, title}]; hash: SHA-256 of the canonical JSON of what is signed.
create table round_talk_minutes (
  tenant_id int not null,
  talk_id uuid not null,
  version int not null check (version > 0),
  ended_at timestamptz not null,
  people jsonb not null,
  content text not null,
  hash bytea not null,
  created_by uuid not null,
  created_by_name text not null,
  created_at timestamptz not null,
  -- What the supplier said; null: nothing yet.
  agreed boolean,
  reason text not null default '',
  replied_by uuid,
  replied_by_name text,
  replied_at timestamptz,
  primary key (tenant_id, talk_id, version),
  foreign key (tenant_id, talk_id) references round_talk,
  check ((agreed is null) = (replied_at is null)),
  check ((agreed is false) = (reason <> ''))
);
call kb_protect('round_talk_minutes', 'select, insert');
grant update (agreed, reason, replied_by, replied_by_name, replied_at) on round_talk_minutes to kaibiao_app;

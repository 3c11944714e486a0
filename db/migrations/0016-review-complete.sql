-- owner: review-hall

-- Questions of the committee to one bidder, and the answer.
create table review_ask (
  tenant_id int not null,
  id uuid not null,
  order_id uuid not null,
  trade_id uuid not null,
  kind smallint not null,
  title text not null,
  content text not null,
  -- 0 draft, 1 waiting, 2 replied, 3 overdue, 4 withdrawn
  status smallint not null default 0,
  asked_by uuid not null,
  minutes int not null,
  created_at timestamptz not null,
  sent_at timestamptz,
  deadline timestamptz,
  reply text not null default '',
  replied_by uuid,
  replied_name text not null default '',
  replied_at timestamptz,
  withdraw_reason text not null default '',
  primary key (tenant_id, id),
  foreign key (tenant_id, order_id) references review,
  foreign key (tenant_id, trade_id) references trade,
  foreign key (tenant_id, asked_by) references reviewer
);
create index review_ask_order on review_ask (tenant_id, order_id, id desc);
create index review_ask_trade on review_ask (tenant_id, trade_id, id desc);
call kb_protect('review_ask');

create table review_ask_file (
  tenant_id int not null,
  ask_id uuid not null,
  file_id uuid not null,
  side text not null check (side in ('ask', 'reply')),
  name text not null,
  primary key (tenant_id, ask_id, file_id),
  foreign key (tenant_id, ask_id) references review_ask
);
call kb_protect('review_ask_file', 'select, insert');

-- Corrections of arithmetic errors; one counts when the bidder has confirmed it.
create table review_correction (
  tenant_id int not null,
  id uuid not null,
  order_id uuid not null,
  trade_id uuid not null,
  kind smallint not null,
  basis text not null,
  lines jsonb not null default '[]',
  before numeric(20,2) not null,
  after numeric(20,2) not null,
  sha256 bytea not null,
  -- 0 draft, 1 waiting, 2 confirmed, 3 refused, 4 overdue, 5 withdrawn
  status smallint not null default 0,
  proposed_by uuid not null,
  minutes int not null,
  created_at timestamptz not null,
  sent_at timestamptz,
  deadline timestamptz,
  decided_by uuid,
  decided_name text not null default '',
  decided_at timestamptz,
  note text not null default '',
  primary key (tenant_id, id),
  foreign key (tenant_id, order_id) references review,
  foreign key (tenant_id, trade_id) references trade,
  foreign key (tenant_id, proposed_by) references reviewer
);
create index review_correction_order on review_correction (tenant_id, order_id, id desc);
-- One at a time per bid; a confirmed one is built upon by the next.
create unique index review_correction_open on review_correction (tenant_id, order_id, trade_id) where status in (0, 1);
call kb_protect('review_correction');

create table review_offer_round (
  tenant_id int not null,
  id uuid not null,
  order_id uuid not null,
  round_no int not null,
  -- 1 total, 2 items, 3 parts of the bill
  mode smallint not null,
  note text not null default '',
  not_above boolean not null default true,
  is_final boolean not null default false,
  minutes int not null,
  status smallint not null default 0,
  created_by uuid not null,
  created_at timestamptz not null,
  started_at timestamptz,
  deadline timestamptz,
  closed_at timestamptz,
  close_reason text not null default '',
  primary key (tenant_id, id),
  unique (tenant_id, order_id, round_no),
  foreign key (tenant_id, order_id) references review
);
call kb_protect('review_offer_round');

-- A row per invited bidder. Figures are the bidder's alone until the round is closed.
create table review_offer (
  tenant_id int not null,
  round_id uuid not null,
  trade_id uuid not null,
  -- 0 none, 1 saved, 2 submitted, 3 signed, 4 missed
  status smallint not null default 0,
  total numeric(20,2),
  lines jsonb not null default '[]',
  saved_at timestamptz,
  submitted_by uuid,
  submitted_name text not null default '',
  submitted_at timestamptz,
  -- Of the quotation as a document; what is signed.
  sha256 bytea,
  file_id uuid,
  signed_by uuid,
  signed_name text not null default '',
  signed_at timestamptz,
  signed_ip text not null default '',
  primary key (tenant_id, round_id, trade_id),
  foreign key (tenant_id, round_id) references review_offer_round on delete cascade,
  foreign key (tenant_id, trade_id) references trade
);
call kb_protect('review_offer');

-- Parts of a report.
create table review_catalog (
  tenant_id int not null,
  id uuid not null,
  report_id uuid not null,
  type smallint not null,
  sort int not null,
  state smallint not null default 1,
  failure text not null default '',
  -- Words before the record's part, rich text.
  content jsonb,
  is_uploaded boolean not null default false,
  file_id uuid,
  sha256 bytea,
  size bigint,
  updated_by_name text not null default '',
  updated_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, report_id, type),
  foreign key (tenant_id, report_id) references review_report
);
call kb_protect('review_catalog');

-- Draws by a seed: a draw record as in src/contract/draw.ts.
create table review_draw (
  tenant_id int not null,
  id uuid not null,
  order_id uuid not null,
  purpose text not null check (purpose in ('price-params', 'lots')),
  title text not null,
  parts jsonb not null,
  -- SHA-256 of the seed; the seed itself is derived and shown only by the draw.
  commitment bytea not null,
  committed_at timestamptz not null,
  seed bytea,
  entropy bytea,
  drawn_at timestamptz,
  drawn_by uuid,
  result jsonb not null default '[]',
  primary key (tenant_id, id),
  foreign key (tenant_id, order_id) references review
);
create index review_draw_order on review_draw (tenant_id, order_id, id);
call kb_protect('review_draw');

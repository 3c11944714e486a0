-- owner: experts

create table expert_file (
  tenant_id int not null,
  expert_id uuid not null,
  file_id uuid not null,
  name text not null,
  sort int not null,
  primary key (tenant_id, expert_id, file_id),
  foreign key (tenant_id, expert_id) references expert
);
call kb_protect('expert_file');

-- What a tenant changed of the initial classification (rules/majors.ts): a row replaces or adds the code it names.
create table expert_major (
  tenant_id int not null,
  code text not null check (code ~ '^[A-Z][0-9]{0,6}$'),
  parent text,
  name text not null,
  is_enabled boolean not null default true,
  primary key (tenant_id, code)
);
call kb_protect('expert_major');

-- Asked for a place in a library; decided by whoever keeps it. Stays as it was decided.
create table expert_application (
  tenant_id int not null,
  id uuid not null,
  -- 1 by the person, 2 put forward by a company, 3 a company's expert to be shared with the platform's library.
  kind smallint not null check (kind between 1 and 3),
  -- The library asked for: null is the platform's.
  library_id uuid,
  -- The company that puts forward or shares; null for a person's own application.
  company_id uuid,
  -- 3: the expert shared; otherwise the expert made of it when it passed.
  expert_id uuid,
  mobile text not null,
  -- Fields and files as they were applied with.
  content jsonb not null,
  -- 0 pending, 1 pass, 2 refuse.
  status smallint not null default 0,
  reason text not null default '',
  applied_by uuid not null,
  applied_by_name text not null,
  applied_at timestamptz not null,
  decided_by uuid,
  decided_by_name text not null default '',
  decided_at timestamptz,
  primary key (tenant_id, id)
);
create index expert_application_library on expert_application (tenant_id, library_id, id desc);
create index expert_application_applicant on expert_application (tenant_id, applied_by, id desc);
-- One open application of a person for a library.
create unique index expert_application_open on expert_application (tenant_id, mobile, library_id) nulls not distinct where status = 0;
call kb_protect('expert_application', 'select, insert, update');

-- A company's expert that others may choose: a company of its hierarchy, or (null) everybody through the platform's library.
create table expert_share (
  tenant_id int not null,
  id uuid not null,
  expert_id uuid not null,
  company_id uuid,
  note text not null default '',
  shared_by_name text not null,
  shared_at timestamptz not null,
  ended_by_name text not null default '',
  ended_at timestamptz,
  end_reason text not null default '',
  primary key (tenant_id, id),
  foreign key (tenant_id, expert_id) references expert
);
create unique index expert_share_live on expert_share (tenant_id, expert_id, company_id) nulls not distinct where ended_at is null;
create index expert_share_company on expert_share (tenant_id, company_id) where ended_at is null;
call kb_protect('expert_share', 'select, insert, update');

-- Days on which a person is not drawn; Beijing days, both included.
create table expert_leave (
  tenant_id int not null,
  id uuid not null,
  user_id uuid not null,
  first_day text not null check (first_day ~ '^\d{4}-\d\d-\d\d$'),
  last_day text not null check (last_day >= first_day),
  reason text not null default '',
  created_at timestamptz not null,
  primary key (tenant_id, id)
);
create index expert_leave_user on expert_leave (tenant_id, user_id, last_day);
call kb_protect('expert_leave', 'select, insert, delete');

create table expert_extraction (
  tenant_id int not null,
  id uuid not null,
  code text not null,
  -- 1 project review, 2 performance, 3 demand, 4 interview.
  kind smallint not null check (kind between 1 and 4),
  title text not null,
  company_id uuid not null,
  workbench text not null,
  -- Project review: the order whose committee is drawn.
  order_id uuid,
  -- 1 random, 2 manual.
  mode smallint not null,
  -- 1 the platform's, 2 the company's.
  library smallint not null,
  review_at timestamptz not null,
  place text not null,
  note text not null default '',
  reply_minutes int not null check (reply_minutes between 5 and 4320),
  is_secret boolean not null,
  by_platform boolean not null,
  -- Conditions, one entry per kind of expert wanted; see contract/extraction.ts.
  conditions jsonb not null,
  avoidance jsonb not null,
  -- Manual: the people chosen, and why nobody is drawn.
  picks uuid[] not null default '{}',
  pick_reason text not null default '',
  -- The failed extraction that this one completes.
  parent_id uuid,
  -- 0 draft, 1 extracting, 2 ended, 3 failed.
  status smallint not null default 0,
  failure text not null default '',
  -- Committed before the pool is frozen: SHA-256 of the seed and of the salt. Neither is stored; the seed is
  -- public from the draw on, the salt with the names.
  seed_hash bytea not null,
  salt_hash bytea not null,
  -- Given by whoever draws, when drawing: nobody knows the outcome before both are there.
  nonce text,
  pool_hash bytea,
  created_by uuid not null,
  created_by_name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  drawn_at timestamptz,
  ended_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, code),
  foreign key (tenant_id, order_id) references purchase_order
);
create index expert_extraction_company on expert_extraction (tenant_id, company_id, kind, id desc);
create index expert_extraction_order on expert_extraction (tenant_id, order_id) where order_id is not null;
call kb_protect('expert_extraction');

-- What was committed stays; nobody can draw a second time.
create function expert_draw_fixed() returns trigger language plpgsql as $$
begin
  if old.seed_hash <> new.seed_hash or old.salt_hash <> new.salt_hash
    or (old.drawn_at is not null and (old.nonce, old.pool_hash, old.drawn_at, old.conditions, old.avoidance)
      is distinct from (new.nonce, new.pool_hash, new.drawn_at, new.conditions, new.avoidance))
  then raise exception 'a draw cannot be changed' using errcode = 'KB002'; end if;
  return new;
end $$;
create trigger expert_draw_fixed before update on expert_extraction for each row execute function expert_draw_fixed();

-- Everybody who met a condition when the pool was frozen. `token` stands for the person while names are secret; rank is
-- the place in the drawn order, null for those left out, with why.
create table expert_pool (
  tenant_id int not null,
  extraction_id uuid not null,
  row_no smallint not null,
  token text not null,
  expert_id uuid not null,
  user_id uuid not null,
  rank int,
  excluded text not null default '',
  primary key (tenant_id, extraction_id, row_no, token),
  foreign key (tenant_id, extraction_id) references expert_extraction
);
call kb_protect('expert_pool', 'select, insert');

-- A drawn or chosen expert who is asked to come.
create table expert_call (
  tenant_id int not null,
  id uuid not null,
  extraction_id uuid not null,
  row_no smallint not null,
  token text not null,
  rank int not null,
  expert_id uuid not null,
  user_id uuid not null,
  name text not null,
  mobile text not null,
  employer text not null default '',
  employer_code text not null default '',
  kind text not null,
  -- 0 to notice, 1 noticing, 2 noticed, 3 failed, 4 no need.
  notice_status smallint not null,
  -- 0 pending, 1 accepted, 2 refused, 3 no answer.
  reply_status smallint not null default 0,
  reply_due timestamptz not null,
  -- Why not: see RefuseCategory; empty while accepted or pending.
  category smallint,
  reason text not null default '',
  -- Who answered when it was not the expert: the owner after a telephone call, or the system.
  replied_by text not null default '',
  called_at timestamptz not null,
  replied_at timestamptz,
  -- The call whose place this one takes.
  replaces uuid,
  primary key (tenant_id, id),
  unique (tenant_id, extraction_id, user_id),
  foreign key (tenant_id, extraction_id) references expert_extraction
);
create index expert_call_user on expert_call (tenant_id, user_id, id desc);
call kb_protect('expert_call', 'select, insert, update');

create table expert_evaluation (
  tenant_id int not null,
  id uuid not null,
  expert_id uuid not null,
  extraction_id uuid not null,
  company_id uuid not null,
  score smallint not null check (score between 1 and 5),
  reason text not null,
  created_by_name text not null,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, extraction_id, expert_id),
  foreign key (tenant_id, extraction_id) references expert_extraction,
  foreign key (tenant_id, expert_id) references expert
);
create index expert_evaluation_expert on expert_evaluation (tenant_id, expert_id, id desc);
call kb_protect('expert_evaluation', 'select, insert');

-- owner: procurement

-- Suppliers asked to take part in an order by name, and for which run: the order itself, or one that replaces a failed one.
create table order_invitee (
  tenant_id int not null,
  order_id uuid not null,
  company_id uuid not null,
  reason text not null,
  -- Draft: told when the order is published.
  told_at timestamptz,
  added_by uuid not null,
  added_by_name text not null,
  added_at timestamptz not null,
  primary key (tenant_id, order_id, company_id),
  foreign key (tenant_id, order_id) references purchase_order on delete cascade
);
call kb_protect('order_invitee');

-- When the written contract was signed: five days from it bonds are due back.
create table order_contract_date (
  tenant_id int not null,
  order_id uuid not null,
  signed_on text not null check (signed_on ~ '^\d{4}-\d\d-\d\d$'),
  recorded_by_name text not null,
  recorded_at timestamptz not null,
  primary key (tenant_id, order_id),
  foreign key (tenant_id, order_id) references purchase_order
);
call kb_protect('order_contract_date', 'select, insert');

-- A bidder's bond as the owner recorded it: money moves outside the platform.
create table bond (
  tenant_id int not null,
  order_id uuid not null,
  trade_id uuid not null,
  amount numeric(20,2) not null check (amount > 0),
  paid_on text not null check (paid_on ~ '^\d{4}-\d\d-\d\d$'),
  paid_voucher uuid not null,
  paid_voucher_name text not null,
  paid_by_name text not null,
  paid_recorded_at timestamptz not null,
  -- Refund: principal, and interest at the bank's rate for current deposits in percent a year; or kept, with why.
  refunded_on text check (refunded_on ~ '^\d{4}-\d\d-\d\d$'),
  refunded numeric(20,2),
  interest numeric(20,2),
  rate numeric(8,4),
  refund_voucher uuid,
  refund_voucher_name text not null default '',
  refund_by_name text not null default '',
  refund_recorded_at timestamptz,
  kept_reason text not null default '',
  primary key (tenant_id, trade_id),
  foreign key (tenant_id, order_id) references purchase_order,
  foreign key (tenant_id, trade_id) references trade
);
create index bond_order on bond (tenant_id, order_id);
call kb_protect('bond', 'select, insert, update');

-- A tender document that a change replaced; both stay readable.
alter table order_file add column replaced_by uuid, add column replaced_at timestamptz,
  add column replaced_notice uuid, add column replace_reason text not null default '';

-- owner: procurement
-- A project is what is to be bought; an order is one procurement run under one method; a trade is one supplier's part in it.

create table project (
  tenant_id int not null,
  id uuid not null,
  code text not null,
  name text not null,
  purchaser_company_id uuid not null,
  agency_company_id uuid,
  category text not null check (category in ('goods', 'works', 'services')),
  must_tender boolean not null default false,
  region text not null default '',
  funds text not null default '',
  budget numeric(20,2) not null,
  description text not null default '',
  created_by uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, code)
);
create index project_owner on project (tenant_id, purchaser_company_id, id desc);
create index project_agency on project (tenant_id, agency_company_id, id desc) where agency_company_id is not null;
call kb_protect('project');

create table project_item (
  tenant_id int not null,
  id uuid not null,
  project_id uuid not null,
  lot_no int not null default 1,
  line int not null,
  code text not null default '',
  name text not null,
  spec text not null default '',
  unit text not null,
  quantity numeric(24,6) not null check (quantity > 0),
  control_price numeric(24,6),
  section text not null default '',
  remark text not null default '',
  primary key (tenant_id, id),
  unique (tenant_id, project_id, lot_no, line),
  foreign key (tenant_id, project_id) references project on delete cascade
);
call kb_protect('project_item');

create table purchase_order (
  tenant_id int not null,
  id uuid not null,
  project_id uuid not null,
  lot_no int not null default 1,
  code text not null,
  title text not null,
  method smallint not null,
  -- Company that runs the order: the purchaser itself or the entrusted agency.
  owner_company_id uuid not null,
  purchaser_company_id uuid not null,
  status smallint not null default 0,
  review_model smallint not null default 1,
  review_method smallint not null default 1,
  suite text not null default 'intl' check (suite in ('intl', 'gm')),
  estimated_price numeric(20,2) not null,
  control_price numeric(20,2),
  bond numeric(20,2) not null default 0,
  document_fee numeric(20,2) not null default 0,
  place text not null default '',
  notice_at timestamptz,
  sale_start timestamptz,
  sale_end timestamptz,
  sign_up_end timestamptz,
  question_end timestamptz,
  bid_end timestamptz,
  open_at timestamptz,
  decrypt_minutes int not null default 60,
  -- Qualification demands, committee size, review ways and items, price formula, opening marks: see rules/settings.ts.
  settings jsonb not null default '{}',
  -- Raised by every change of a published order.
  version int not null default 1,
  created_by uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  published_at timestamptz,
  -- Until when the candidates are publicised, and when the winner was fixed.
  awarded_at timestamptz,
  publicity_end timestamptz,
  ended_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, code),
  foreign key (tenant_id, project_id) references project
);
create index purchase_order_owner on purchase_order (tenant_id, owner_company_id, id desc);
create index purchase_order_owner_status on purchase_order (tenant_id, owner_company_id, status, id desc);
create index purchase_order_public on purchase_order (tenant_id, published_at desc, id desc) where published_at is not null;
create index purchase_order_project on purchase_order (tenant_id, project_id);
call kb_protect('purchase_order');

create table order_file (
  tenant_id int not null,
  id uuid not null,
  order_id uuid not null,
  kind text not null,
  file_id uuid not null,
  name text not null,
  notice_id uuid,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, order_id) references purchase_order on delete cascade
);
create index order_file_order on order_file (tenant_id, order_id);
call kb_protect('order_file');

-- A published text. Immutable once published: the trigger below holds that for everybody, the owner included.
create table notice (
  tenant_id int not null,
  id uuid not null,
  order_id uuid not null,
  kind smallint not null,
  code text not null,
  title text not null,
  content jsonb not null,
  -- Structured part: changed schedule, candidates, winner, reason.
  data jsonb not null default '{}',
  needs_confirmation boolean not null default false,
  status smallint not null default 0,
  content_hash bytea,
  signature text,
  publicity_end timestamptz,
  created_by uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  published_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, code),
  foreign key (tenant_id, order_id) references purchase_order
);
create index notice_order on notice (tenant_id, order_id, published_at);
create index notice_portal on notice (tenant_id, published_at desc, id desc) where status = 1;
call kb_protect('notice');
create function notice_immutable() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' or old.status = 1 then raise exception 'a published notice cannot be changed' using errcode = 'KB002'; end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger notice_immutable before update or delete on notice for each row execute function notice_immutable();
create trigger no_truncate before truncate on notice for each statement execute function notice_immutable();

create table trade (
  tenant_id int not null,
  id uuid not null,
  order_id uuid not null,
  supplier_company_id uuid not null,
  origin text not null check (origin in ('sign-up', 'invited')),
  status smallint not null default 0,
  reason text not null default '',
  contact_name text not null,
  contact_mobile text not null,
  contact_email text not null default '',
  statement text not null default '',
  created_by uuid not null,
  created_at timestamptz not null,
  decided_at timestamptz,
  decided_by uuid,
  primary key (tenant_id, id),
  unique (tenant_id, order_id, supplier_company_id),
  foreign key (tenant_id, order_id) references purchase_order
);
create index trade_supplier on trade (tenant_id, supplier_company_id, id desc);
call kb_protect('trade');

create table trade_file (
  tenant_id int not null,
  trade_id uuid not null,
  file_id uuid not null,
  kind text not null,
  name text not null,
  primary key (tenant_id, trade_id, file_id),
  foreign key (tenant_id, trade_id) references trade on delete cascade
);
call kb_protect('trade_file');

create table notice_confirmation (
  tenant_id int not null,
  notice_id uuid not null,
  trade_id uuid not null,
  confirmed_by uuid not null,
  confirmed_at timestamptz not null,
  primary key (tenant_id, notice_id, trade_id),
  foreign key (tenant_id, notice_id) references notice,
  foreign key (tenant_id, trade_id) references trade
);
call kb_protect('notice_confirmation', 'select, insert');

create table order_question (
  tenant_id int not null,
  id uuid not null,
  order_id uuid not null,
  trade_id uuid not null,
  content text not null,
  asked_at timestamptz not null,
  asked_by uuid not null,
  answer text,
  answered_at timestamptz,
  -- The clarification that told everybody.
  notice_id uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, order_id) references purchase_order,
  foreign key (tenant_id, trade_id) references trade
);
create index order_question_order on order_question (tenant_id, order_id, asked_at);
call kb_protect('order_question');

create table document_download (
  tenant_id int not null,
  id uuid not null,
  order_id uuid not null,
  trade_id uuid not null,
  file_id uuid not null,
  user_id uuid not null,
  at timestamptz not null,
  primary key (tenant_id, id)
);
create index document_download_order on document_download (tenant_id, order_id, trade_id);
call kb_protect('document_download', 'select, insert');

create table objection (
  tenant_id int not null,
  id uuid not null,
  order_id uuid not null,
  trade_id uuid not null,
  subject text not null,
  content text not null,
  created_by uuid not null,
  created_at timestamptz not null,
  answer text,
  answered_by uuid,
  answered_at timestamptz,
  withdrawn_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, order_id) references purchase_order,
  foreign key (tenant_id, trade_id) references trade
);
create index objection_order on objection (tenant_id, order_id);
call kb_protect('objection');

create table candidate (
  tenant_id int not null,
  order_id uuid not null,
  rank int not null,
  trade_id uuid not null,
  price numeric(20,2) not null,
  score numeric(12,4),
  primary key (tenant_id, order_id, rank),
  unique (tenant_id, order_id, trade_id),
  foreign key (tenant_id, order_id) references purchase_order,
  foreign key (tenant_id, trade_id) references trade
);
call kb_protect('candidate');

create table award (
  tenant_id int not null,
  order_id uuid not null,
  trade_id uuid not null,
  price numeric(20,2) not null,
  reason text not null default '',
  decided_by uuid not null,
  decided_at timestamptz not null,
  primary key (tenant_id, order_id),
  foreign key (tenant_id, order_id) references purchase_order,
  foreign key (tenant_id, trade_id) references trade
);
call kb_protect('award');

create table archive (
  tenant_id int not null,
  order_id uuid not null,
  file_id uuid not null,
  sha256 bytea not null,
  created_by uuid not null,
  created_at timestamptz not null,
  primary key (tenant_id, order_id)
);
call kb_protect('archive', 'select, insert');

-- Running numbers of codes, per prefix (e.g. the day).
create table code_counter (
  tenant_id int not null,
  prefix text not null,
  last int not null,
  primary key (tenant_id, prefix)
);
call kb_protect('code_counter');

-- owner: kernel
-- What a person has typed and not yet sent.
create table form_draft (
  tenant_id int not null,
  user_id uuid not null,
  key text not null,
  body jsonb not null,
  saved_at timestamptz not null,
  primary key (tenant_id, user_id, key)
);
call kb_protect('form_draft');

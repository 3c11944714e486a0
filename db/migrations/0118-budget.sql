-- owner: budget
-- What a company may spend. Sums are no columns: what a line has left, is reserved, committed and spent stands in the
-- ledger, in the currency CNY-BUDGET, under the line's id.

-- Whether orders have to name a line, and what happens to what a line does not cover. None: `warn` and `block`.
create table budget_policy (
  tenant_id int not null,
  company_id uuid not null,
  naming text not null check (naming in ('off', 'warn', 'block')),
  overrun text not null check (overrun in ('warn', 'block')),
  updated_by_name text not null,
  updated_at timestamptz not null,
  primary key (tenant_id, company_id),
  foreign key (tenant_id, company_id) references company_tenant
);
call kb_protect('budget_policy');

-- A year's plan, a department's budget made of it, or what a department applied for out of its own.
create table budget_plan (
  tenant_id int not null,
  id uuid not null,
  company_id uuid not null,
  level text not null check (level in ('annual', 'department', 'apply')),
  code text not null,
  title text not null,
  year int not null check (year between 2000 and 2100),
  department_id uuid,
  purpose text not null default '',
  state text not null check (state in ('draft', 'inForce', 'closed')),
  -- Of what is in force: how often it was adjusted, and once.
  version int not null default 0,
  created_by uuid not null,
  created_by_name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  in_force_at timestamptz,
  closed_at timestamptz,
  close_reason text not null default '',
  primary key (tenant_id, id),
  unique (tenant_id, code),
  foreign key (tenant_id, company_id) references company_tenant,
  check ((level = 'annual') = (department_id is null)),
  check ((state = 'draft') = (version = 0)),
  check ((state = 'draft') = (in_force_at is null)),
  check ((state = 'closed') = (closed_at is not null))
);
create index budget_plan_company on budget_plan (tenant_id, company_id, level, year, id desc);
create unique index budget_plan_annual on budget_plan (tenant_id, company_id, year)
  where level = 'annual' and state = 'inForce';
call kb_protect('budget_plan');

-- One item of a plan. `parent_id`: the line of the level above that it was made of. `over`: how much more than it had was
-- taken, where the company lets it.
create table budget_line (
  tenant_id int not null,
  id uuid not null,
  plan_id uuid not null,
  company_id uuid not null,
  no int not null,
  subject text not null,
  category text not null check (category in ('goods', 'works', 'services')),
  department_id uuid,
  funds text not null default '',
  amount numeric(20, 2) not null check (amount >= 0),
  parent_id uuid,
  over numeric(20, 2) not null default 0 check (over >= 0),
  primary key (tenant_id, id),
  unique (tenant_id, plan_id, no) deferrable initially deferred,
  foreign key (tenant_id, plan_id) references budget_plan on delete cascade,
  foreign key (tenant_id, parent_id) references budget_line
);
create index budget_line_parent on budget_line (tenant_id, parent_id);
create index budget_line_company on budget_line (tenant_id, company_id);
call kb_protect('budget_line');

-- Every version of a plan as it came into force; the first has no reason.
create table budget_adjustment (
  tenant_id int not null,
  id uuid not null,
  plan_id uuid not null,
  version int not null,
  reason text not null,
  lines jsonb not null,
  total numeric(20, 2) not null,
  decided_by_name text not null,
  decided_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, plan_id, version),
  foreign key (tenant_id, plan_id) references budget_plan
);
call kb_protect('budget_adjustment', 'select, insert');

-- Which lines a demand, a project or an order is bought from, and by how many percent. An order without any follows its project.
create table budget_share (
  tenant_id int not null,
  id uuid not null,
  demand_id uuid,
  project_id uuid,
  order_id uuid,
  line_id uuid not null,
  share numeric(5, 2) not null check (share > 0 and share <= 100),
  primary key (tenant_id, id),
  check (num_nonnulls(demand_id, project_id, order_id) = 1),
  foreign key (tenant_id, demand_id) references demand on delete cascade,
  foreign key (tenant_id, project_id) references project on delete cascade,
  foreign key (tenant_id, order_id) references purchase_order on delete cascade,
  foreign key (tenant_id, line_id) references budget_line
);
create unique index budget_share_demand on budget_share (tenant_id, demand_id, line_id) where demand_id is not null;
create unique index budget_share_project on budget_share (tenant_id, project_id, line_id) where project_id is not null;
create unique index budget_share_order on budget_share (tenant_id, order_id, line_id) where order_id is not null;
create index budget_share_line on budget_share (tenant_id, line_id);
call kb_protect('budget_share');

-- How an order uses a line now: the sum of its moves.
create table budget_use (
  tenant_id int not null,
  id uuid not null,
  order_id uuid not null,
  line_id uuid not null,
  reserved numeric(20, 2) not null default 0 check (reserved >= 0),
  committed numeric(20, 2) not null default 0 check (committed >= 0),
  spent numeric(20, 2) not null default 0 check (spent >= 0),
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, order_id, line_id),
  foreign key (tenant_id, order_id) references purchase_order,
  foreign key (tenant_id, line_id) references budget_line
);
create index budget_use_line on budget_use (tenant_id, line_id);
call kb_protect('budget_use', 'select, insert, update');

-- Each of which is a journal of the ledger, by the key `<kind>:<id>`.
create table budget_move (
  tenant_id int not null,
  id uuid not null,
  line_id uuid not null,
  order_id uuid,
  kind text not null,
  amount numeric(20, 2) not null check (amount > 0),
  memo text not null,
  at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, line_id) references budget_line,
  foreign key (tenant_id, order_id) references purchase_order
);
create index budget_move_line on budget_move (tenant_id, line_id, at desc);
create index budget_move_order on budget_move (tenant_id, order_id, at) where order_id is not null;
call kb_protect('budget_move', 'select, insert');

-- What was paid for an order, as its company registers it; `taken_back_at`: it was registered by mistake.
create table budget_payment (
  tenant_id int not null,
  id uuid not null,
  order_id uuid not null,
  amount numeric(20, 2) not null check (amount > 0),
  paid_on text not null,
  voucher text not null,
  note text not null default '',
  files jsonb not null,
  -- How it was divided between the order's lines.
  parts jsonb not null,
  by_name text not null,
  at timestamptz not null,
  taken_back_at timestamptz,
  taken_back_by_name text not null default '',
  taken_back_reason text not null default '',
  primary key (tenant_id, id),
  foreign key (tenant_id, order_id) references purchase_order
);
create index budget_payment_order on budget_payment (tenant_id, order_id, at);
create unique index budget_payment_voucher on budget_payment (tenant_id, order_id, voucher) where taken_back_at is null;
call kb_protect('budget_payment', 'select, insert, update');
create function budget_payment_fixed() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if old.taken_back_at is not null or new.taken_back_at is null
     or (new.order_id, new.amount, new.paid_on, new.voucher, new.note, new.files, new.parts, new.by_name, new.at)
       is distinct from (old.order_id, old.amount, old.paid_on, old.voucher, old.note, old.files, old.parts, old.by_name, old.at)
  then raise exception 'a registered payment is taken back, never changed' using errcode = 'KB002'; end if;
  return new;
end $$;
create trigger budget_payment_fixed before update on budget_payment for each row execute function budget_payment_fixed();

-- Departments are told once per line and level.
create table budget_notice (
  tenant_id int not null,
  id uuid not null,
  line_id uuid not null,
  level text not null check (level in ('used80', 'used100', 'ending')),
  by_name text not null,
  at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, line_id, level),
  foreign key (tenant_id, line_id) references budget_line
);
call kb_protect('budget_notice', 'select, insert');

-- What was in force does not go back to a draft, and what is closed stays so.
create function budget_plan_fixed() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'DELETE' then
    if old.state <> 'draft' then raise exception 'what was in force stays on record' using errcode = 'KB002'; end if;
    return old;
  end if;
  if (new.company_id, new.level, new.code) is distinct from (old.company_id, old.level, old.code)
     or (old.state <> 'draft' and (new.state = 'draft' or (new.year, new.department_id) is distinct from (old.year, old.department_id)))
     or (old.state = 'closed' and new.state <> 'closed')
  then raise exception 'what was in force stays on record' using errcode = 'KB002'; end if;
  return new;
end $$;
create trigger budget_plan_fixed before update or delete on budget_plan for each row execute function budget_plan_fixed();

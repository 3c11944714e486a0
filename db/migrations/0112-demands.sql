-- owner: demands
-- What is to be bought (采购需求), before it is a project: the market is asked, what it answers is compared and concluded, a
-- plan is made and reviewed. `profile` names the variant: a medical demand is asked in rounds and has more fields per answer.
create table demand (
  tenant_id int not null,
  id uuid not null,
  profile text not null check (profile in ('general', 'medical')),
  code text not null,
  -- Who runs it, and whom it is bought for: the same company, unless an agency runs it.
  company_id uuid not null,
  purchaser_company_id uuid not null,
  title text not null,
  category text not null check (category in ('goods', 'works', 'services')),
  category_id uuid,
  purpose text not null,
  regime text not null check (regime in ('tender', 'government', 'enterprise')),
  region text not null default '',
  funds text not null default '',
  budget numeric(20, 2) not null,
  wished_on text check (wished_on ~ '^\d{4}-\d\d-\d\d$'),
  place text not null default '',
  is_public_service boolean not null default false,
  is_complex boolean not null default false,
  mode text not null check (mode in ('open', 'invited', 'none')),
  no_survey_reason text not null default '',
  -- Answers stay hidden from whoever runs it until the survey ends.
  hides_answers boolean not null default true,
  questions jsonb not null default '[]',
  -- What the profile asks beside: values by key.
  extras jsonb not null default '{}',
  files jsonb not null default '[]',
  state text not null check (state in ('draft', 'surveying', 'ended', 'concluded', 'planned', 'handed', 'withdrawn')),
  -- Of the parameters in force.
  version int not null default 1,
  created_by uuid not null,
  created_by_name text not null,
  created_at timestamptz not null,
  published_at timestamptz,
  concluded_at timestamptz,
  planned_at timestamptz,
  handed_at timestamptz,
  withdrawn_at timestamptz,
  withdraw_reason text not null default '',
  primary key (tenant_id, id),
  unique (tenant_id, code),
  foreign key (tenant_id, company_id) references company_tenant,
  check ((state = 'withdrawn') = (withdrawn_at is not null)),
  check (state in ('draft', 'withdrawn') or published_at is not null)
);
create index demand_company on demand (tenant_id, company_id, id desc);
create index demand_purchaser on demand (tenant_id, purchaser_company_id, id desc) where purchaser_company_id <> company_id;
create index demand_open on demand (tenant_id, id desc) where mode <> 'none' and published_at is not null;
call kb_protect('demand');

-- What suppliers were asked does not change behind their answers.
create function demand_fixed() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'DELETE' then
    if old.state <> 'draft' then raise exception 'what was published stays on record' using errcode = 'KB002'; end if;
    return old;
  end if;
  if (new.company_id, new.purchaser_company_id, new.profile, new.code)
       is distinct from (old.company_id, old.purchaser_company_id, old.profile, old.code)
     or (old.state <> 'draft' and
       (new.title, new.category, new.purpose, new.budget, new.mode, new.no_survey_reason, new.hides_answers, new.questions, new.files)
         is distinct from
       (old.title, old.category, old.purpose, old.budget, old.mode, old.no_survey_reason, old.hides_answers, old.questions, old.files))
     or old.state = 'withdrawn'
     or new.version < old.version
  then raise exception 'what was published cannot be changed' using errcode = 'KB002'; end if;
  return new;
end $$;
create trigger demand_fixed before update or delete on demand for each row execute function demand_fixed();

-- Who drafted the demand, its conclusion or its plan: they may not review.
create table demand_author (
  tenant_id int not null,
  demand_id uuid not null,
  user_id uuid not null,
  name text not null,
  primary key (tenant_id, demand_id, user_id),
  foreign key (tenant_id, demand_id) references demand on delete cascade
);
call kb_protect('demand_author', 'select, insert');

create table demand_item (
  tenant_id int not null,
  id uuid not null,
  demand_id uuid not null,
  lot_no int not null,
  line int not null,
  code text not null default '',
  name text not null,
  spec text not null default '',
  unit text not null,
  quantity numeric(24, 6) not null check (quantity > 0),
  control_price numeric(24, 6),
  section text not null default '',
  remark text not null default '',
  primary key (tenant_id, id),
  unique (tenant_id, demand_id, lot_no, line),
  foreign key (tenant_id, demand_id) references demand on delete cascade
);
call kb_protect('demand_item', 'select, insert, delete');

-- A version is never changed once the demand is published: a conclusion adjusts parameters by a new one.
create table demand_version (
  tenant_id int not null,
  demand_id uuid not null,
  version int not null,
  reason text not null default '',
  made_by_name text not null,
  made_at timestamptz not null,
  primary key (tenant_id, demand_id, version),
  foreign key (tenant_id, demand_id) references demand on delete cascade
);
call kb_protect('demand_version', 'select, insert, delete');

create table demand_parameter (
  tenant_id int not null,
  demand_id uuid not null,
  version int not null,
  -- The same from version to version.
  parameter_id uuid not null,
  line int not null,
  section text not null default '',
  name text not null,
  unit text not null default '',
  wished text not null default '',
  is_must boolean not null,
  weight int not null default 0 check (weight between 0 and 100),
  remark text not null default '',
  primary key (tenant_id, demand_id, version, parameter_id),
  unique (tenant_id, demand_id, version, line),
  foreign key (tenant_id, demand_id, version) references demand_version on delete cascade
);
call kb_protect('demand_parameter', 'select, insert, delete');

create function demand_part_fixed() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if exists (select from public.demand d where d.tenant_id = old.tenant_id and d.id = old.demand_id and d.state <> 'draft')
  then raise exception 'what was published stays on record' using errcode = 'KB002'; end if;
  return old;
end $$;
create trigger demand_parameter_fixed before delete on demand_parameter for each row execute function demand_part_fixed();
create trigger demand_version_fixed before delete on demand_version for each row execute function demand_part_fixed();
create trigger demand_item_fixed before delete on demand_item for each row execute function demand_part_fixed();

-- A general demand is asked in one round.
create table demand_round (
  tenant_id int not null,
  demand_id uuid not null,
  round_no int not null,
  version int not null,
  opened_at timestamptz,
  ends_at timestamptz not null,
  -- Set with the end, by the clock or early with a reason.
  ended_at timestamptz,
  end_reason text not null default '',
  primary key (tenant_id, demand_id, round_no),
  foreign key (tenant_id, demand_id) references demand on delete cascade
);
call kb_protect('demand_round');
create trigger demand_round_fixed before delete on demand_round for each row execute function demand_part_fixed();

-- How the end of a round was moved.
create table demand_round_change (
  tenant_id int not null,
  id uuid not null,
  demand_id uuid not null,
  round_no int not null,
  kind text not null check (kind in ('moved', 'ended', 'reopened')),
  from_at timestamptz not null,
  to_at timestamptz not null,
  reason text not null,
  made_by_name text not null,
  made_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, demand_id, round_no) references demand_round
);
create index demand_round_change_of on demand_round_change (tenant_id, demand_id, id);
call kb_protect('demand_round_change', 'select, insert');

-- Who is asked or signed up, or answered on paper (no company then).
create table demand_trade (
  tenant_id int not null,
  id uuid not null,
  demand_id uuid not null,
  company_id uuid,
  name text not null,
  is_paper boolean not null default false,
  is_invited boolean not null default false,
  status text not null check (status in ('invited', 'waiting', 'passed', 'refused', 'declined')),
  contact text not null default '',
  note text not null default '',
  files jsonb not null default '[]',
  created_at timestamptz not null,
  signed_up_at timestamptz,
  decided_at timestamptz,
  decided_by_name text not null default '',
  refusal text not null default '',
  primary key (tenant_id, id),
  unique (tenant_id, demand_id, company_id),
  foreign key (tenant_id, demand_id) references demand on delete cascade,
  foreign key (company_id) references company,
  check (is_paper = (company_id is null))
);
create trigger demand_trade_fixed before delete on demand_trade for each row execute function demand_part_fixed();
create index demand_trade_company on demand_trade (tenant_id, company_id, demand_id) where company_id is not null;
call kb_protect('demand_trade');

-- Answers are added, never changed: the last of a round counts, earlier ones stay.
create table demand_answer (
  tenant_id int not null,
  demand_id uuid not null,
  trade_id uuid not null,
  round_no int not null,
  revision int not null,
  solution text not null,
  brand text not null default '',
  model text not null default '',
  price numeric(20, 2),
  price_note text not null default '',
  cases text not null default '',
  -- By parameter: met, value, remark.
  lines jsonb not null,
  -- By question: text, files.
  answers jsonb not null default '[]',
  extras jsonb not null default '{}',
  files jsonb not null default '[]',
  -- Of an answer that came on paper.
  scan jsonb not null default '[]',
  received_on text check (received_on ~ '^\d{4}-\d\d-\d\d$'),
  made_by uuid not null,
  made_by_name text not null,
  made_at timestamptz not null,
  primary key (tenant_id, trade_id, round_no, revision),
  foreign key (tenant_id, trade_id) references demand_trade,
  foreign key (tenant_id, demand_id, round_no) references demand_round
);
create index demand_answer_of on demand_answer (tenant_id, demand_id, round_no);
call kb_protect('demand_answer', 'select, insert');

create table demand_conclusion (
  tenant_id int not null,
  demand_id uuid not null,
  no int not null,
  -- Of the parameters that it settles.
  version int not null,
  market_size text not null,
  summary text not null,
  respondents int not null,
  few_reason text not null default '',
  computed_low numeric(20, 2),
  computed_high numeric(20, 2),
  price_low numeric(20, 2),
  price_high numeric(20, 2),
  price_reason text not null default '',
  -- Why a parameter that one alone meets, or nobody, stays: by parameter.
  narrow jsonb not null default '[]',
  made_by uuid not null,
  made_by_name text not null,
  made_at timestamptz not null,
  primary key (tenant_id, demand_id, no),
  foreign key (tenant_id, demand_id, version) references demand_version
);
call kb_protect('demand_conclusion', 'select, insert');

-- How it is to be bought (采购实施计划).
create table demand_plan (
  tenant_id int not null,
  id uuid not null,
  demand_id uuid not null,
  no int not null,
  method smallint not null,
  lots jsonb not null default '[]',
  qualification text not null,
  evaluation text not null,
  contract_type text not null,
  pricing text not null,
  acceptance text not null,
  risks text not null,
  announce_on text check (announce_on ~ '^\d{4}-\d\d-\d\d$'),
  sign_on text check (sign_on ~ '^\d{4}-\d\d-\d\d$'),
  deliver_on text check (deliver_on ~ '^\d{4}-\d\d-\d\d$'),
  change_reason text not null default '',
  files jsonb not null default '[]',
  state text not null check (state in ('draft', 'reviewing', 'passed', 'returned', 'replaced')),
  created_by_name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  passed_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, demand_id, no),
  foreign key (tenant_id, demand_id) references demand
);
create unique index demand_plan_open on demand_plan (tenant_id, demand_id) where state in ('draft', 'reviewing', 'returned');
create unique index demand_plan_passed on demand_plan (tenant_id, demand_id) where state = 'passed';
call kb_protect('demand_plan');

-- What reviewers judge, and what they have passed, does not change.
create function demand_plan_fixed() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'DELETE' then raise exception 'plans stay on record' using errcode = 'KB002'; end if;
  if old.state not in ('draft', 'returned') and
    (new.method, new.lots, new.qualification, new.evaluation, new.contract_type, new.pricing, new.acceptance, new.risks,
     new.announce_on, new.sign_on, new.deliver_on, new.change_reason, new.files)
      is distinct from
    (old.method, old.lots, old.qualification, old.evaluation, old.contract_type, old.pricing, old.acceptance, old.risks,
     old.announce_on, old.sign_on, old.deliver_on, old.change_reason, old.files)
  then raise exception 'a plan under review cannot be changed' using errcode = 'KB002'; end if;
  return new;
end $$;
create trigger demand_plan_fixed before update or delete on demand_plan for each row execute function demand_plan_fixed();

create table demand_review (
  tenant_id int not null,
  id uuid not null,
  plan_id uuid not null,
  demand_id uuid not null,
  no int not null,
  kind text not null check (kind in ('general', 'key')),
  note text not null default '',
  opened_by_name text not null,
  opened_at timestamptz not null,
  ended_at timestamptz,
  result text not null default '' check (result in ('', 'passed', 'returned', 'recalled')),
  recall_reason text not null default '',
  primary key (tenant_id, id),
  unique (tenant_id, plan_id, no),
  foreign key (tenant_id, plan_id) references demand_plan,
  foreign key (tenant_id, demand_id) references demand,
  check ((result = '') = (ended_at is null))
);
create index demand_review_demand on demand_review (tenant_id, demand_id);
call kb_protect('demand_review');

-- Opinions stay sealed from one another, and from everybody else, until all are given; then they never change.
create table demand_reviewer (
  tenant_id int not null,
  review_id uuid not null,
  employee_id uuid not null,
  user_id uuid not null,
  name text not null,
  department text not null default '',
  opinion text not null default '' check (opinion in ('', 'agree', 'amend', 'against')),
  reason text not null default '',
  given_at timestamptz,
  primary key (tenant_id, review_id, employee_id),
  foreign key (tenant_id, review_id) references demand_review,
  check ((opinion = '') = (given_at is null))
);
create index demand_reviewer_desk on demand_reviewer (tenant_id, employee_id);
call kb_protect('demand_reviewer', 'select, insert, update');
create function demand_reviewer_fixed() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if old.given_at is not null then raise exception 'an opinion that was given stays' using errcode = 'KB002'; end if;
  return new;
end $$;
create trigger demand_reviewer_fixed before update on demand_reviewer for each row execute function demand_reviewer_fixed();

-- Projects that a demand was handed over to: each of its lines goes into one.
create table demand_project (
  tenant_id int not null,
  project_id uuid not null,
  demand_id uuid not null,
  plan_id uuid not null,
  item_ids uuid[] not null,
  budget numeric(20, 2) not null,
  made_by_name text not null,
  made_at timestamptz not null,
  primary key (tenant_id, project_id),
  -- A project that is deleted gives its lines back.
  foreign key (tenant_id, project_id) references project on delete cascade,
  foreign key (tenant_id, demand_id) references demand,
  foreign key (tenant_id, plan_id) references demand_plan
);
create index demand_project_of on demand_project (tenant_id, demand_id);
call kb_protect('demand_project', 'select, insert');

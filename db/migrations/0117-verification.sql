-- Owner: verification. Experts verify a demand, a plan or the reason for a single source (需求论证), each alone, before they hear one another.

create table verification (
  tenant_id int not null,
  id uuid not null,
  code text not null,
  company_id uuid not null,
  subject_kind text not null check (subject_kind in ('demand', 'plan', 'source')),
  -- Demand or order; a plan is verified with its demand.
  demand_id uuid,
  order_id uuid,
  subject_title text not null,
  subject_code text not null,
  -- Version of the demand's parameters, or number of the plan; 0 for an order.
  version int not null,
  title text not null,
  kind text not null check (kind in ('general', 'key')),
  background text not null,
  -- Id and title.
  questions jsonb not null,
  files jsonb not null default '[]',
  state text not null check (state in ('draft', 'inviting', 'reviewing', 'concluded', 'reported', 'failed')),
  conclusion text not null default '' check (conclusion in ('', 'passed', 'amended', 'refused')),
  summary text not null default '',
  amendments text not null default '',
  report_hash bytea,
  fail_reason text not null default '',
  created_by uuid not null,
  created_by_name text not null,
  created_at timestamptz not null,
  invited_at timestamptz,
  begun_at timestamptz,
  concluded_at timestamptz,
  ended_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, code),
  foreign key (tenant_id, company_id) references company_tenant,
  foreign key (tenant_id, demand_id) references demand,
  check ((subject_kind = 'source') = (order_id is not null)),
  check ((subject_kind <> 'source') = (demand_id is not null)),
  check ((conclusion = '') = (concluded_at is null)),
  check ((state in ('reported', 'failed')) = (ended_at is not null))
);
create index verification_company on verification (tenant_id, company_id, id desc);
create index verification_demand on verification (tenant_id, demand_id) where demand_id is not null;
create index verification_order on verification (tenant_id, order_id) where order_id is not null;
call kb_protect('verification');

-- What experts are asked does not change behind their opinions, nor what was concluded.
create function verification_fixed() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'DELETE' then
    if old.state <> 'draft' then raise exception 'a verification that began stays on record' using errcode = 'KB002'; end if;
    return old;
  end if;
  if (new.company_id, new.code, new.subject_kind, new.demand_id, new.order_id)
       is distinct from (old.company_id, old.code, old.subject_kind, old.demand_id, old.order_id)
     or (old.state <> 'draft' and
       (new.title, new.kind, new.background, new.questions, new.files, new.version)
         is distinct from (old.title, old.kind, old.background, old.questions, old.files, old.version))
     or old.state in ('reported', 'failed')
     or (old.report_hash is not null and
       (new.conclusion, new.summary, new.amendments, new.report_hash)
         is distinct from (old.conclusion, old.summary, old.amendments, old.report_hash))
  then raise exception 'what was put to experts cannot be changed' using errcode = 'KB002'; end if;
  return new;
end $$;
create trigger verification_fixed before update or delete on verification for each row execute function verification_fixed();

create table verification_expert (
  tenant_id int not null,
  id uuid not null,
  verification_id uuid not null,
  expert_id uuid not null,
  user_id uuid not null,
  name text not null,
  title text not null default '',
  employer text not null default '',
  employer_code text not null default '',
  is_drawn boolean not null,
  is_chair boolean not null default false,
  reply text not null check (reply in ('waiting', 'accepted', 'refused')),
  reply_reason text not null default '',
  replied_at timestamptz,
  given_at timestamptz,
  signed_at timestamptz,
  dissent text not null default '',
  chosen_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, verification_id, user_id),
  foreign key (tenant_id, verification_id) references verification on delete cascade,
  check ((reply = 'waiting') = (replied_at is null)),
  check (given_at is null or reply = 'accepted')
);
create index verification_expert_desk on verification_expert (tenant_id, user_id);
call kb_protect('verification_expert');

-- Opinions stay sealed from one another, and from whoever asked, until all are given; then they never change.
create table verification_opinion (
  tenant_id int not null,
  member_id uuid not null,
  question_id uuid not null,
  opinion text not null check (opinion in ('agree', 'amend', 'against')),
  reason text not null default '',
  primary key (tenant_id, member_id, question_id),
  foreign key (tenant_id, member_id) references verification_expert,
  check (opinion = 'agree' or reason <> '')
);
call kb_protect('verification_opinion', 'select, insert');

-- Why a demand that changed after it was verified is not verified again.
create table verification_waiver (
  tenant_id int not null,
  verification_id uuid not null,
  version int not null,
  reason text not null,
  made_by_name text not null,
  made_at timestamptz not null,
  primary key (tenant_id, verification_id, version),
  foreign key (tenant_id, verification_id) references verification
);
call kb_protect('verification_waiver', 'select, insert');

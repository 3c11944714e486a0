-- owner: budget
-- What a department asks purchasing to buy (需求申报). `items`: lines as a bill of quantities has them, in the lot of their
-- request; `budget`: the line and how much of it. `merged_into`: the request that it became part of.
create table purchase_plan (
  tenant_id int not null,
  id uuid not null,
  company_id uuid not null,
  code text not null,
  title text not null,
  state text not null check (state in ('planned', 'handed')),
  project_id uuid,
  created_by_name text not null,
  created_at timestamptz not null,
  handed_by_name text not null default '',
  handed_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, code),
  foreign key (tenant_id, company_id) references company_tenant,
  foreign key (tenant_id, project_id) references project deferrable initially deferred,
  check ((state = 'handed') = (project_id is not null and handed_at is not null))
);
create index purchase_plan_company on purchase_plan (tenant_id, company_id, id desc);
create unique index purchase_plan_project on purchase_plan (tenant_id, project_id) where project_id is not null;
call kb_protect('purchase_plan');

create table demand_request (
  tenant_id int not null,
  id uuid not null,
  company_id uuid not null,
  department_id uuid,
  code text not null,
  title text not null,
  category text not null check (category in ('goods', 'works', 'services')),
  state text not null check (state in ('draft', 'submitted', 'returned', 'accepted', 'merged', 'planned', 'handed')),
  reason text not null,
  needed_by text not null,
  items jsonb not null,
  estimate numeric(20, 2) not null check (estimate > 0),
  budget jsonb not null default '[]',
  merged_into uuid,
  plan_id uuid,
  created_by uuid not null,
  created_by_name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  submitted_at timestamptz,
  decided_at timestamptz,
  decided_by_name text not null default '',
  return_reason text not null default '',
  primary key (tenant_id, id),
  unique (tenant_id, code),
  foreign key (tenant_id, company_id) references company_tenant,
  foreign key (tenant_id, merged_into) references demand_request,
  foreign key (tenant_id, plan_id) references purchase_plan,
  check ((state = 'merged') = (merged_into is not null)),
  check ((state in ('planned', 'handed')) = (plan_id is not null))
);
create index demand_request_company on demand_request (tenant_id, company_id, state, id desc);
create index demand_request_plan on demand_request (tenant_id, plan_id) where plan_id is not null;
create index demand_request_merged on demand_request (tenant_id, merged_into) where merged_into is not null;
call kb_protect('demand_request');

-- What purchasing took up stays as it was asked for.
create function demand_request_fixed() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'DELETE' then
    if old.state not in ('draft', 'returned') then
      raise exception 'what was asked for stays on record' using errcode = 'KB002';
    end if;
    return old;
  end if;
  if old.state not in ('draft', 'returned') and
    (new.title, new.items, new.estimate, new.budget, new.needed_by, new.reason, new.department_id)
      is distinct from (old.title, old.items, old.estimate, old.budget, old.needed_by, old.reason, old.department_id)
  then raise exception 'what was asked for stays as it was' using errcode = 'KB002'; end if;
  return new;
end $$;
create trigger demand_request_fixed before update or delete on demand_request
  for each row execute function demand_request_fixed();

-- owner: appraisals
create function appraisal_append_only() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  raise exception 'what happened stays on record' using errcode = 'KB002';
end $$;

-- What suppliers are measured by (考核指标): people give marks, or facts of the platform do.
create table appraisal_indicator (
  tenant_id int not null,
  id uuid not null,
  owner_company_id uuid not null,
  name text not null,
  kind text not null check (kind in ('subjective', 'objective')),
  -- Objective: which facts; subjective: what the appraiser goes by.
  source text not null,
  full_marks numeric(6, 2) not null check (full_marks > 0),
  direction text not null check (direction in ('more', 'less')),
  -- Marks that go for each case, or for each per cent above the median.
  step numeric(6, 2) check (step > 0),
  is_active boolean not null default true,
  created_by_name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, owner_company_id, name),
  foreign key (tenant_id, owner_company_id) references company_tenant
);
create index appraisal_indicator_owner on appraisal_indicator (tenant_id, owner_company_id, id desc);
call kb_protect('appraisal_indicator', 'select, insert, update');

create table appraisal_template (
  tenant_id int not null,
  id uuid not null,
  owner_company_id uuid not null,
  name text not null,
  version int not null,
  is_active boolean not null default true,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, owner_company_id, name),
  foreign key (tenant_id, owner_company_id) references company_tenant
);
create index appraisal_template_owner on appraisal_template (tenant_id, owner_company_id, id desc);
call kb_protect('appraisal_template', 'select, insert, update');

-- Indicators as they were when the version was made, each with its weight in per cent.
create table appraisal_template_version (
  tenant_id int not null,
  template_id uuid not null,
  version int not null,
  items jsonb not null,
  note text not null default '',
  by_name text not null,
  at timestamptz not null,
  primary key (tenant_id, template_id, version),
  foreign key (tenant_id, template_id) references appraisal_template
);
call kb_protect('appraisal_template_version', 'select, insert');
create trigger append_only before update or delete on appraisal_template_version
  for each row execute function appraisal_append_only();

-- Suppliers of a library are judged for a time (供应商考核).
create table appraisal (
  tenant_id int not null,
  id uuid not null,
  owner_company_id uuid not null,
  title text not null,
  state text not null check (state in ('draft', 'scoring', 'scored', 'published', 'cancelled')),
  template_id uuid not null,
  from_day text not null check (from_day ~ '^\d{4}-\d\d-\d\d$'),
  until_day text not null check (until_day ~ '^\d{4}-\d\d-\d\d$'),
  deadline timestamptz not null,
  -- Who is meant until it begins: suppliers by name, or all that a category and a grade leave.
  scope jsonb not null,
  -- Frozen as it begins: version of the template, its items, the rules of grades, and the hash of all that marks are made of.
  template_version int,
  items jsonb,
  rating jsonb,
  facts_hash text,
  created_by uuid not null,
  created_by_name text not null,
  created_at timestamptz not null,
  started_at timestamptz,
  scored_at timestamptz,
  published_at timestamptz,
  published_by_name text not null default '',
  grade_until text check (grade_until ~ '^\d{4}-\d\d-\d\d$'),
  objection_end timestamptz,
  cancelled_at timestamptz,
  cancel_reason text not null default '',
  primary key (tenant_id, id),
  foreign key (tenant_id, owner_company_id) references company_tenant,
  foreign key (tenant_id, template_id) references appraisal_template,
  check (from_day <= until_day),
  check ((started_at is null) = (items is null) and (started_at is null) = (facts_hash is null)),
  check ((state = 'published') = (published_at is not null)),
  check ((state = 'cancelled') = (cancelled_at is not null))
);
create index appraisal_owner on appraisal (tenant_id, owner_company_id, id desc);
call kb_protect('appraisal');
create function appraisal_fixed() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'DELETE' then
    if old.state <> 'draft' then raise exception 'what was begun stays on record' using errcode = 'KB002'; end if;
    return old;
  end if;
  if old.started_at is not null and
      (new.template_id, new.template_version, new.items, new.rating, new.facts_hash, new.from_day, new.until_day, new.started_at)
        is distinct from
      (old.template_id, old.template_version, old.items, old.rating, old.facts_hash, old.from_day, old.until_day, old.started_at)
  then raise exception 'what an appraisal goes by cannot be changed' using errcode = 'KB002'; end if;
  if old.state in ('published', 'cancelled') then
    raise exception 'an appraisal that is over cannot be changed' using errcode = 'KB002';
  end if;
  return new;
end $$;
create trigger fixed before update or delete on appraisal for each row execute function appraisal_fixed();

create table appraisal_appraiser (
  tenant_id int not null,
  appraisal_id uuid not null,
  user_id uuid not null,
  name text not null,
  sort int not null,
  handed_in_at timestamptz,
  primary key (tenant_id, appraisal_id, user_id),
  foreign key (tenant_id, appraisal_id) references appraisal on delete cascade
);
create index appraisal_appraiser_of on appraisal_appraiser (tenant_id, user_id, appraisal_id);
call kb_protect('appraisal_appraiser');

-- Who is appraised, with the facts as they were when it began; without any, there is nothing to give marks for.
create table appraisal_supplier (
  tenant_id int not null,
  appraisal_id uuid not null,
  supplier_id uuid not null,
  company_id uuid not null,
  name text not null,
  credit_code text not null,
  is_active boolean not null,
  facts jsonb not null,
  -- What forces the lowest grade: item, evidence, who and when; empty: nothing.
  veto jsonb,
  primary key (tenant_id, appraisal_id, supplier_id),
  foreign key (tenant_id, appraisal_id) references appraisal
);
create index appraisal_supplier_company on appraisal_supplier (tenant_id, company_id, appraisal_id);
call kb_protect('appraisal_supplier', 'select, insert, update');
create function appraisal_supplier_fixed() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'DELETE' or (new.facts, new.is_active, new.company_id) is distinct from (old.facts, old.is_active, old.company_id) then
    raise exception 'facts of an appraisal are frozen' using errcode = 'KB002';
  end if;
  return new;
end $$;
create trigger fixed before update or delete on appraisal_supplier
  for each row execute function appraisal_supplier_fixed();

create table appraisal_mark (
  tenant_id int not null,
  appraisal_id uuid not null,
  user_id uuid not null,
  supplier_id uuid not null,
  indicator_id uuid not null,
  marks numeric(6, 2) not null check (marks >= 0),
  remark text not null default '',
  at timestamptz not null,
  primary key (tenant_id, appraisal_id, user_id, supplier_id, indicator_id),
  foreign key (tenant_id, appraisal_id, user_id) references appraisal_appraiser,
  foreign key (tenant_id, appraisal_id, supplier_id) references appraisal_supplier
);
call kb_protect('appraisal_mark');
-- Marks are the appraiser's own until they are handed in, and nobody's to change afterwards.
create function appraisal_mark_fixed() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
declare r record;
begin
  r := case tg_op when 'INSERT' then new else old end;
  if exists (select from public.appraisal_appraiser a where a.tenant_id = r.tenant_id and a.appraisal_id = r.appraisal_id
      and a.user_id = r.user_id and a.handed_in_at is not null) then
    raise exception 'marks that were handed in cannot be changed' using errcode = 'KB002';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger fixed before insert or update or delete on appraisal_mark
  for each row execute function appraisal_mark_fixed();

-- What was published of a supplier; a correction is a further version.
create table appraisal_result (
  tenant_id int not null,
  appraisal_id uuid not null,
  supplier_id uuid not null,
  version int not null,
  -- Null: nothing happened in the period, so nothing is said of it.
  score numeric(5, 2),
  grade text check (grade in ('A', 'B', 'C', 'D')),
  veto text not null default '',
  items jsonb not null,
  -- The library took the grade.
  is_graded boolean not null,
  reason text not null default '',
  by_name text not null,
  at timestamptz not null,
  primary key (tenant_id, appraisal_id, supplier_id, version),
  foreign key (tenant_id, appraisal_id, supplier_id) references appraisal_supplier,
  check (score is not null or grade is null)
);
call kb_protect('appraisal_result', 'select, insert');
create trigger append_only before update or delete on appraisal_result
  for each row execute function appraisal_append_only();

create table appraisal_objection (
  tenant_id int not null,
  id uuid not null,
  appraisal_id uuid not null,
  supplier_id uuid not null,
  content text not null,
  files jsonb not null default '[]',
  created_by_name text not null,
  created_at timestamptz not null,
  outcome text check (outcome in ('upheld', 'rejected')),
  answer text not null default '',
  answered_by_name text not null default '',
  answered_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, appraisal_id, supplier_id),
  foreign key (tenant_id, appraisal_id, supplier_id) references appraisal_supplier,
  check ((outcome is null) = (answered_at is null))
);
call kb_protect('appraisal_objection', 'select, insert, update');
create function appraisal_objection_fixed() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'DELETE' or old.answered_at is not null or (new.content, new.files) is distinct from (old.content, old.files) then
    raise exception 'an objection and its answer stay as they are' using errcode = 'KB002';
  end if;
  return new;
end $$;
create trigger fixed before update or delete on appraisal_objection
  for each row execute function appraisal_objection_fixed();

-- owner: supplement
-- A finished purchase that ran elsewhere, registered afterwards (补录). `draft` is the working copy: of a registration that was not
-- handed in, or of a correction; what was handed in stands in versions. The other columns repeat what lists show of the version in
-- force, or of the working copy while there is none.
create table supplement (
  tenant_id int not null,
  id uuid not null,
  code text not null,
  -- Who registers it, and whose purchase it was: the same company, unless an agency registers it.
  company_id uuid not null,
  purchaser_company_id uuid not null,
  -- Null until it is registered, unless it joins a project.
  project_id uuid,
  state text not null check (state in ('draft', 'registered', 'corrected', 'withdrawn')),
  -- In force; 0: none yet.
  version int not null default 0,
  title text not null,
  method smallint not null,
  category text not null check (category in ('goods', 'works', 'services')),
  budget numeric(20, 2) not null,
  deal numeric(20, 2) not null,
  awarded_on text not null check (awarded_on ~ '^\d{4}-\d\d-\d\d$'),
  winners text not null,
  breaches int not null,
  draft jsonb,
  draft_files jsonb not null default '[]',
  draft_reason text not null default '',
  draft_revision int not null default 1,
  created_by uuid not null,
  created_by_name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  registered_at timestamptz,
  withdrawn_at timestamptz,
  withdrawn_by_name text not null default '',
  withdraw_reason text not null default '',
  primary key (tenant_id, id),
  unique (tenant_id, code),
  foreign key (tenant_id, company_id) references company_tenant,
  -- The project that a registration makes is written with the same commit.
  foreign key (tenant_id, project_id) references project deferrable initially deferred,
  check ((state = 'draft') = (version = 0)),
  check ((state = 'draft') = (registered_at is null)),
  check (state = 'draft' or project_id is not null),
  check (state <> 'draft' or draft is not null),
  check ((state = 'withdrawn') = (withdrawn_at is not null))
);
create index supplement_company on supplement (tenant_id, company_id, id desc);
create index supplement_purchaser on supplement (tenant_id, purchaser_company_id, id desc) where purchaser_company_id <> company_id;
create index supplement_project on supplement (tenant_id, project_id);
call kb_protect('supplement');

create function supplement_fixed() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'DELETE' then
    if old.state <> 'draft' then raise exception 'what was registered stays on record' using errcode = 'KB002'; end if;
    return old;
  end if;
  if (new.company_id, new.purchaser_company_id, new.code) is distinct from (old.company_id, old.purchaser_company_id, old.code)
     or old.state = 'withdrawn'
     or (old.state <> 'draft' and (new.project_id, new.registered_at) is distinct from (old.project_id, old.registered_at))
     or new.version not in (old.version, old.version + 1)
     -- What lists show is that of the version in force.
     or (old.state <> 'draft' and new.version = old.version and
       (new.title, new.method, new.category, new.budget, new.deal, new.awarded_on, new.winners, new.breaches) is distinct from
       (old.title, old.method, old.category, old.budget, old.deal, old.awarded_on, old.winners, old.breaches))
  then raise exception 'what was registered changes by a new version only' using errcode = 'KB002'; end if;
  return new;
end $$;
create trigger supplement_fixed before update or delete on supplement for each row execute function supplement_fixed();

-- As it was handed in, with what the checks found then. Never changed.
create table supplement_version (
  tenant_id int not null,
  supplement_id uuid not null,
  version int not null check (version > 0),
  content jsonb not null,
  files jsonb not null,
  findings jsonb not null,
  -- Against the version before.
  changes jsonb not null,
  reason text not null,
  made_by uuid not null,
  made_by_name text not null,
  made_at timestamptz not null,
  primary key (tenant_id, supplement_id, version),
  foreign key (tenant_id, supplement_id) references supplement
);
call kb_protect('supplement_version', 'select, insert');

-- What is added to a registration later: words and files beside its versions.
create table supplement_note (
  tenant_id int not null,
  id uuid not null,
  supplement_id uuid not null,
  note text not null,
  files jsonb not null,
  made_by uuid not null,
  made_by_name text not null,
  made_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, supplement_id) references supplement
);
create index supplement_note_of on supplement_note (tenant_id, supplement_id, id);
call kb_protect('supplement_note', 'select, insert');

-- owner: procurement
-- Made by registering a finished purchase: nothing of it ran on the platform when it was made.
alter table project add column is_supplement boolean not null default false;

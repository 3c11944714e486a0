-- owner: entrust
-- A purchaser entrusts one of its projects to an agency, or an agency proposes that for one which it registered; the other side
-- answers. `kept`: steps that the purchaser approves itself (nodes of approvals).
create table entrustment (
  tenant_id int not null,
  id uuid not null,
  project_id uuid not null,
  purchaser_company_id uuid not null,
  agency_company_id uuid not null,
  proposed_by text not null default 'purchaser' check (proposed_by in ('purchaser', 'agency')),
  state text not null check (state in ('draft', 'offered', 'accepted', 'refused', 'ended')),
  kept text[] not null default '{}',
  fee_rule text not null check (fee_rule in ('standard', 'fixed', 'free')),
  fee_payer text not null check (fee_payer in ('winner', 'purchaser')),
  fee_amount numeric(20, 2) check (fee_amount > 0),
  note text not null default '',
  contract_files jsonb not null default '[]',
  created_by uuid not null,
  created_by_name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  offered_at timestamptz,
  decided_at timestamptz,
  -- Of the side that answered: whoever takes the orders back when an agency ends what it proposed.
  decided_by uuid,
  decided_by_name text not null default '',
  refusal text not null default '',
  ended_at timestamptz,
  ended_by_name text not null default '',
  ended_by_company_id uuid,
  end_reason text not null default '',
  -- Orders that were open when it ended, and went back to the purchaser.
  returned_orders uuid[] not null default '{}',
  primary key (tenant_id, id),
  foreign key (tenant_id, project_id) references project,
  foreign key (tenant_id, purchaser_company_id) references company_tenant,
  foreign key (tenant_id, agency_company_id) references company_tenant,
  check (purchaser_company_id <> agency_company_id),
  check ((fee_rule = 'fixed') = (fee_amount is not null)),
  check ((state = 'ended') = (ended_at is not null)),
  check (state in ('draft', 'offered') or decided_at is not null)
);
-- A project is in one agency's hands at a time.
create unique index entrustment_live on entrustment (tenant_id, project_id) where state in ('draft', 'offered', 'accepted');
create index entrustment_project on entrustment (tenant_id, project_id, id desc);
create index entrustment_purchaser on entrustment (tenant_id, purchaser_company_id, id desc);
create index entrustment_agency on entrustment (tenant_id, agency_company_id, id desc)
  where state <> 'draft' or proposed_by = 'agency';
call kb_protect('entrustment');

-- What was accepted, refused or ended stays as it was agreed.
create function entrustment_fixed() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'DELETE' then
    if old.state <> 'draft' then raise exception 'what was offered stays on record' using errcode = 'KB002'; end if;
    return old;
  end if;
  if (new.project_id, new.purchaser_company_id, new.proposed_by)
       is distinct from (old.project_id, old.purchaser_company_id, old.proposed_by)
     or (old.state <> 'draft' and
       (new.agency_company_id, new.kept, new.fee_rule, new.fee_payer, new.fee_amount, new.note, new.contract_files)
         is distinct from
       (old.agency_company_id, old.kept, old.fee_rule, old.fee_payer, old.fee_amount, old.note, old.contract_files))
     or old.state in ('refused', 'ended')
     or (old.state = 'accepted' and new.state <> 'ended')
  then raise exception 'what was offered cannot be changed' using errcode = 'KB002'; end if;
  return new;
end $$;
create trigger entrustment_fixed before update or delete on entrustment
  for each row execute function entrustment_fixed();

-- owner: workflow
-- A step that somebody else's company has kept to itself ends with that company's approval: by its own definition, else by
-- whoever may buy there. The company of whoever asks need not have a definition then.
alter table workflow alter column definition_id drop not null, alter column version drop not null;
alter table workflow add column keeper_company_id uuid, add column keeper_definition_id uuid, add column keeper_version int;
alter table workflow add foreign key (tenant_id, keeper_company_id) references company_tenant;
alter table workflow add foreign key (tenant_id, keeper_definition_id, keeper_version) references workflow_version;
alter table workflow add check (definition_id is not null or keeper_company_id is not null);
create or replace function workflow_as_started() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if (new.definition_id, new.version, new.business, new.node, new.subject_id, new.facts, new.payload, new.initiator_id,
      new.keeper_company_id, new.keeper_definition_id, new.keeper_version)
    is distinct from (old.definition_id, old.version, old.business, old.node, old.subject_id, old.facts, old.payload, old.initiator_id,
      old.keeper_company_id, old.keeper_definition_id, old.keeper_version)
    then raise exception 'what was submitted cannot change' using errcode = 'KB001'; end if;
  if old.status > 1 then raise exception 'a workflow that is over cannot change' using errcode = 'KB001'; end if;
  return new;
end $$;

-- owner: enterprise
-- Known by name and code alone, since an agency buys for it; whoever is certified with the code takes it over.
alter table company add column is_claimed boolean not null default true;

-- owner: clients
-- Purchasers without an account, as an agency keeps them.
create table client (
  tenant_id int not null,
  id uuid not null,
  agency_company_id uuid not null,
  company_id uuid not null,
  -- As the agency wrote it; the company's own name counts once it is certified.
  name text not null,
  credit_code text not null,
  contact text not null default '',
  remark text not null default '',
  created_by_name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, agency_company_id, company_id),
  foreign key (tenant_id, agency_company_id) references company_tenant,
  foreign key (company_id) references company
);
create index client_company on client (tenant_id, company_id);
call kb_protect('client');

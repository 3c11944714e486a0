-- owner: enterprise

-- Two natural persons may have the same name; the code (for them the identity number) tells them apart.
alter table company drop constraint company_name_key;
create unique index company_name on company (name) where company_type <> 4;

-- `registration`: what the last passed application at this tenant says beyond the legal facts in `company`.
-- `profile`: basic information, which the company edits itself. Both per tenant: no tenant sees what another was told.
alter table company_tenant
  add column registration jsonb not null default '{}',
  add column profile jsonb not null default '{}',
  add column certified_at timestamptz,
  add column disabled_reason text not null default '',
  add column charge_tenant_id int references tenant;
create index company_tenant_newest on company_tenant (tenant_id, company_id desc);

-- An application of a company (kind 1: certification, 2: change). `content` is a snapshot of everything applied for,
-- `before` of what was in force then. Status 0 pending, 1 passed, 2 rejected, 3 withdrawn by who applied.
create table company_audit (
  tenant_id int not null references tenant,
  id uuid not null,
  company_id uuid,
  kind smallint not null check (kind in (1, 2)),
  status smallint not null default 0 check (status in (0, 1, 2, 3)),
  company_type smallint not null,
  name text not null,
  credit_code text not null,
  content jsonb not null,
  before jsonb,
  applied_by uuid not null references app_user,
  applied_at timestamptz not null,
  decided_by uuid references app_user,
  decided_at timestamptz,
  reason text not null default '',
  primary key (tenant_id, id),
  foreign key (tenant_id, company_id) references company_tenant
);
-- Whoever comes second, with the same code or for the same company, is refused.
create unique index company_audit_open_code on company_audit (tenant_id, credit_code) where status = 0;
create unique index company_audit_open_company on company_audit (tenant_id, company_id) where status = 0 and company_id is not null;
create index company_audit_list on company_audit (tenant_id, status, id desc);
create index company_audit_person on company_audit (tenant_id, applied_by, id desc);
create index company_audit_company on company_audit (tenant_id, company_id, id desc);
call kb_protect('company_audit', 'select, insert, update');

create table company_audit_file (
  tenant_id int not null,
  audit_id uuid not null,
  file_id uuid not null,
  kind text not null,
  name text not null,
  primary key (tenant_id, audit_id, file_id, kind),
  foreign key (tenant_id, audit_id) references company_audit,
  foreign key (tenant_id, file_id) references file_object
);
call kb_protect('company_audit_file', 'select, insert');

-- A decided application is evidence: nothing of it changes any more.
create function kb_decided() returns trigger language plpgsql as $$
begin
  if old.status <> 0 then raise exception 'a decided application does not change' using errcode = 'KB002'; end if;
  return new;
end $$;
-- What a company applied for never changes, decided or not.
create function kb_audit_snapshot() returns trigger language plpgsql as $$
begin
  if (new.content, new.before, new.kind, new.credit_code, new.applied_by, new.applied_at)
    is distinct from (old.content, old.before, old.kind, old.credit_code, old.applied_by, old.applied_at) then
    raise exception 'an application is a snapshot' using errcode = 'KB002';
  end if;
  return new;
end $$;
create trigger decided before update on company_audit for each row execute function kb_decided();
create trigger snapshot before update on company_audit for each row execute function kb_audit_snapshot();

-- Application for a workbench or a service; `type` is its code. Passing one adds to company_tenant.
create table service_audit (
  tenant_id int not null,
  id uuid not null,
  company_id uuid not null,
  type text not null,
  status smallint not null default 0 check (status in (0, 1, 2)),
  statement text not null default '',
  applied_by uuid not null references app_user,
  applied_at timestamptz not null,
  decided_by uuid references app_user,
  decided_at timestamptz,
  reason text not null default '',
  primary key (tenant_id, id),
  foreign key (tenant_id, company_id) references company_tenant
);
create unique index service_audit_open on service_audit (tenant_id, company_id, type) where status = 0;
create index service_audit_list on service_audit (tenant_id, status, id desc);
create index service_audit_company on service_audit (tenant_id, company_id, id desc);
call kb_protect('service_audit', 'select, insert, update');
create trigger decided before update on service_audit for each row execute function kb_decided();

-- An application (menu item) that a company switched off in one of its workbenches.
create table company_app_off (
  tenant_id int not null,
  company_id uuid not null,
  workbench text not null,
  app text not null,
  switched_by uuid not null references app_user,
  switched_at timestamptz not null,
  primary key (tenant_id, company_id, workbench, app),
  foreign key (tenant_id, company_id) references company_tenant
);
call kb_protect('company_app_off', 'select, insert, delete');

-- Grey features that the platform releases company by company: who has one carries its code in company_tenant.features.
create table grayscale_release (
  tenant_id int not null references tenant,
  code text not null,
  name text not null,
  workbenches text[] not null,
  created_at timestamptz not null,
  primary key (tenant_id, code)
);
call kb_protect('grayscale_release', 'select, insert, update');

-- Bank accounts of a company. Status 0: waiting for the small amount to be named, 1 verified, 2 failed.
-- The amount is stored nowhere: it is derived from the id under a key of the server.
create table bank_card (
  tenant_id int not null,
  id uuid not null,
  company_id uuid not null,
  bank text not null,
  branch text not null default '',
  account_name text not null,
  account_no text not null,
  status smallint not null default 0 check (status in (0, 1, 2)),
  tries int not null default 0,
  expires_at timestamptz not null,
  is_default boolean not null default false,
  created_by uuid not null references app_user,
  created_at timestamptz not null,
  verified_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, company_id) references company_tenant
);
create unique index bank_card_number on bank_card (tenant_id, company_id, account_no);
create unique index bank_card_default on bank_card (tenant_id, company_id) where is_default;
call kb_protect('bank_card');

-- A purchaser's application for the brand of this platform; effective when it passes.
create table brand_application (
  tenant_id int not null references tenant,
  id uuid not null,
  company_id uuid not null,
  status smallint not null default 0 check (status in (0, 1, 2)),
  alias text not null,
  theme_color text not null,
  open_hall_title text not null,
  logo_id uuid,
  favicon_id uuid,
  statement text not null default '',
  -- The brand in force when it was decided.
  before jsonb,
  applied_by uuid not null references app_user,
  applied_at timestamptz not null,
  decided_by uuid references app_user,
  decided_at timestamptz,
  reason text not null default '',
  primary key (tenant_id, id),
  foreign key (tenant_id, company_id) references company_tenant,
  foreign key (tenant_id, logo_id) references file_object (tenant_id, id),
  foreign key (tenant_id, favicon_id) references file_object (tenant_id, id)
);
create unique index brand_application_open on brand_application (tenant_id, company_id) where status = 0;
create index brand_application_list on brand_application (tenant_id, status, id desc);
call kb_protect('brand_application', 'select, insert, update');
create trigger decided before update on brand_application for each row execute function kb_decided();

-- Somebody asks to be taken in by a company. Status 0 pending, 1 accepted, 2 refused.
create table join_request (
  tenant_id int not null,
  id uuid not null,
  company_id uuid not null,
  user_id uuid not null references app_user,
  name text not null,
  message text not null default '',
  status smallint not null default 0 check (status in (0, 1, 2)),
  created_at timestamptz not null,
  decided_at timestamptz,
  decided_by uuid references app_user,
  primary key (tenant_id, id),
  foreign key (tenant_id, company_id) references company_tenant
);
create unique index join_request_open on join_request (tenant_id, company_id, user_id) where status = 0;
create index join_request_person on join_request (tenant_id, user_id, id desc);
call kb_protect('join_request', 'select, insert, update');

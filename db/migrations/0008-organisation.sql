-- Departments, employees, roles, invitations, the tree of companies, and who sees which menu.

-- owner: organisation
alter table department
  add constraint department_parent foreign key (tenant_id, parent_id) references department;
create unique index department_name on department (tenant_id, company_id, coalesce(parent_id, '00000000-0000-0000-0000-000000000000'), name);

-- `rights` is what holds: the union of what was given directly and by roles, kept with every change of either.
alter table employee add column direct_rights text[] not null default '{}';
update employee set direct_rights = rights;
-- Whoever is stored with rights and without saying where they come from was given them directly.
create function kb_direct_rights() returns trigger language plpgsql as $$
begin
  if new.direct_rights = '{}' then new.direct_rights := new.rights; end if;
  return new;
end $$;
create trigger direct_rights before insert on employee for each row execute function kb_direct_rights();
alter table employee
  add constraint employee_department foreign key (tenant_id, department_id) references department;
create index employee_list on employee (tenant_id, company_id, id desc) where deleted_at is null;
create index employee_of_department on employee (tenant_id, company_id, department_id, id desc) where deleted_at is null;
create index employee_admins on employee (tenant_id, company_id) where is_admin and status = 1 and deleted_at is null;
-- One person's companies at all tenants.
create index employee_anywhere on employee (user_id) where deleted_at is null;

-- Whether an account is more than one company's affair: then no company may set its password. Looks across tenants.
create policy owner_looks on employee for select to current_user using (true);
create policy owner_looks on expert for select to current_user using (true);
create function kb_serves_others(person uuid, company uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, public as $$
  select exists (select from public.employee where user_id = person and deleted_at is null
      and (tenant_id <> public.kb_tenant() or company_id <> company))
    or exists (select from public.expert where user_id = person and status = 1)
    or exists (select from public.app_user where id = person and is_platform_admin)
$$;
revoke all on function kb_serves_others from public;
grant execute on function kb_serves_others to kaibiao_app;

-- A named set of rights of a company.
create table role (
  tenant_id int not null,
  id uuid not null,
  company_id uuid not null,
  name text not null,
  note text not null default '',
  rights text[] not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, company_id, name),
  foreign key (tenant_id, company_id) references company_tenant
);
call kb_protect('role');

create table employee_role (
  tenant_id int not null,
  employee_id uuid not null,
  role_id uuid not null,
  primary key (tenant_id, employee_id, role_id),
  foreign key (tenant_id, employee_id) references employee,
  foreign key (tenant_id, role_id) references role
);
create index employee_role_holders on employee_role (tenant_id, role_id);
call kb_protect('employee_role', 'select, insert, delete');

-- Who was asked by SMS to join. The link holds a token, the store its hash.
create table invitation (
  tenant_id int not null,
  id uuid not null,
  company_id uuid not null,
  token_hash bytea not null unique,
  name text not null,
  mobile text not null,
  department_id uuid,
  role_ids uuid[] not null default '{}',
  -- waiting 0, joined 1, withdrawn 2; an old one that waits is over by its time
  status smallint not null default 0,
  invited_by uuid not null,
  created_at timestamptz not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  joined_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, company_id) references company_tenant,
  foreign key (tenant_id, department_id) references department
);
create index invitation_list on invitation (tenant_id, company_id, id desc);
create unique index invitation_waiting on invitation (tenant_id, company_id, mobile) where status = 0;
call kb_protect('invitation', 'select, insert, update');

-- What one company is to another. One row for a pair; a company has at most one parent.
create table company_association (
  tenant_id int not null,
  id uuid not null,
  parent_company_id uuid not null,
  child_company_id uuid not null,
  -- The side that asked, one of the two.
  sender_company_id uuid not null,
  -- cancelled -1, asked 0, associated 1, refused 2, ignored 3, disassociated 4
  status smallint not null default 0,
  message text not null default '',
  answer text not null default '',
  -- Among the children of one parent.
  sort int not null default 0,
  sent_by uuid not null,
  sent_at timestamptz not null,
  decided_by uuid,
  decided_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, parent_company_id, child_company_id),
  foreign key (tenant_id, parent_company_id) references company_tenant,
  foreign key (tenant_id, child_company_id) references company_tenant,
  check (parent_company_id <> child_company_id),
  check (sender_company_id in (parent_company_id, child_company_id))
);
create unique index company_association_parent on company_association (tenant_id, child_company_id) where status = 1;
create index company_association_children on company_association (tenant_id, parent_company_id, sort) where status = 1;
create index company_association_child on company_association (tenant_id, child_company_id, id desc);
call kb_protect('company_association', 'select, insert, update');

-- owner: passport
create index login_log_company on login_log (tenant_id, company_id, at desc, id desc) where company_id is not null;

-- owner: enterprise
-- Services the company has activated; null: all that the tenant offers. `system_rights`: granted by the platform.
alter table company_tenant add column services text[], add column system_rights text[] not null default '{}';

-- owner: organisation
-- Further conditions of a menu item at a tenant; all that are set must hold. A menu marked as gated shows by its gate only.
create table menu_gate (
  tenant_id int not null references tenant,
  menu_code text not null,
  -- These companies, and with `with_hierarchy` those below them; empty: every company.
  company_ids uuid[] not null default '{}',
  with_hierarchy boolean not null default false,
  -- One of these grey features; empty: no matter.
  features text[] not null default '{}',
  -- Supervised by one of these; empty: no matter.
  institutions text[] not null default '{}',
  -- The platform has granted the company this right, and the person holds it or is an administrator …
  system_right text,
  -- … or, where the platform goes by another one, the person holds that.
  substitute_right text,
  updated_by uuid not null,
  updated_at timestamptz not null,
  primary key (tenant_id, menu_code)
);
call kb_protect('menu_gate');

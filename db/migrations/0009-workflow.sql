-- Approvals: definitions with their versions, running workflows with their tasks, what holds a record meanwhile.

-- owner: organisation. Who approves for a department; an employee in use of the same company.
alter table department add column head_employee_id uuid,
  add constraint department_head foreign key (tenant_id, head_employee_id) references employee;
create index department_headed on department (tenant_id, head_employee_id) where head_employee_id is not null;

-- owner: workflow
-- `company_id` null: the platform's default, which companies without a definition of their own inherit. `node` empty: for
-- every node of the business that has none of its own.
create table workflow_definition (
  tenant_id int not null,
  id uuid not null,
  company_id uuid,
  name text not null,
  business text not null,
  node text not null default '',
  status smallint not null default 2,
  version int not null default 1,
  updated_by text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, company_id) references company_tenant
);
-- At most one is in force for a company and a node.
create unique index workflow_definition_in_force on workflow_definition
  (tenant_id, coalesce(company_id, '00000000-0000-0000-0000-000000000000'), business, node) where status = 1;
create index workflow_definition_company on workflow_definition (tenant_id, company_id, id);
call kb_protect('workflow_definition');

-- A version that a workflow has run under never changes: workflows refer to it, and only unused ones are written again.
create table workflow_version (
  tenant_id int not null,
  definition_id uuid not null,
  version int not null,
  flow jsonb not null,
  made_by text not null,
  made_at timestamptz not null,
  primary key (tenant_id, definition_id, version),
  foreign key (tenant_id, definition_id) references workflow_definition
);
call kb_protect('workflow_version');

create table workflow (
  tenant_id int not null,
  id uuid not null,
  company_id uuid not null,
  definition_id uuid not null,
  version int not null,
  business text not null,
  node text not null,
  subject_kind text not null,
  subject_id uuid not null,
  title text not null,
  -- What conditions looked at when it started; fixed, so that the way through the flow is fixed too.
  facts jsonb not null,
  payload jsonb not null,
  choices jsonb not null default '{}',
  initiator_id uuid not null,
  initiator_name text not null,
  initiator_department text not null default '',
  workbench text not null,
  status smallint not null,
  -- Index of the stop being worked on.
  at_stop int not null default 0,
  is_entered boolean not null default false,
  result text not null default '',
  started_at timestamptz not null,
  ended_at timestamptz,
  reminded_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, definition_id, version) references workflow_version,
  foreign key (tenant_id, company_id) references company_tenant,
  foreign key (tenant_id, initiator_id) references employee
);
create index workflow_launched on workflow (tenant_id, initiator_id, id desc);
create index workflow_subject on workflow (tenant_id, subject_kind, subject_id, node, id desc);
create index workflow_definition_runs on workflow (tenant_id, definition_id, version, status);
create function workflow_as_started() returns trigger language plpgsql as $$
begin
  if (new.definition_id, new.version, new.business, new.node, new.subject_id, new.facts, new.payload, new.initiator_id)
    is distinct from (old.definition_id, old.version, old.business, old.node, old.subject_id, old.facts, old.payload, old.initiator_id)
    then raise exception 'what was submitted cannot change' using errcode = 'KB001'; end if;
  if old.status > 1 then raise exception 'a workflow that is over cannot change' using errcode = 'KB001'; end if;
  return new;
end $$;
create trigger as_started before update on workflow for each row execute function workflow_as_started();
call kb_protect('workflow', 'select, insert, update');

create table workflow_task (
  tenant_id int not null,
  id uuid not null,
  workflow_id uuid not null,
  stop int not null,
  lane int not null,
  rank int not null,
  is_copy boolean not null default false,
  employee_id uuid not null,
  status smallint not null,
  -- Why it passed by itself; empty when a person acted.
  auto text not null default '',
  -- Who acted: the employee, or the delegate.
  acted_by uuid,
  remark text not null default '',
  arrived_at timestamptz,
  acted_at timestamptz,
  read_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, workflow_id, stop, lane, rank) deferrable initially deferred,
  foreign key (tenant_id, workflow_id) references workflow,
  foreign key (tenant_id, employee_id) references employee
);
create index workflow_task_open on workflow_task (tenant_id, employee_id, id desc) where status = 1;
create index workflow_task_acted on workflow_task (tenant_id, acted_by, id desc) where acted_by is not null;
create index workflow_task_copy on workflow_task (tenant_id, employee_id, id desc) where is_copy;
call kb_protect('workflow_task', 'select, insert, update');

-- Everything that was done, in order; never changed.
create table workflow_record (
  tenant_id int not null,
  id uuid not null,
  -- The order they were written in: several may be of the same instant.
  no bigint generated always as identity,
  workflow_id uuid not null,
  employee_id uuid,
  name text not null,
  action text not null,
  label text not null,
  node_name text not null default '',
  remark text not null default '',
  at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, workflow_id) references workflow
);
create index workflow_record_of on workflow_record (tenant_id, workflow_id, no);
call kb_protect('workflow_record', 'select, insert');

create table workflow_file (
  tenant_id int not null,
  record_id uuid not null,
  file_id uuid not null,
  workflow_id uuid not null,
  name text not null,
  primary key (tenant_id, record_id, file_id),
  foreign key (tenant_id, record_id) references workflow_record,
  foreign key (tenant_id, file_id) references file_object
);
create index workflow_file_of on workflow_file (tenant_id, workflow_id, file_id);
call kb_protect('workflow_file', 'select, insert');

-- A record that waits for approval: nothing else may change it meanwhile.
create table approval_hold (
  tenant_id int not null,
  subject_kind text not null,
  subject_id uuid not null,
  workflow_id uuid not null,
  node text not null,
  node_label text not null,
  primary key (tenant_id, subject_kind, subject_id),
  foreign key (tenant_id, workflow_id) references workflow
);
call kb_protect('approval_hold');

create table workflow_delegation (
  tenant_id int not null,
  id uuid not null,
  employee_id uuid not null,
  delegate_id uuid not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  reason text not null default '',
  created_at timestamptz not null,
  primary key (tenant_id, id),
  check (starts_at < ends_at),
  foreign key (tenant_id, employee_id) references employee,
  foreign key (tenant_id, delegate_id) references employee
);
create index workflow_delegation_from on workflow_delegation (tenant_id, employee_id, ends_at);
create index workflow_delegation_to on workflow_delegation (tenant_id, delegate_id, ends_at);
call kb_protect('workflow_delegation');

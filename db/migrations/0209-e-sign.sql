-- owner: e-sign
-- A company's applications for electronic signatures. proof bank: a small amount that was sent to an account in its name is
-- named back; review: the platform looks at the letter. pending → passed, rejected or replaced (by another application).
create table sign_application (
  tenant_id int not null,
  id uuid not null,
  company_id uuid not null,
  proof text not null check (proof in ('bank', 'review')),
  state text not null default 'pending' check (state in ('pending', 'passed', 'rejected', 'replaced')),
  -- The company as it stood in its record.
  company_name text not null,
  credit_code text not null,
  legal_person text not null,
  -- Who acts for the company (经办人), one of its people.
  agent_employee_id uuid not null,
  agent_name text not null,
  agent_identity text not null,
  agent_identity_hash blind,
  letter_id uuid not null,
  statement text not null default '',
  bank text not null default '',
  branch text not null default '',
  account_no text,
  tries int not null default 0 check (tries between 0 and 3),
  expires_at timestamptz,
  reason text not null default '',
  applied_by uuid not null,
  applied_by_name text not null,
  applied_at timestamptz not null,
  decided_by uuid,
  decided_by_name text not null default '',
  decided_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, company_id) references company_tenant,
  check ((proof = 'bank') = (account_no is not null and expires_at is not null)),
  check ((state = 'pending') = (decided_at is null)),
  check (state <> 'rejected' or reason <> '')
);
create unique index sign_application_pending on sign_application (tenant_id, company_id) where state = 'pending';
create index sign_application_company on sign_application (tenant_id, company_id, applied_at desc);
create index sign_application_review on sign_application (tenant_id, state, applied_at desc) where proof = 'review';
call kb_protect('sign_application', 'select, insert, update');
call kb_seal('sign_application', 'agent_identity');
call kb_seal('sign_application', 'account_no');

-- Companies that may sign, by the application that was passed.
create table sign_company (
  tenant_id int not null,
  company_id uuid not null,
  application_id uuid not null,
  opened_at timestamptz not null,
  primary key (tenant_id, company_id),
  foreign key (tenant_id, application_id) references sign_application
);
call kb_protect('sign_company', 'select, insert');

-- Seals (印章) of a company; the one that is not replaced is in force. The picture is drawn from name and code.
create table sign_seal (
  tenant_id int not null,
  id uuid not null,
  company_id uuid not null,
  name text not null,
  code text not null check (code ~ '^[0-9]{13}$'),
  from_at timestamptz not null,
  until_at timestamptz not null,
  made_by uuid not null,
  made_by_name text not null,
  replaced_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, company_id) references sign_company,
  check (until_at > from_at)
);
create unique index sign_seal_code on sign_seal (tenant_id, code);
create unique index sign_seal_in_force on sign_seal (tenant_id, company_id) where replaced_at is null;
call kb_protect('sign_seal', 'select, insert, update');

-- People who may sign for a company: asked by its administrator, opened by themselves with a code sent to their own number.
create table sign_employee (
  tenant_id int not null,
  id uuid not null,
  company_id uuid not null,
  employee_id uuid not null,
  user_id uuid not null,
  name text not null,
  -- Identity number, as the person itself has given it.
  identity text,
  identity_hash blind,
  state text not null check (state in ('asked', 'opened', 'declined', 'revoked')),
  asked_by uuid not null,
  asked_by_name text not null,
  asked_at timestamptz not null,
  opened_at timestamptz,
  ended_at timestamptz,
  end_reason text not null default '',
  primary key (tenant_id, id),
  foreign key (tenant_id, company_id) references sign_company,
  check (state <> 'opened' or (opened_at is not null and identity is not null)),
  check ((state in ('declined', 'revoked')) = (ended_at is not null))
);
create unique index sign_employee_live on sign_employee (tenant_id, company_id, employee_id) where ended_at is null;
create index sign_employee_user on sign_employee (tenant_id, user_id);
create index sign_employee_identity on sign_employee (tenant_id, identity_hash);
call kb_protect('sign_employee', 'select, insert, update');
call kb_seal('sign_employee', 'identity');

-- Who looked at the identity of which colleague, for a day: it limits how often.
create table sign_lookup (
  tenant_id int not null,
  id uuid not null,
  company_id uuid not null,
  user_id uuid not null,
  employee_id uuid not null,
  at timestamptz not null,
  primary key (tenant_id, id)
);
create index sign_lookup_user on sign_lookup (tenant_id, user_id, at);
call kb_protect('sign_lookup', 'select, insert, delete');

-- owner: sign-tasks
-- Documents (PDF) that people of several companies sign. draft: only the company that made it knows of it. returned: given back
-- to it for changes, which are a task of their own. `source` is the file that was uploaded, `revision` the number of the newest revision.
create table sign_task (
  tenant_id int not null,
  id uuid not null,
  code text not null,
  company_id uuid not null,
  company_name text not null,
  user_id uuid not null,
  user_name text not null,
  title text not null,
  message text not null default '',
  order_kind text not null check (order_kind in ('sequential', 'parallel')),
  source jsonb not null,
  -- What is signed: the file that was uploaded, or as it was written anew.
  base_sha256 bytea not null check (length(base_sha256) = 32),
  base_size bigint not null check (base_size > 0),
  pages int not null check (pages > 0),
  -- Written anew before the first signature, because nothing could be appended to the file as it was.
  is_rewritten boolean not null,
  deadline timestamptz not null,
  state text not null check (state in ('draft', 'signing', 'completed', 'refused', 'returned', 'withdrawn', 'expired')),
  reason text not null default '',
  revision int not null default 0 check (revision >= 0),
  created_at timestamptz not null,
  sent_at timestamptz,
  ended_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, company_id) references company_tenant,
  check (state = 'draft' or sent_at is not null),
  check ((state in ('draft', 'signing')) = (ended_at is null)),
  check (state not in ('refused', 'returned') or reason <> '')
);
create unique index sign_task_code on sign_task (tenant_id, code);
create index sign_task_company on sign_task (tenant_id, company_id, created_at desc);
call kb_protect('sign_task');

-- Who is to sign: one person of the company, or whoever may sign for it (user_id null). While one is locked, nobody else signs:
-- two signatures over one revision would leave one of them outside of the file. `pending` is what was given out to be signed.
create table sign_task_signer (
  tenant_id int not null,
  id uuid not null,
  task_id uuid not null,
  place int not null check (place > 0),
  company_id uuid not null,
  company_name text not null,
  user_id uuid,
  user_name text not null default '',
  -- Page, and shares of its width and height; null: not to be seen on any page.
  seal jsonb,
  state text not null default 'waiting' check (state in ('waiting', 'locked', 'signed', 'refused')),
  locked_by uuid,
  locked_by_name text not null default '',
  locked_at timestamptz,
  pending jsonb,
  ended_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, task_id) references sign_task on delete cascade,
  check ((state = 'locked') = (locked_by is not null)),
  check ((state = 'locked') = (locked_at is not null)),
  check ((state = 'locked') = (pending is not null)),
  check ((state in ('signed', 'refused')) = (ended_at is not null))
);
create unique index sign_task_signer_place on sign_task_signer (tenant_id, task_id, place);
create unique index sign_task_signer_locked on sign_task_signer (tenant_id, task_id) where state = 'locked';
create index sign_task_signer_company on sign_task_signer (tenant_id, company_id, task_id);
call kb_protect('sign_task_signer');

-- Revisions of a document: 0 is what was sent, each signature appends one. Every one begins with all bytes of the one before.
create table sign_revision (
  tenant_id int not null,
  task_id uuid not null,
  number int not null check (number >= 0),
  sha256 bytea not null check (length(sha256) = 32),
  size bigint not null check (size > 0),
  created_at timestamptz not null,
  primary key (tenant_id, task_id, number),
  foreign key (tenant_id, task_id) references sign_task
);
call kb_protect('sign_revision', 'select, insert');

-- One signature each: over which revision, by whom and with which certificate, and when that was stamped.
create table sign_act (
  tenant_id int not null,
  id uuid not null,
  task_id uuid not null,
  signer_id uuid not null,
  revision int not null check (revision > 0),
  company_id uuid not null,
  company_name text not null,
  user_id uuid not null,
  user_name text not null,
  -- SHA-256 of the revision that was read, and of the one that the signature made.
  seen_sha256 bytea not null check (length(seen_sha256) = 32),
  sha256 bytea not null check (length(sha256) = 32),
  field text not null,
  seal_code text not null default '',
  attributes bytea not null,
  signature bytea not null,
  certificate bytea not null,
  verdict text not null,
  token bytea not null,
  stamped_at timestamptz not null,
  authority text not null,
  is_local boolean not null,
  signed_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, task_id, revision) references sign_revision,
  foreign key (tenant_id, signer_id) references sign_task_signer
);
create unique index sign_act_signer on sign_act (tenant_id, signer_id);
create unique index sign_act_revision on sign_act (tenant_id, task_id, revision);
call kb_protect('sign_act', 'select, insert');

-- Addresses for one signature, good for a minute and for one person: by the hash of what they carry.
create table sign_ticket (
  tenant_id int not null,
  token_hash bytea not null check (length(token_hash) = 32),
  task_id uuid not null,
  user_id uuid not null,
  expires_at timestamptz not null,
  primary key (tenant_id, token_hash)
);
create index sign_ticket_expires on sign_ticket (tenant_id, expires_at);
call kb_protect('sign_ticket');

-- People and companies are global; certification, membership and rights are per tenant.

-- owner: passport
create table app_user (
  id uuid primary key,
  account text not null unique,
  mobile text unique,
  nickname text not null,
  face text not null default '',
  password_hash text,
  is_default_password boolean not null default false,
  is_platform_admin boolean not null default false,
  created_at timestamptz not null
);
grant select, insert, update on app_user to kaibiao_app;

-- Wrong passwords in a row. `subject` is a user's id, or what was typed where no such account exists, so that known and
-- unknown accounts behave alike.
create table login_guard (
  subject text primary key,
  failed int not null default 0,
  failed_at timestamptz not null,
  locked_until timestamptz
);
create index login_guard_age on login_guard (failed_at);
grant select, insert, update, delete on login_guard to kaibiao_app;

create table login_session (
  id uuid primary key,
  token_hash bytea not null unique,
  user_id uuid not null references app_user,
  tenant_id int not null references tenant,
  employee_id uuid,
  ip text not null,
  user_agent text not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null
);
create index login_session_user on login_session (user_id);
grant select, insert, update, delete on login_session to kaibiao_app;

-- Moving the demonstration clock is not idleness: open sessions move along. In production the clock is never moved.
create function kb_move_sessions() returns trigger language plpgsql as $$
declare step interval := (new.ms - old.ms) * interval '1 millisecond';
begin
  update login_session set created_at = created_at + step, last_seen_at = last_seen_at + step, expires_at = expires_at + step;
  return new;
end $$;
create trigger sessions_move after update on clock_shift for each row when (new.ms <> old.ms) execute function kb_move_sessions();

create table captcha (
  id uuid primary key,
  answer text not null,
  expires_at timestamptz not null
);
create index captcha_age on captcha (expires_at);
grant select, insert, delete on captcha to kaibiao_app;

create table sms_code (
  id uuid primary key,
  mobile text not null,
  ip text not null,
  code_hash bytea not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  tries int not null default 0,
  used boolean not null default false
);
create index sms_code_mobile on sms_code (mobile, sent_at);
create index sms_code_ip on sms_code (ip, sent_at);
grant select, insert, update, delete on sms_code to kaibiao_app;

create table export_ticket (
  token_hash bytea primary key,
  session_id uuid not null references login_session on delete cascade,
  path text not null,
  workbench text,
  expires_at timestamptz not null
);
create index export_ticket_session on export_ticket (session_id);
grant select, insert, delete on export_ticket to kaibiao_app;

create table login_log (
  tenant_id int not null,
  id uuid not null,
  user_id uuid,
  company_id uuid,
  account text not null,
  ip text not null,
  user_agent text not null,
  outcome text not null,
  at timestamptz not null,
  primary key (tenant_id, id, at)
) partition by range (at);
create table login_log_rest partition of login_log default;
create index login_log_time on login_log (tenant_id, at desc);
create index login_log_ip on login_log (tenant_id, ip, at);
call kb_protect('login_log', 'select, insert');

-- owner: enterprise
create table company (
  id uuid primary key,
  name text not null unique,
  credit_code text not null unique,
  company_type smallint not null,
  legal_person text not null default '',
  profile jsonb not null default '{}',
  created_at timestamptz not null
);
grant select, insert, update on company to kaibiao_app;

-- What a company may do at a tenant: one row per company and tenant.
create table company_tenant (
  tenant_id int not null references tenant,
  company_id uuid not null references company,
  is_purchaser boolean not null default false,
  is_agency boolean not null default false,
  is_supplier boolean not null default false,
  is_certified boolean not null default false,
  status smallint not null default 1,
  features text[] not null default '{}',
  supervise text[] not null default '{}',
  created_at timestamptz not null,
  primary key (tenant_id, company_id)
);
call kb_protect('company_tenant');

create table department (
  tenant_id int not null,
  id uuid not null,
  company_id uuid not null,
  parent_id uuid,
  name text not null,
  sort int not null default 0,
  primary key (tenant_id, id),
  foreign key (tenant_id, company_id) references company_tenant
);
call kb_protect('department');

create table employee (
  tenant_id int not null,
  id uuid not null,
  company_id uuid not null,
  user_id uuid not null references app_user,
  department_id uuid,
  name text not null,
  email text not null default '',
  status smallint not null default 1,
  is_admin boolean not null default false,
  is_signer boolean not null default false,
  rights text[] not null default '{}',
  created_at timestamptz not null,
  deleted_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, company_id, user_id),
  foreign key (tenant_id, company_id) references company_tenant
);
create index employee_user on employee (tenant_id, user_id);
call kb_protect('employee');

-- owner: messages
create table message (
  tenant_id int not null,
  id uuid not null,
  user_id uuid not null,
  identity text not null,
  kind text not null,
  title text not null,
  content text not null,
  link text,
  event_id bigint,
  read_at timestamptz,
  deleted_at timestamptz,
  created_at timestamptz not null,
  primary key (tenant_id, id)
);
-- One event tells one person one thing once, however often it is delivered.
create unique index message_once on message (tenant_id, event_id, user_id, identity, kind, coalesce(link, ''))
  where event_id is not null;
create index message_inbox on message (tenant_id, user_id, identity, id desc) where deleted_at is null;
create index message_unread on message (tenant_id, user_id, identity) where read_at is null and deleted_at is null;
call kb_protect('message', 'select, insert, update');

-- What providers without a reachable gateway would have sent; shown on the outbox screen in demonstration mode.
create table channel_outbox (
  tenant_id int not null,
  id uuid not null,
  channel text not null,
  recipient text not null,
  subject text not null,
  body text not null,
  event_id bigint,
  state text not null,
  created_at timestamptz not null,
  primary key (tenant_id, id)
);
call kb_protect('channel_outbox');

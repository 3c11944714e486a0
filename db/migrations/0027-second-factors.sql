-- owner: passport
-- Who is at the other end: known devices, proofs of work in place of pictures, second factors.

drop table captcha;

-- Proofs of work that were shown: each is good once. `nonce` is the challenge's own.
create table spent_proof (
  nonce bytea primary key,
  expires_at timestamptz not null
);
create index spent_proof_age on spent_proof (expires_at);
grant select, insert, delete on spent_proof to kaibiao_app;

-- Browsers in which a person has logged in. A browser keeps one random token for everybody who uses it; the store keeps
-- its hash, once for each person. Removing the row makes the browser a stranger to that person again.
create table login_device (
  id uuid primary key,
  user_id uuid not null references app_user,
  token_hash bytea not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  unique (token_hash, user_id)
);
create index login_device_user on login_device (user_id);
grant select, insert, update, delete on login_device to kaibiao_app;

-- The browser that asked for a code: only there it can be used, so that others neither spend nor void it.
alter table sms_code add column source text not null default '';

-- When a second factor was last shown in a session, and the device it runs on.
alter table login_session
  add column factor_at timestamptz,
  add column device_id uuid references login_device on delete set null;

-- A second factor of a person: an authenticator app ('totp') or a passkey ('passkey').
create table second_factor (
  id uuid primary key,
  user_id uuid not null references app_user,
  kind text not null check (kind in ('totp', 'passkey')),
  name text not null,
  -- Of an app: its secret, encrypted with a key that is not in the database, and the last time step used.
  secret bytea,
  last_step bigint not null default 0,
  -- Of a passkey: WebAuthn's credential id and COSE key, its counter, and how browsers reach it.
  credential_id text unique,
  public_key bytea,
  sign_count bigint not null default 0,
  transports text[] not null default '{}',
  created_at timestamptz not null,
  -- Null until a first code of the app was shown.
  confirmed_at timestamptz,
  last_used_at timestamptz
);
create index second_factor_user on second_factor (user_id);
grant select, insert, update, delete on second_factor to kaibiao_app;

-- Codes to come in without the factor; each is good once.
create table recovery_code (
  user_id uuid not null references app_user,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);
grant select, insert, update, delete on recovery_code to kaibiao_app;

-- A question put to a passkey; answered once. `user_id` is null where somebody logs in by passkey alone.
create table passkey_challenge (
  challenge text primary key,
  purpose text not null,
  user_id uuid,
  expires_at timestamptz not null
);
create index passkey_challenge_age on passkey_challenge (expires_at);
grant select, insert, delete on passkey_challenge to kaibiao_app;

-- The platform removes somebody's lost factors: takes effect at `due_at`, until which the person may object.
create table factor_reset (
  tenant_id int not null,
  id uuid not null,
  user_id uuid not null references app_user,
  asked_by uuid not null,
  reason text not null,
  asked_at timestamptz not null,
  due_at timestamptz not null,
  status text not null default 'waiting' check (status in ('waiting', 'done', 'stopped')),
  ended_at timestamptz,
  primary key (tenant_id, id)
);
create unique index factor_reset_one on factor_reset (tenant_id, user_id) where status = 'waiting';
call kb_protect('factor_reset', 'select, insert, update');

-- A moved demonstration clock does not make a factor stale either.
create or replace function kb_move_sessions() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare step pg_catalog.interval := (new.ms - old.ms) * pg_catalog.interval '1 millisecond';
begin
  update public.login_session set created_at = created_at + step, last_seen_at = last_seen_at + step,
    expires_at = expires_at + step, factor_at = factor_at + step;
  return new;
end $$;

-- owner: kernel
-- Mobile, identity and account numbers are encrypted by the application (src/server/secrecy): the database holds the text
-- `v<version>.<base64url>`, and for what is searched a keyed hash `<version>.<base64url>` beside it. No key is here, so
-- this file only makes room; what is still plain is encrypted by the next start, which then validates the constraints.

-- Versions of the keys. New values are written with the newest; older ones are readable until they are retired.
create table cipher_version (
  version int primary key check (version > 0),
  began_at timestamptz not null,
  -- When no value of an older version, and none in plain, was left.
  completed_at timestamptz,
  retired_at timestamptz,
  -- Made with the key: a start with another secret is refused before it writes what nobody could read.
  proof text
);
insert into cipher_version (version, began_at) values (1, now());
grant select on cipher_version to kaibiao_app;

create domain blind as text check (value ~ '^[0-9]+[.][A-Za-z0-9_-]{43}$');

-- Declares a column as encrypted; empty text says that there is nothing.
create procedure kb_seal(relation regclass, field name) language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  execute format($f$alter table %s add constraint %I check (%I = '' or left(%I, 12) ~ '^v[0-9]+[.]') not valid$f$,
    relation, (select relname from pg_class where oid = relation) || '_' || field || '_sealed', field, field);
end $$;
revoke all on procedure kb_seal from public;

-- Values that must be unique are unique by hash, so nobody may hash with a key that is no longer the newest: a process
-- that has not heard of a new version is refused, reads the versions again and repeats its transaction.
create function kb_newest_key() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
declare given text := to_jsonb(new) ->> tg_argv[0];
begin
  if given is null then return new; end if;
  -- The start of a new version takes this lock alone, and so waits for whoever still writes with the old one.
  perform pg_advisory_xact_lock_shared(4040);
  if split_part(given, '.', 1)::int <> (select max(version) from public.cipher_version) then
    raise exception 'hashed with a key that is not the newest' using errcode = 'KB040';
  end if;
  return new;
end $$;

-- owner: passport
-- Null: the person logs in by mobile number alone. A number is no account name of its own.
alter table app_user
  alter column account drop not null,
  drop constraint app_user_mobile_key,
  add column mobile_hash blind unique,
  add column mobile_tail blind;
update app_user set account = null where account = mobile;
alter table app_user add constraint app_user_account check (account !~ '^1[0-9]{10}$') not valid;
call kb_seal('app_user', 'mobile');
create trigger newest_key before insert or update of mobile_hash on app_user
  for each row execute function kb_newest_key('mobile_hash');

-- Codes live for minutes: those of the old kind are asked for again.
delete from sms_code;
alter table sms_code add column mobile_hash blind not null;
drop index sms_code_mobile;
create index sms_code_mobile on sms_code (mobile_hash, sent_at);
call kb_seal('sms_code', 'mobile');

-- What was typed where there is no such account is counted by its keyed hash.
delete from login_guard where subject like '%?%';

-- What a ticket opens is compared only: a keyed hash from now on, and tickets live for a minute.
delete from export_ticket;

-- The log says as what somebody logged in; of numbers, enough to recognise.
alter table login_log alter column account type text
  using regexp_replace(account, '([0-9]{3})[0-9]{4,}([0-9Xx]{4})', '\1****\2', 'g');

-- owner: messages
alter table channel_outbox add column recipient_hash blind;
call kb_seal('channel_outbox', 'recipient');

-- owner: organisation
alter table employee add column invited_mobile_hash blind, add column invited_mobile_tail blind;
call kb_seal('employee', 'invited_mobile');
alter table invitation add column mobile_hash blind, add column mobile_tail blind;
drop index invitation_waiting;
drop index invitation_mobile;
create unique index invitation_waiting on invitation (tenant_id, company_id, mobile_hash) where status = 0;
create index invitation_mobile on invitation (tenant_id, mobile_hash) where status = 0;
call kb_seal('invitation', 'mobile');
create trigger newest_key before insert or update of mobile_hash on invitation
  for each row execute function kb_newest_key('mobile_hash');

-- owner: experts
alter table expert add column mobile_hash blind;
create index expert_mobile on expert (tenant_id, mobile_hash);
call kb_seal('expert', 'mobile');
call kb_seal('expert_call', 'mobile');
alter table expert_application add column mobile_hash blind;
drop index expert_application_open;
create unique index expert_application_open on expert_application (tenant_id, mobile_hash, library_id) nulls not distinct
  where status = 0 and mobile_hash is not null;
call kb_seal('expert_application', 'mobile');
create trigger newest_key before insert or update of mobile_hash on expert_application
  for each row execute function kb_newest_key('mobile_hash');
-- Names people to be avoided, with their numbers: JSON, encrypted whole.
alter table expert_extraction alter column avoidance type text using avoidance::text;
call kb_seal('expert_extraction', 'avoidance');
create or replace function expert_draw_fixed() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  -- New keys (`app.reseal`): what is encrypted is encrypted anew, and nothing else changes.
  if current_setting('app.reseal', true) = 'on' and to_jsonb(new) - 'avoidance' = to_jsonb(old) - 'avoidance' then return new; end if;
  if old.seed_hash <> new.seed_hash or old.salt_hash <> new.salt_hash
    or (old.drawn_at is not null and (old.nonce, old.pool_hash, old.drawn_at, old.conditions, old.avoidance)
      is distinct from (new.nonce, new.pool_hash, new.drawn_at, new.conditions, new.avoidance))
  then raise exception 'a draw cannot be changed' using errcode = 'KB002'; end if;
  return new;
end $$;

-- owner: auction
alter table auction_witness add column mobile_hash blind;
drop index auction_witness_mobile;
create unique index auction_witness_mobile on auction_witness (tenant_id, order_id, mobile_hash) where removed_at is null;
call kb_seal('auction_witness', 'mobile');
create trigger newest_key before insert or update of mobile_hash on auction_witness
  for each row execute function kb_newest_key('mobile_hash');

-- owner: procurement
call kb_seal('trade', 'contact_mobile');

-- owner: enterprise
alter table bank_card add column account_no_hash blind;
drop index bank_card_number;
create unique index bank_card_number on bank_card (tenant_id, company_id, account_no_hash);
call kb_seal('bank_card', 'account_no');
create trigger newest_key before insert or update of account_no_hash on bank_card
  for each row execute function kb_newest_key('account_no_hash');

-- A natural person has an identity number in place of a credit code; credit codes are public, identity numbers are not.
alter table company add column identity text, add column identity_hash blind unique;
alter table company drop constraint company_credit_code_key;
update company set identity = credit_code, credit_code = '' where company_type = 4;
create unique index company_credit_code on company (credit_code) where credit_code <> '';
alter table company add constraint company_identity check (company_type <> 4 or credit_code = '');
call kb_seal('company', 'identity');
create trigger newest_key before insert or update of identity_hash on company
  for each row execute function kb_newest_key('identity_hash');

-- Applications and what is registered of a company: JSON with the identity number of its head and the mobile number of its
-- contact, encrypted whole.
alter table company_tenant
  alter column registration drop default,
  alter column registration type text using nullif(registration, '{}')::text,
  alter column registration drop not null;
call kb_seal('company_tenant', 'registration');
drop trigger decided on company_audit;
drop trigger snapshot on company_audit;
drop function kb_audit_snapshot;
alter table company_audit
  alter column content type text using content::text,
  alter column before type text using before::text,
  add column identity text,
  add column identity_hash blind;
alter table company_audit no force row level security;
update company_audit set identity = credit_code, credit_code = '' where company_type = 4;
alter table company_audit force row level security;
drop index company_audit_open_code;
create unique index company_audit_open_code on company_audit (tenant_id, credit_code) where status = 0 and credit_code <> '';
create unique index company_audit_open_identity on company_audit (tenant_id, identity_hash) where status = 0;
alter table company_audit add constraint company_audit_identity check (company_type <> 4 or credit_code = '');
call kb_seal('company_audit', 'content');
call kb_seal('company_audit', 'before');
call kb_seal('company_audit', 'identity');
create trigger newest_key before insert or update of identity_hash on company_audit
  for each row execute function kb_newest_key('identity_hash');
-- What a company applied for never changes, and decided nothing of it; new keys leave what it says as it is.
create function company_audit_fixed() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
declare sealed text[] := '{content,before,identity,identity_hash}';
begin
  if current_setting('app.reseal', true) = 'on' and to_jsonb(new) - sealed = to_jsonb(old) - sealed then return new; end if;
  if old.status <> 0 then raise exception 'a decided application does not change' using errcode = 'KB002'; end if;
  if (new.content, new.before, new.identity, new.kind, new.credit_code, new.applied_by, new.applied_at)
    is distinct from (old.content, old.before, old.identity, old.kind, old.credit_code, old.applied_by, old.applied_at) then
    raise exception 'an application is a snapshot' using errcode = 'KB002';
  end if;
  return new;
end $$;
create trigger fixed before update on company_audit for each row execute function company_audit_fixed();

-- owner: kernel
-- Answers given once and what people have typed may hold any of these numbers: encrypted whole. The files that a draft
-- names stay readable, so that they are kept.
alter table idempotency alter column answer type text using answer::text;
grant update on idempotency to kaibiao_app;
call kb_seal('idempotency', 'answer');
alter table form_draft add column files uuid[] not null default '{}';
alter table form_draft no force row level security;
update form_draft set files = array(select distinct m[1]::uuid
  from regexp_matches(lower(body::text), '([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})', 'g') m);
alter table form_draft force row level security;
alter table form_draft alter column body type text using body::text;
call kb_seal('form_draft', 'body');

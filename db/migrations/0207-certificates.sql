-- owner: certificates

-- Keys and certificates of the demonstration's authority of a tenant: a root, which signed the one that issues. Private keys
-- are sealed to their row.
create table ca_authority (
  tenant_id int not null,
  suite text not null check (suite in ('intl', 'gm')),
  root bytea not null,
  sealed_root_key bytea not null,
  issuer bytea not null,
  sealed_issuer_key bytea not null,
  -- The list of revocations in force.
  crl bytea not null,
  crl_number int not null check (crl_number > 0),
  crl_from timestamptz not null,
  crl_until timestamptz not null,
  created_at timestamptz not null,
  primary key (tenant_id, suite),
  check (crl_from < crl_until)
);
call kb_protect('ca_authority', 'select, insert, update');

-- Whom the tenant trusts to certify others, for what was signed from then until then.
create table trust_anchor (
  tenant_id int not null,
  id uuid not null,
  name text not null,
  der bytea not null,
  -- SHA-256 of it.
  fingerprint bytea not null check (length(fingerprint) = 32),
  from_at timestamptz not null,
  until_at timestamptz not null,
  crl_url text not null default '',
  is_demo boolean not null default false,
  created_by_name text not null,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  check (from_at < until_at)
);
create unique index trust_anchor_once on trust_anchor (tenant_id, fingerprint);
call kb_protect('trust_anchor', 'select, insert, update');

-- Lists of revocations of other authorities, as last fetched; used until the next one is due.
create table crl_cache (
  tenant_id int not null,
  url text not null,
  -- SHA-256 of the certificate that signed it.
  issuer bytea not null check (length(issuer) = 32),
  der bytea not null check (length(der) <= 1048576),
  from_at timestamptz not null,
  until_at timestamptz not null,
  fetched_at timestamptz not null,
  primary key (tenant_id, url, issuer)
);
call kb_protect('crl_cache', 'select, insert, update, delete');

-- What a company asks for: a certificate, or a change of one that it has. saved → paying → pending → issuing → opened, or
-- rejected, which can be asked for once more. Numbers of people are sealed; nothing else of them leaves this row.
create table ca_application (
  tenant_id int not null,
  id uuid not null,
  code text not null,
  company_id uuid not null,
  -- Who applies: of a certificate of a person, whose it will be.
  user_id uuid not null,
  user_name text not null,
  act text not null check (act in ('new', 'rename', 'renew', 'replace')),
  -- The certificate that is changed.
  former_id uuid,
  kind text not null check (kind in ('enterprise', 'legalPerson', 'agent')),
  medium text not null check (medium in ('browser', 'usb', 'cloud', 'mobile')),
  suite text not null check (suite in ('intl', 'gm')),
  -- For how long; 0: as long as the former one.
  years int not null check (years between 0 and 3),
  company_name text not null,
  credit_code text not null,
  person_name text not null default '',
  identity text not null default '',
  identity_hash blind,
  mobile text not null default '',
  letters jsonb not null default '[]',
  licences jsonb not null default '[]',
  -- PKCS#10; null until it was made. SHA-256 of the public key beside it.
  request bytea,
  key_hash bytea check (length(key_hash) = 32),
  price numeric(12, 2) not null default 0 check (price >= 0),
  -- A voucher that is set apart for it.
  use_id uuid,
  due numeric(12, 2) not null default 0 check (due >= 0),
  pay_order_id uuid,
  paid_at timestamptz,
  refund_id uuid,
  state text not null check (state in ('saved', 'paying', 'pending', 'issuing', 'opened', 'rejected')),
  reason text not null default '',
  -- What kept the authority from issuing.
  problem text not null default '',
  decided_by_name text not null default '',
  created_at timestamptz not null,
  submitted_at timestamptz,
  decided_at timestamptz,
  certificate_id uuid,
  primary key (tenant_id, id),
  check ((act = 'new') = (former_id is null)),
  check ((state = 'opened') = (certificate_id is not null)),
  check (state <> 'rejected' or reason <> ''),
  check ((request is null) = (key_hash is null))
);
create unique index ca_application_code on ca_application (tenant_id, code);
create index ca_application_company on ca_application (tenant_id, company_id, id desc);
create index ca_application_state on ca_application (tenant_id, state, id desc);
-- A certificate is changed by one application at a time.
create unique index ca_application_former on ca_application (tenant_id, former_id)
  where former_id is not null and state not in ('opened', 'rejected');
call kb_protect('ca_application');
call kb_seal('ca_application', 'identity');
call kb_seal('ca_application', 'mobile');

-- What was issued. Only its revocation and the reminders of its end are ever added.
create table certificate (
  tenant_id int not null,
  id uuid not null,
  company_id uuid not null,
  application_id uuid not null,
  -- Null: the company's own.
  user_id uuid,
  kind text not null check (kind in ('enterprise', 'legalPerson', 'agent')),
  medium text not null check (medium in ('browser', 'usb', 'cloud', 'mobile')),
  suite text not null check (suite in ('intl', 'gm')),
  years int not null,
  price numeric(12, 2) not null,
  holder text not null,
  company_name text not null,
  credit_code text not null,
  serial text not null check (serial ~ '^[0-9a-f]+$'),
  der bytea not null,
  -- Certificates above it, the issuer's first.
  chain bytea[] not null,
  -- SHA-256 of the public key.
  key_hash bytea not null check (length(key_hash) = 32),
  -- Issued by the demonstration's authority: of no legal effect.
  is_demo boolean not null,
  from_at timestamptz not null,
  until_at timestamptz not null,
  issued_at timestamptz not null,
  former_id uuid,
  revoked_at timestamptz,
  revoke_code text not null default '',
  revoke_reason text not null default '',
  revoked_by_name text not null default '',
  -- The remote authority has been told of the revocation, or needs not be.
  revocation_told boolean not null default true,
  primary key (tenant_id, id),
  check (from_at < until_at),
  check ((revoked_at is null) = (revoke_code = ''))
);
create unique index certificate_serial on certificate (tenant_id, serial, suite, is_demo);
create unique index certificate_application on certificate (tenant_id, application_id);
create index certificate_company on certificate (tenant_id, company_id, id desc);
create index certificate_key on certificate (tenant_id, key_hash);
create index certificate_until on certificate (tenant_id, until_at) where revoked_at is null;
call kb_protect('certificate', 'select, insert');
grant update (revoked_at, revoke_code, revoke_reason, revoked_by_name, revocation_told) on certificate to kaibiao_app;
create function certificate_fixed() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if old.revoked_at is not null and (new.revoked_at, new.revoke_code, new.revoke_reason, new.revoked_by_name)
    is distinct from (old.revoked_at, old.revoke_code, old.revoke_reason, old.revoked_by_name) then
    raise exception 'a revocation cannot be taken back' using errcode = 'KB002';
  end if;
  return new;
end $$;
create trigger certificate_fixed before update on certificate for each row execute function certificate_fixed();

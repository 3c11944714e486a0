-- owner: witnesses

-- Who cosigns the tree heads of a tenant's log (C2SP tlog-witness). A row stays: notices that name it must be checkable.
create table witness (
  tenant_id int not null,
  id uuid not null,
  title text not null,
  -- C2SP verifier key of type 0x04.
  key text not null,
  url text not null,
  created_by uuid not null,
  created_at timestamptz not null,
  retired_at timestamptz,
  -- What is known of it: the size of the newest head it cosigned, and why it does not cosign, if so.
  size bigint not null default 0,
  cosigned_at timestamptz,
  failure text check (failure in ('unreachable', 'refused')),
  failure_text text not null default '',
  failing_since timestamptz,
  refusals int not null default 0,
  primary key (tenant_id, id)
);
create unique index witness_in_use on witness (tenant_id, key) where retired_at is null;
call kb_protect('witness', 'select, insert, update');

-- How many of which witnesses notices name from an instant on: the newest row holds.
create table witness_policy (
  tenant_id int not null,
  id uuid not null,
  at timestamptz not null,
  threshold int not null,
  -- [{ title, key }]
  witnesses jsonb not null,
  primary key (tenant_id, id)
);
create index witness_policy_at on witness_policy (tenant_id, at desc, id desc);
call kb_protect('witness_policy', 'select, insert');

-- Cosignatures of published tree heads, as lines of a signed note.
create table cosignature (
  tenant_id int not null,
  size bigint not null,
  witness_id uuid not null,
  line text not null,
  -- By the witness's clock, and when it came by ours.
  at timestamptz not null,
  received_at timestamptz not null,
  primary key (tenant_id, size, witness_id),
  foreign key (tenant_id, witness_id) references witness
);
create index cosignature_at on cosignature (tenant_id, at);
call kb_protect('cosignature', 'select, insert');

-- RFC 3161 time-stamps over the body of the tree head at a deadline.
create table head_time_stamp (
  tenant_id int not null,
  size bigint not null,
  token bytea not null,
  at timestamptz not null,
  authority text not null,
  is_local boolean not null,
  primary key (tenant_id, size)
);
call kb_protect('head_time_stamp', 'select, insert');

-- The tenant's own time-stamping authority, where none is configured: its certificate, and its key sealed under a key
-- derived from the root secret.
create table local_time_authority (
  tenant_id int primary key,
  certificate bytea not null,
  sealed_key bytea not null,
  created_at timestamptz not null
);
call kb_protect('local_time_authority', 'select, insert');

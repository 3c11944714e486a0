-- owner: kernel

-- Heads of a tenant's audit chain, signed by a key that is derived from the root secret and never in the database.
create table audit_head_signed (
  tenant_id int not null,
  seq bigint not null,
  hash bytea not null,
  at timestamptz not null,
  public_key bytea not null,
  signature bytea not null,
  primary key (tenant_id, seq)
);
call kb_protect('audit_head_signed', 'select, insert');

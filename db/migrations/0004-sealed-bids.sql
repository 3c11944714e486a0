-- owner: sealed-bids

-- Keys the service signs with, per tenant. Private halves are sealed under a key derived from the root secret; public
-- halves stay for ever, so that what an old key signed can still be checked.
create table service_key (
  tenant_id int not null,
  use text not null check (use in ('log', 'ed25519', 'sm2')),
  public_key text not null,
  sealed_private bytea not null,
  created_at timestamptz not null,
  retired_at timestamptz,
  primary key (tenant_id, use, public_key)
);
create unique index service_key_current on service_key (tenant_id, use) where retired_at is null;
call kb_protect('service_key', 'select, insert, update');

-- A bidder's certificate: public part only. The private key never reaches the service.
create table bid_key (
  tenant_id int not null,
  id uuid not null,
  company_id uuid not null,
  suite text not null check (suite in ('intl', 'gm')),
  public_key text not null,
  fingerprint text not null,
  label text not null default '',
  created_by uuid not null,
  created_at timestamptz not null,
  revoked_at timestamptz,
  primary key (tenant_id, id),
  -- Revoked keys included, and across companies: two bidders with one key would be one bidder.
  unique (tenant_id, fingerprint)
);
create index bid_key_company on bid_key (tenant_id, company_id);
call kb_protect('bid_key', 'select, insert, update');

-- A rehearsal: the bidder decrypts a canary with the real key before it matters. The expected answer is forgotten with
-- the first answer, right or wrong.
create table bid_rehearsal (
  tenant_id int not null,
  id uuid not null,
  trade_id uuid not null,
  key_id uuid not null,
  canary jsonb not null,
  expected bytea,
  created_at timestamptz not null,
  answered_at timestamptz,
  passed_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, key_id) references bid_key
);
create index bid_rehearsal_trade on bid_rehearsal (tenant_id, trade_id, key_id);
call kb_protect('bid_rehearsal', 'select, insert, update');

-- What was found in an uploaded sealed file: read once, before the commit, so that the commit itself is an instant.
create table bid_upload (
  tenant_id int not null,
  file_id uuid not null,
  company_id uuid not null,
  header jsonb not null,
  cipher_hash text not null,
  inspected_at timestamptz not null,
  primary key (tenant_id, file_id),
  foreign key (tenant_id, file_id) references file_object
);
call kb_protect('bid_upload', 'select, insert');

-- One row per accepted submission or withdrawal. What counts at the opening is the last row of a trade.
create table bid_submission (
  tenant_id int not null,
  id uuid not null,
  order_id uuid not null,
  trade_id uuid not null,
  kind text not null check (kind in ('submitted', 'withdrawn')),
  suite text not null,
  key_id uuid not null,
  manifest jsonb not null,
  manifest_hash bytea not null,
  at timestamptz not null,
  deadline timestamptz not null,
  log_index bigint not null,
  receipt jsonb not null,
  created_by uuid not null,
  primary key (tenant_id, id),
  unique (tenant_id, log_index),
  check (at < deadline),
  foreign key (tenant_id, order_id) references purchase_order,
  foreign key (tenant_id, trade_id) references trade,
  foreign key (tenant_id, key_id) references bid_key
);
create index bid_submission_trade on bid_submission (tenant_id, order_id, trade_id, log_index desc);
call kb_protect('bid_submission', 'select, insert');

-- The sealed files of a submission. The reference keeps the stored file from being deleted.
create table bid_file (
  tenant_id int not null,
  submission_id uuid not null,
  position int not null,
  file_id uuid not null,
  role text not null,
  name text not null,
  size bigint not null,
  cipher_hash text not null,
  header jsonb not null,
  primary key (tenant_id, submission_id, position),
  foreign key (tenant_id, submission_id) references bid_submission,
  foreign key (tenant_id, file_id) references file_object
);
create index bid_file_file on bid_file (tenant_id, file_id);
call kb_protect('bid_file', 'select, insert');

-- The transparency log, one per tenant: its head. One leaf belongs to each beat of the clock; `filled_to` is the end of
-- the last beat that has its leaf.
create table bid_log (
  tenant_id int primary key,
  origin text not null,
  size bigint not null,
  root bytea not null,
  filled_to timestamptz not null
);
call kb_protect('bid_log', 'select, insert, update');

-- Tiles of C2SP tlog-tiles, the widest of each; level -1 holds the entry bundles.
create table bid_log_tile (
  tenant_id int not null,
  level smallint not null,
  idx bigint not null,
  data bytea not null,
  primary key (tenant_id, level, idx)
);
call kb_protect('bid_log_tile', 'select, insert, update');

-- Published tree heads. With an order: the head at that order's bid deadline.
create table bid_checkpoint (
  tenant_id int not null,
  id uuid not null,
  size bigint not null,
  note text not null,
  at timestamptz not null,
  order_id uuid,
  primary key (tenant_id, id)
);
create index bid_checkpoint_size on bid_checkpoint (tenant_id, size desc);
create unique index bid_checkpoint_order on bid_checkpoint (tenant_id, order_id) where order_id is not null;
call kb_protect('bid_checkpoint', 'select, insert');

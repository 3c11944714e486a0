-- owner: kernel
-- What the public log proves beside bids (src/server/public-log.ts): a row is written with the change it tells of, and can
-- neither be altered nor removed. `hash`: SHA-256 of a canonical text, which stands beside it where it is short and secret to
-- nobody who may read the record. `salt` hides kind, subject and hash in the leaf even when the leaf is opened.
create table log_record (
  tenant_id int not null,
  id uuid not null,
  type text not null,
  subject text not null check (length(subject) between 1 and 200),
  hash bytea not null check (length(hash) = 32),
  text text,
  salt bytea not null check (length(salt) = 32),
  at timestamptz not null,
  primary key (tenant_id, id),
  check (text is null or hash = sha256(convert_to(text, 'UTF8')))
);
create index log_record_subject on log_record (tenant_id, subject, type, id);
call kb_protect('log_record', 'select, insert');

-- Records that wait for a beat of the log.
create table log_pending (
  tenant_id int not null,
  id uuid not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, id) references log_record
);
call kb_protect('log_pending', 'select, insert, delete');

-- owner: sealed-bids
-- Where a record came to lie in the log, and the blinding of its leaf.
create table log_leaf (
  tenant_id int not null,
  idx bigint not null,
  record_id uuid not null,
  blinding bytea not null check (length(blinding) = 32),
  primary key (tenant_id, idx),
  unique (tenant_id, record_id),
  foreign key (tenant_id, record_id) references log_record
);
call kb_protect('log_leaf', 'select, insert');

-- The log's clock is the kernel's now.
update timer set key = 'public-log:tick', kind = 'public-log.tick' where key = 'sealed-bids:tick';

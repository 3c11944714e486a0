-- owner: attachments

-- Files that belong together, e.g. the enclosures of one letter.
create table attachment_group (
  tenant_id int not null,
  id uuid not null,
  -- Null: of a person who works for no company (an expert).
  company_id uuid,
  user_id uuid not null,
  user_name text not null,
  name text not null default '',
  created_at timestamptz not null,
  primary key (tenant_id, id)
);
call kb_protect('attachment_group');

-- A stored file that its owner keeps as such; files of records (tender documents, sign-ups) have no row here and are
-- read through the record that holds them.
create table attachment (
  tenant_id int not null,
  id uuid not null,
  group_id uuid,
  company_id uuid,
  user_id uuid not null,
  user_name text not null,
  -- A picture that everybody may see, such as a logo.
  is_public boolean not null default false,
  created_at timestamptz not null,
  deleted_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, id) references file_object,
  foreign key (tenant_id, group_id) references attachment_group
);
create index attachment_own on attachment (tenant_id, company_id, id desc) where deleted_at is null;
create index attachment_of_group on attachment (tenant_id, group_id, id) where deleted_at is null;
call kb_protect('attachment', 'select, insert, update');

-- What was made of a file's bytes: the same bytes are converted once.
create table attachment_rendition (
  tenant_id int not null,
  id uuid not null,
  source_sha256 bytea not null,
  -- The same zip container is a document or a spreadsheet by its type.
  source_mime text not null,
  pattern text not null check (pattern in ('pdf', 'thumbnail')),
  -- 1 waiting, 2 running, 3 done, 4 failed
  status smallint not null default 1,
  reason text not null default '',
  mime text,
  sha256 bytea,
  size bigint,
  asked_at timestamptz not null,
  ended_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, source_sha256, source_mime, pattern)
);
call kb_protect('attachment_rendition');

-- A large file that is put together for somebody: download centre.
create table attachment_download (
  tenant_id int not null,
  id uuid not null,
  company_id uuid,
  user_id uuid not null,
  -- The workbench it was asked for in.
  workbench text not null,
  kind text not null,
  name text not null,
  input jsonb not null,
  -- 1 not downloaded (waiting), 2 downloading (being made), 3 success, 4 failed
  status smallint not null default 1,
  -- Percent.
  progress smallint not null default 0,
  reason text not null default '',
  -- Counts the attempts asked for; a run of an earlier one has nothing to say any more.
  attempt int not null default 1,
  mime text,
  sha256 bytea,
  size bigint,
  fetched_at timestamptz,
  created_at timestamptz not null,
  ended_at timestamptz,
  expires_at timestamptz,
  deleted_at timestamptz,
  primary key (tenant_id, id)
);
create index attachment_download_own on attachment_download (tenant_id, user_id, workbench, id desc)
  where deleted_at is null;
call kb_protect('attachment_download', 'select, insert, update');

-- Who took which file, and when.
create table attachment_history (
  tenant_id int not null,
  id uuid not null,
  file_id uuid not null,
  name text not null,
  -- As it was, as PDF, with a watermark; `declared`: put together in the browser, which says so itself.
  pattern text not null,
  user_id uuid not null,
  user_name text not null,
  company_id uuid,
  company_name text not null default '',
  at timestamptz not null,
  primary key (tenant_id, id)
);
create index attachment_history_file on attachment_history (tenant_id, file_id, id desc);
call kb_protect('attachment_history', 'select, insert');

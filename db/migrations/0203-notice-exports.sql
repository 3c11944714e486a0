-- owner: notice-exports
-- Public notices that a company has put into one file. chosen: what it will cost was shown, and nothing was asked for yet;
-- waiting: counts of the product lack.
create table notice_export (
  tenant_id int not null,
  id uuid not null,
  code text not null,
  company_id uuid not null,
  -- Who asked for it, and whose counts are spent only while this person works there.
  employee_id uuid not null,
  user_id uuid not null,
  user_name text not null,
  title text not null,
  notice_ids uuid[] not null check (cardinality(notice_ids) between 1 and 200),
  state text not null check (state in ('chosen', 'waiting', 'exporting', 'exported', 'failed')),
  -- Uses of the service that were set apart for it; notices that the company has paid for before have none.
  use_ids uuid[] not null default '{}',
  progress int not null default 0 check (progress between 0 and 100),
  reason text not null default '',
  sha256 bytea check (length(sha256) = 32),
  size bigint,
  created_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz,
  primary key (tenant_id, id),
  check ((state = 'exported') = (sha256 is not null and size is not null)),
  check (state <> 'failed' or reason <> '')
);
create unique index notice_export_code on notice_export (tenant_id, code);
create index notice_export_company on notice_export (tenant_id, company_id, created_at desc);
call kb_protect('notice_export');

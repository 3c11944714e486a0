-- owner: kernel (files)
-- Uploads under way, with the size they announced: what a person and a company still may send is counted over these and
-- over what was stored lately. A row whose time is over counts no more, and is removed by the next sweep.
create table upload_pending (
  tenant_id int not null,
  id uuid not null,
  use text not null,
  user_id uuid not null,
  company_id uuid,
  size bigint not null,
  -- By the database's clock: transfers take place in real time, also where the platform's clock is moved.
  expires_at timestamptz not null,
  primary key (tenant_id, id)
);
create index upload_pending_person on upload_pending (tenant_id, user_id, use);
create index upload_pending_company on upload_pending (tenant_id, company_id, use);
call kb_protect('upload_pending', 'select, insert, delete');

create index file_object_person on file_object (tenant_id, user_id, use, created_at) include (size);
create index file_object_company on file_object (tenant_id, company_id, use, created_at) include (size);

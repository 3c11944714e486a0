-- owner: documents
-- What a tenant's platform shares with its purchasers. A document has versions, which stay as they were uploaded.
create table shared_document (
  tenant_id int not null,
  id uuid not null,
  category text not null,
  title text not null,
  created_by uuid not null,
  created_at timestamptz not null,
  -- Of its latest version.
  updated_at timestamptz not null,
  removed_at timestamptz,
  primary key (tenant_id, id)
);
create index shared_document_shown on shared_document (tenant_id, updated_at desc, id desc) where removed_at is null;
call kb_protect('shared_document', 'select, insert, update');

create table shared_document_version (
  tenant_id int not null,
  document_id uuid not null,
  number int not null,
  file_id uuid not null,
  name text not null,
  note text not null default '',
  uploaded_by uuid not null,
  uploaded_at timestamptz not null,
  primary key (tenant_id, document_id, number),
  foreign key (tenant_id, document_id) references shared_document,
  foreign key (tenant_id, file_id) references file_object
);
create index shared_document_version_file on shared_document_version (tenant_id, file_id);
call kb_protect('shared_document_version', 'select, insert');

-- owner: audit-trail
-- An auditor reads the records of one company.
create index audit_record_company on audit_record (tenant_id, (body->>'companyId'), seq desc);

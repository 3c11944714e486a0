-- owner: sign-tasks
-- What another feature asked for a task for. Of one subject one task runs or is completed; it may be asked for again once that has failed.
alter table sign_task
  add column subject_kind text not null default '',
  add column subject_id uuid,
  add constraint sign_task_subject_whole check ((subject_kind = '') = (subject_id is null));
create index sign_task_subject on sign_task (tenant_id, subject_kind, subject_id, created_at) where subject_id is not null;
create unique index sign_task_subject_once on sign_task (tenant_id, subject_kind, subject_id)
  where subject_id is not null and state in ('signing', 'completed');

-- owner: contracts
-- The electronic signature of a version of a contract: what its signing tasks are asked for, and the document that all have signed.
create table contract_signing (
  tenant_id int not null,
  id uuid not null,
  contract_id uuid not null,
  version int not null,
  -- Null: not signed by all.
  sha256 bytea check (length(sha256) = 32),
  completed_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, contract_id, version),
  foreign key (tenant_id, contract_id, version) references contract_version,
  check ((sha256 is null) = (completed_at is null))
);
call kb_protect('contract_signing', 'select, insert, update');

create function contract_signing_fixed() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if old.sha256 is not null or (new.id, new.contract_id, new.version) is distinct from (old.id, old.contract_id, old.version)
  then raise exception 'what was signed cannot be changed' using errcode = 'KB002'; end if;
  return new;
end $$;
create trigger contract_signing_fixed before update on contract_signing
  for each row execute function contract_signing_fixed();

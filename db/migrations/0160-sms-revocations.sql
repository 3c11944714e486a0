-- owner: sms-tasks
-- A version that the platform passed and took back: nothing more is sent with it.
create table sms_template_revocation (
  tenant_id int not null,
  template_id uuid not null,
  version int not null,
  reason text not null check (reason <> ''),
  by_name text not null,
  at timestamptz not null,
  primary key (tenant_id, template_id, version),
  foreign key (tenant_id, template_id, version) references sms_template_review
);
call kb_protect('sms_template_revocation', 'select, insert');
create trigger append_only before update or delete on sms_template_revocation
  for each row execute function sms_append_only();

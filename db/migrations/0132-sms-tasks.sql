-- owner: messages
-- Texts that a feature follows: it is told what becomes of them (event `channel.text`). Between these hours of Beijing a text is
-- not handed to a carrier. Withdrawn: its sender took it back before a carrier had it.
alter table channel_outbox
  add column origin text not null default '',
  add column quiet_from smallint check (quiet_from between 0 and 23),
  add column quiet_to smallint check (quiet_to between 0 and 23),
  drop constraint channel_outbox_state,
  add constraint channel_outbox_state check (state in ('waiting', 'sent', 'kept', 'failed', 'withdrawn')),
  add constraint channel_outbox_quiet check ((quiet_from is null) = (quiet_to is null));

-- owner: sms-tasks
create function sms_append_only() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  raise exception 'what was written for a text message stays on record' using errcode = 'KB002';
end $$;

-- What a purchaser's employees may send (短信模板). A change is a new version; the newest that the platform passed is offered.
create table sms_template (
  tenant_id int not null,
  id uuid not null,
  owner_company_id uuid not null,
  name text not null,
  state text not null check (state in ('active', 'disabled')),
  version int not null check (version > 0),
  -- The version that tasks take; null: the platform has passed none.
  offered_version int check (offered_version between 1 and version),
  created_by_name text not null,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, owner_company_id) references company_tenant
);
create unique index sms_template_name on sms_template (tenant_id, owner_company_id, name);
create index sms_template_owner on sms_template (tenant_id, owner_company_id, id desc);
call kb_protect('sms_template', 'select, insert, update');

create table sms_template_version (
  tenant_id int not null,
  template_id uuid not null,
  version int not null check (version > 0),
  text text not null,
  is_marketing boolean not null,
  by_user_id uuid not null,
  by_name text not null,
  at timestamptz not null,
  primary key (tenant_id, template_id, version),
  foreign key (tenant_id, template_id) references sms_template
);
call kb_protect('sms_template_version', 'select, insert');
create trigger append_only before update or delete on sms_template_version
  for each row execute function sms_append_only();

-- What the platform said of a version, with the signature under which it would leave.
create table sms_template_review (
  tenant_id int not null,
  template_id uuid not null,
  version int not null,
  signature text not null,
  is_passed boolean not null,
  reason text not null default '',
  by_name text not null,
  at timestamptz not null,
  primary key (tenant_id, template_id, version),
  foreign key (tenant_id, template_id, version) references sms_template_version,
  check (is_passed or reason <> '')
);
call kb_protect('sms_template_review', 'select, insert');
create trigger append_only before update or delete on sms_template_review
  for each row execute function sms_append_only();

-- One text to many suppliers of a library (短信任务). It keeps the text that it was made with.
create table sms_task (
  tenant_id int not null,
  id uuid not null,
  owner_company_id uuid not null,
  title text not null,
  template_id uuid not null,
  template_version int not null,
  -- Who sends, as it stands between 【】 in front of each text.
  signature text not null,
  text text not null,
  is_marketing boolean not null,
  conditions jsonb not null,
  state text not null check (state in ('draft', 'scheduled', 'sending', 'sent', 'stopped')),
  -- As they held when it was handed in. Price: yuan per segment, null: the platform names none.
  price numeric(8, 4) check (price >= 0),
  quiet_from smallint check (quiet_from between 0 and 23),
  quiet_to smallint check (quiet_to between 0 and 23),
  send_at timestamptz,
  submitted_at timestamptz,
  submitted_by_name text not null default '',
  started_at timestamptz,
  ended_at timestamptz,
  stopped_by_name text not null default '',
  stop_reason text not null default '',
  created_by uuid not null,
  created_by_name text not null,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, owner_company_id) references company_tenant,
  foreign key (tenant_id, template_id, template_version) references sms_template_version,
  check ((quiet_from is null) = (quiet_to is null)),
  check ((state = 'draft') = (submitted_at is null)),
  check (state not in ('sent', 'stopped') or ended_at is not null),
  check ((state = 'stopped') = (stop_reason <> ''))
);
create index sms_task_owner on sms_task (tenant_id, owner_company_id, id desc);
call kb_protect('sms_task');
create function sms_task_fixed() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'DELETE' then
    if old.state <> 'draft' then raise exception 'a task that was handed in stays on record' using errcode = 'KB002'; end if;
    return old;
  end if;
  if old.state <> 'draft' and
      (new.title, new.template_id, new.template_version, new.signature, new.text, new.is_marketing, new.conditions, new.price,
        new.quiet_from, new.quiet_to, new.send_at, new.submitted_at, new.submitted_by_name)
        is distinct from
      (old.title, old.template_id, old.template_version, old.signature, old.text, old.is_marketing, old.conditions, old.price,
        old.quiet_from, old.quiet_to, old.send_at, old.submitted_at, old.submitted_by_name)
  then raise exception 'a task that was handed in stays on record' using errcode = 'KB002'; end if;
  return new;
end $$;
create trigger fixed before update or delete on sms_task for each row execute function sms_task_fixed();

-- Everybody whom the conditions meant when the task was handed in: who is sent what, and who is left out and why.
create table sms_recipient (
  tenant_id int not null,
  id uuid not null,
  task_id uuid not null,
  supplier_id uuid not null,
  company_id uuid not null,
  name text not null,
  contact_name text not null default '',
  mobile text not null default '',
  mobile_hash blind,
  text text not null default '',
  segments int not null check (segments >= 0),
  state text not null
    check (state in ('waiting', 'queued', 'handed', 'delivered', 'failed', 'skipped', 'stopped', 'left-out')),
  reason text not null default '',
  -- How often it was tried, at most twice, and how often a carrier took it: what it costs.
  tries smallint not null default 0 check (tries between 0 and 2),
  taken smallint not null default 0 check (taken <= tries),
  -- The text in hand, and the one before it.
  text_id uuid,
  former_text_id uuid,
  handed_at timestamptz,
  done_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, task_id, supplier_id),
  foreign key (tenant_id, task_id) references sms_task,
  foreign key (tenant_id, supplier_id) references supplier,
  check (state = 'left-out' or (mobile <> '' and text <> '')),
  check (state <> 'left-out' or reason <> '')
);
call kb_seal('sms_recipient', 'mobile');
create trigger newest_key before insert or update of mobile_hash on sms_recipient
  for each row execute function kb_newest_key('mobile_hash');
-- A number gets a text of a task once.
create unique index sms_recipient_number on sms_recipient (tenant_id, task_id, mobile_hash) where state <> 'left-out';
create index sms_recipient_task on sms_recipient (tenant_id, task_id, state, id);
create index sms_recipient_text on sms_recipient (tenant_id, text_id) where text_id is not null;
create index sms_recipient_former on sms_recipient (tenant_id, former_text_id) where former_text_id is not null;
create index sms_recipient_company on sms_recipient (tenant_id, company_id, id desc);
create index sms_recipient_hash on sms_recipient (tenant_id, mobile_hash) where mobile_hash is not null;
call kb_protect('sms_recipient', 'select, insert, update');
create function sms_recipient_fixed() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'DELETE' or old.state in ('left-out', 'delivered') and new.state <> old.state or
      (new.task_id, new.supplier_id, new.company_id, new.name, new.contact_name, new.text, new.segments)
        is distinct from
      (old.task_id, old.supplier_id, old.company_id, old.name, old.contact_name, old.text, old.segments)
      or new.tries < old.tries or new.taken < old.taken
  then raise exception 'what was sent to whom stays on record' using errcode = 'KB002'; end if;
  return new;
end $$;
create trigger fixed before update or delete on sms_recipient for each row execute function sms_recipient_fixed();

-- What a recipient answered, as its gateway told it; told again, it is the same answer.
create table sms_answer (
  tenant_id int not null,
  id uuid not null,
  recipient_id uuid not null,
  text text not null,
  at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, recipient_id) references sms_recipient
);
create unique index sms_answer_once on sms_answer (tenant_id, recipient_id, at, md5(text));
call kb_protect('sms_answer', 'select, insert');
create trigger append_only before update or delete on sms_answer for each row execute function sms_append_only();

-- A company, or a number that answered T, wants no more text messages of this purchaser until it says otherwise.
create table sms_optout (
  tenant_id int not null,
  id uuid not null,
  owner_company_id uuid not null,
  company_id uuid,
  mobile text not null default '',
  mobile_hash blind,
  by_name text not null,
  at timestamptz not null,
  ended_at timestamptz,
  ended_by_name text not null default '',
  primary key (tenant_id, id),
  foreign key (tenant_id, owner_company_id) references company_tenant,
  foreign key (company_id) references company,
  check ((company_id is null) = (mobile <> ''))
);
call kb_seal('sms_optout', 'mobile');
create trigger newest_key before insert or update of mobile_hash on sms_optout
  for each row execute function kb_newest_key('mobile_hash');
create unique index sms_optout_company on sms_optout (tenant_id, owner_company_id, company_id)
  where ended_at is null and company_id is not null;
create unique index sms_optout_number on sms_optout (tenant_id, owner_company_id, mobile_hash)
  where ended_at is null and company_id is null;
create index sms_optout_of_company on sms_optout (tenant_id, company_id) where company_id is not null;
call kb_protect('sms_optout', 'select, insert, update');
create function sms_optout_fixed() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'DELETE' or
      old.ended_at is not null and (new.ended_at, new.ended_by_name) is distinct from (old.ended_at, old.ended_by_name) or
      (new.owner_company_id, new.company_id, new.by_name, new.at) is distinct from
      (old.owner_company_id, old.company_id, old.by_name, old.at)
  then raise exception 'who wanted no text messages stays on record' using errcode = 'KB002'; end if;
  return new;
end $$;
create trigger fixed before update or delete on sms_optout for each row execute function sms_optout_fixed();

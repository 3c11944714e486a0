-- owner: suppliers
-- A company in the library of a purchaser (供应商库). What one owner keeps of a company no other owner sees, unless it is shared.
create table supplier (
  tenant_id int not null,
  id uuid not null,
  owner_company_id uuid not null,
  company_id uuid not null,
  -- As the company is called now; the words of the library are made of them.
  name text not null,
  credit_code text not null,
  state text not null check (state in ('potential', 'onboarding', 'qualified', 'paused', 'left')),
  origin text not null check (origin in ('recommend', 'direct', 'recruit')),
  categories text[] not null default '{}',
  valid_from text check (valid_from ~ '^\d{4}-\d\d-\d\d$'),
  valid_until text check (valid_until ~ '^\d{4}-\d\d-\d\d$'),
  grade text check (grade in ('A', 'B', 'C', 'D')),
  grade_from text check (grade_from ~ '^\d{4}-\d\d-\d\d$'),
  grade_until text check (grade_until ~ '^\d{4}-\d\d-\d\d$'),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  words tsvector not null default '',
  primary key (tenant_id, id),
  unique (tenant_id, owner_company_id, company_id),
  foreign key (tenant_id, owner_company_id) references company_tenant,
  foreign key (company_id) references company,
  check (owner_company_id <> company_id),
  check (state not in ('qualified', 'paused') or (valid_from is not null and valid_until is not null)),
  check ((grade is null) = (grade_from is null) and (grade is null) = (grade_until is null))
);
-- One for the library, and one for each of its filters, newest first.
create index supplier_by_owner on supplier (tenant_id, owner_company_id, id desc);
create index supplier_by_state on supplier (tenant_id, owner_company_id, state, id desc);
create index supplier_by_grade on supplier (tenant_id, owner_company_id, grade, id desc) where grade is not null;
create index supplier_by_origin on supplier (tenant_id, owner_company_id, origin, id desc);
create index supplier_by_company on supplier (tenant_id, company_id);
call kb_protect('supplier', 'select, insert, update');
create policy searching on supplier to current_user using (true) with check (true);

create function supplier_words() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  new.words := public.kb_words(new.name, new.credit_code) || public.kb_spans('@', new.tenant_id, new.id)
    || array_to_tsvector(array['#' || new.owner_company_id]);
  return new;
end $$;
create trigger words before insert or update of name, credit_code on supplier
  for each row execute function supplier_words();
create index supplier_words on supplier using gin (words) with (fastupdate = off);

-- Categories as rows: under row-level security an index of an array is not used.
create table supplier_category (
  tenant_id int not null,
  owner_company_id uuid not null,
  category text not null,
  supplier_id uuid not null,
  primary key (tenant_id, owner_company_id, category, supplier_id),
  foreign key (tenant_id, supplier_id) references supplier
);
create index supplier_category_of on supplier_category (tenant_id, supplier_id);
call kb_protect('supplier_category');
create function supplier_categories() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  delete from public.supplier_category where tenant_id = new.tenant_id and supplier_id = new.id;
  insert into public.supplier_category (tenant_id, owner_company_id, category, supplier_id)
    select distinct new.tenant_id, new.owner_company_id, c, new.id from unnest(new.categories) c;
  return null;
end $$;
create trigger categories after insert or update of categories on supplier
  for each row execute function supplier_categories();

create function supplier_append_only() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  raise exception 'what happened stays on record' using errcode = 'KB002';
end $$;

-- What became of a record: every change with reason, who and when. A recruit order makes or renews a record once.
create table supplier_event (
  tenant_id int not null,
  id uuid not null,
  supplier_id uuid not null,
  action text not null,
  from_state text,
  to_state text not null,
  reason text not null default '',
  source_order_id uuid,
  by_user uuid,
  by_name text not null,
  at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, supplier_id) references supplier
);
create index supplier_event_of on supplier_event (tenant_id, supplier_id, id desc);
create unique index supplier_event_order on supplier_event (tenant_id, supplier_id, source_order_id)
  where source_order_id is not null;
call kb_protect('supplier_event', 'select, insert');
create trigger append_only before update or delete on supplier_event
  for each row execute function supplier_append_only();

-- A company is proposed by an employee, or entered, for the library (推荐入库, 直接入库).
create table supplier_onboarding (
  tenant_id int not null,
  id uuid not null,
  owner_company_id uuid not null,
  supplier_id uuid not null,
  way text not null check (way in ('recommend', 'direct')),
  state text not null check (state in ('draft', 'proposed', 'accepted', 'refused')),
  categories text[] not null,
  valid_from text not null check (valid_from ~ '^\d{4}-\d\d-\d\d$'),
  valid_until text not null check (valid_until ~ '^\d{4}-\d\d-\d\d$'),
  reason text not null,
  files jsonb not null default '[]',
  created_by uuid not null,
  created_by_name text not null,
  created_at timestamptz not null,
  proposed_at timestamptz,
  decided_at timestamptz,
  decided_by_name text not null default '',
  remark text not null default '',
  primary key (tenant_id, id),
  foreign key (tenant_id, supplier_id) references supplier,
  check (valid_from <= valid_until),
  check ((state in ('accepted', 'refused')) = (decided_at is not null))
);
create unique index supplier_onboarding_live on supplier_onboarding (tenant_id, supplier_id)
  where state in ('draft', 'proposed');
create index supplier_onboarding_of on supplier_onboarding (tenant_id, supplier_id, id desc);
create index supplier_onboarding_owner on supplier_onboarding (tenant_id, owner_company_id, way, id desc);
call kb_protect('supplier_onboarding');
create function supplier_onboarding_fixed() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if old.state in ('accepted', 'refused') or (tg_op = 'DELETE' and old.state <> 'draft') then
    raise exception 'what was decided stays on record' using errcode = 'KB002';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger fixed before update or delete on supplier_onboarding
  for each row execute function supplier_onboarding_fixed();

-- A certificate (资质) of a company, as one owner keeps it.
create table supplier_certificate (
  tenant_id int not null,
  id uuid not null,
  owner_company_id uuid not null,
  supplier_id uuid not null,
  kind text not null,
  number text not null,
  issuer text not null,
  scope text not null default '',
  -- Null: it has no end.
  valid_until text check (valid_until ~ '^\d{4}-\d\d-\d\d$'),
  files jsonb not null default '[]',
  created_by_name text not null,
  created_at timestamptz not null,
  removed_at timestamptz,
  removed_by_name text not null default '',
  remove_reason text not null default '',
  primary key (tenant_id, id),
  foreign key (tenant_id, supplier_id) references supplier
);
create unique index supplier_certificate_number on supplier_certificate (tenant_id, supplier_id, kind, number)
  where removed_at is null;
create index supplier_certificate_owner on supplier_certificate (tenant_id, owner_company_id, id desc);
create index supplier_certificate_until on supplier_certificate (tenant_id, owner_company_id, valid_until)
  where removed_at is null;
call kb_protect('supplier_certificate', 'select, insert, update');

-- Which grade a record had from when until when, and why.
create table supplier_grade (
  tenant_id int not null,
  id uuid not null,
  supplier_id uuid not null,
  grade text not null check (grade in ('A', 'B', 'C', 'D')),
  from_day text not null check (from_day ~ '^\d{4}-\d\d-\d\d$'),
  until_day text not null check (until_day ~ '^\d{4}-\d\d-\d\d$'),
  reason text not null,
  by_name text not null,
  at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, supplier_id) references supplier,
  check (from_day <= until_day)
);
create index supplier_grade_of on supplier_grade (tenant_id, supplier_id, id desc);
call kb_protect('supplier_grade', 'select, insert');
create trigger append_only before update or delete on supplier_grade
  for each row execute function supplier_append_only();

-- What grades mean, and from which score on they are given: versions, the newest is in force.
create table supplier_policy (
  tenant_id int not null,
  owner_company_id uuid not null,
  kind text not null check (kind in ('hierarchy', 'rating')),
  version int not null,
  content jsonb not null,
  note text not null default '',
  by_name text not null,
  at timestamptz not null,
  primary key (tenant_id, owner_company_id, kind, version),
  foreign key (tenant_id, owner_company_id) references company_tenant
);
call kb_protect('supplier_policy', 'select, insert');
create trigger append_only before update or delete on supplier_policy
  for each row execute function supplier_append_only();

-- What came in from a list of others: a company above, or a public list.
create table supplier_sync (
  tenant_id int not null,
  id uuid not null,
  owner_company_id uuid not null,
  way text not null check (way in ('superior', 'subordinates', 'public')),
  source text not null,
  queried_at timestamptz not null,
  file_name text not null default '',
  rows_read int not null,
  rows_new int not null,
  rows_possible int not null default 0,
  items jsonb not null,
  by_name text not null,
  at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, owner_company_id) references company_tenant
);
create index supplier_sync_owner on supplier_sync (tenant_id, owner_company_id, id desc);
call kb_protect('supplier_sync', 'select, insert');
create trigger append_only before update or delete on supplier_sync
  for each row execute function supplier_append_only();

-- A company on a list of an owner: black, red, or known of from a public list (untrust).
create table supplier_listing (
  tenant_id int not null,
  id uuid not null,
  owner_company_id uuid not null,
  kind text not null check (kind in ('black', 'red', 'untrust')),
  -- Null: nobody here has the credit code; it is matched by it as soon as somebody has.
  company_id uuid,
  name text not null,
  credit_code text not null default '',
  basis text not null,
  basis_text text not null default '',
  reason text not null,
  hearing text not null default '',
  files jsonb not null default '[]',
  from_day text not null check (from_day ~ '^\d{4}-\d\d-\d\d$'),
  until_day text check (until_day ~ '^\d{4}-\d\d-\d\d$'),
  state text not null check (state in ('draft', 'decided', 'lifted')),
  -- Untrust alone: by credit code, or by name until a person has said whether it is the same company.
  match text not null default 'code' check (match in ('code', 'possible', 'same', 'other')),
  source text not null default '',
  queried_at timestamptz,
  sync_id uuid,
  source_listing_id uuid,
  created_by_name text not null,
  created_at timestamptz not null,
  decided_at timestamptz,
  decided_by_name text not null default '',
  lifted_at timestamptz,
  lifted_by_name text not null default '',
  lift_reason text not null default '',
  primary key (tenant_id, id),
  foreign key (tenant_id, owner_company_id) references company_tenant,
  foreign key (company_id) references company,
  foreign key (tenant_id, sync_id) references supplier_sync,
  check (until_day is null or from_day <= until_day),
  check ((state = 'draft') = (decided_at is null)),
  check ((state = 'lifted') = (lifted_at is not null))
);
create unique index supplier_listing_draft on supplier_listing (tenant_id, owner_company_id, kind, company_id, basis)
  where state = 'draft';
create unique index supplier_listing_copy on supplier_listing (tenant_id, owner_company_id, source_listing_id)
  where source_listing_id is not null;
create index supplier_listing_owner on supplier_listing (tenant_id, owner_company_id, kind, id desc);
create index supplier_listing_company on supplier_listing (tenant_id, owner_company_id, company_id) where state = 'decided';
create index supplier_listing_code on supplier_listing (tenant_id, owner_company_id, credit_code) where kind = 'untrust';
create index supplier_listing_source on supplier_listing (tenant_id, source_listing_id) where source_listing_id is not null;
call kb_protect('supplier_listing');
-- What was decided can end; nothing else of it changes.
create function supplier_listing_fixed() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'DELETE' then
    if old.state <> 'draft' then raise exception 'what was decided stays on record' using errcode = 'KB002'; end if;
    return old;
  end if;
  if old.state = 'lifted' or (old.state = 'decided' and
      (new.kind, new.name, new.credit_code, new.basis, new.basis_text, new.reason, new.hearing, new.files, new.from_day, new.until_day)
        is distinct from
      (old.kind, old.name, old.credit_code, old.basis, old.basis_text, old.reason, old.hearing, old.files, old.from_day, old.until_day))
  then raise exception 'what was decided cannot be changed' using errcode = 'KB002'; end if;
  return new;
end $$;
create trigger fixed before update or delete on supplier_listing
  for each row execute function supplier_listing_fixed();

create table supplier_listing_event (
  tenant_id int not null,
  id uuid not null,
  owner_company_id uuid not null,
  listing_id uuid not null,
  kind text not null,
  action text not null,
  name text not null,
  credit_code text not null,
  summary text not null,
  by_name text not null,
  at timestamptz not null,
  primary key (tenant_id, id)
);
create index supplier_listing_event_owner on supplier_listing_event (tenant_id, owner_company_id, id desc);
create index supplier_listing_event_of on supplier_listing_event (tenant_id, listing_id, id desc);
call kb_protect('supplier_listing_event', 'select, insert');
create trigger append_only before update or delete on supplier_listing_event
  for each row execute function supplier_append_only();

-- Shown to another company: exactly these fields, until that day.
create table supplier_share (
  tenant_id int not null,
  id uuid not null,
  owner_company_id uuid not null,
  supplier_id uuid not null,
  to_company_id uuid not null,
  fields text[] not null check (cardinality(fields) > 0),
  until_day text not null check (until_day ~ '^\d{4}-\d\d-\d\d$'),
  reason text not null,
  created_by_name text not null,
  created_at timestamptz not null,
  ended_at timestamptz,
  ended_by_name text not null default '',
  primary key (tenant_id, id),
  foreign key (tenant_id, supplier_id) references supplier,
  foreign key (tenant_id, to_company_id) references company_tenant,
  check (to_company_id <> owner_company_id)
);
create index supplier_share_of on supplier_share (tenant_id, supplier_id, id desc);
create index supplier_share_to on supplier_share (tenant_id, to_company_id, id desc) where ended_at is null;
call kb_protect('supplier_share', 'select, insert, update');

create view supplier_search as
  select tenant_id, id, owner_company_id, company_id, name, credit_code, state, origin, categories, valid_from, valid_until,
    grade, grade_from, grade_until, words
  from supplier where tenant_id = kb_tenant();
grant select on supplier_search to kaibiao_app;

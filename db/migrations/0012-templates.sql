-- owner: templates
-- A template is what is being written; its published versions are what others use. company_id null: a preset of the
-- platform, for every company of the tenant to use and copy.
create table template (
  tenant_id int not null,
  id uuid not null,
  company_id uuid,
  kind text not null check (kind in (
    'notice', 'material', 'selection', 'ai-avatar', 'review-report', 'integrity-commitment', 'demands-parameter')),
  -- What it is for within its kind: see rules/kinds.ts.
  scope text not null default '',
  name text not null,
  status smallint not null default 0 check (status in (0, 1, 2)),
  is_default boolean not null default false,
  draft jsonb not null,
  -- Raised by every save: who saves upon an older text is told.
  revision int not null default 1,
  -- The newest version; 0 before the first.
  version_no int not null default 0,
  created_by uuid not null,
  created_at timestamptz not null,
  updated_by uuid not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  check (status = 0 or version_no > 0),
  check (not is_default or status = 1)
);
create index template_list on template (tenant_id, kind, company_id, id desc);
-- One default per company and scope; nulls are one company here: the platform.
create unique index template_default on template (tenant_id, kind, scope, company_id) nulls not distinct where is_default;
call kb_protect('template');

-- A published version. Never changed, not even by the owner of the database: see the trigger.
create table template_version (
  tenant_id int not null,
  id uuid not null,
  template_id uuid not null,
  version_no int not null check (version_no > 0),
  scope text not null,
  name text not null,
  note text not null default '',
  content jsonb not null,
  -- SHA-256 over the canonical JSON of what stands in this row: see server/hash.ts.
  content_hash bytea not null,
  published_by uuid not null,
  published_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, template_id, version_no),
  foreign key (tenant_id, template_id) references template
);
call kb_protect('template_version', 'select, insert');
create function template_version_immutable() returns trigger language plpgsql as $$
begin raise exception 'a published template version cannot be changed' using errcode = 'KB003'; end $$;
create trigger immutable before update or delete on template_version for each row execute function template_version_immutable();
create trigger no_truncate before truncate on template_version for each statement execute function template_version_immutable();

-- Which orders a version went into, and as what.
create table template_use (
  tenant_id int not null,
  version_id uuid not null,
  order_id uuid not null,
  purpose text not null,
  used_by uuid not null,
  used_at timestamptz not null,
  primary key (tenant_id, version_id, order_id, purpose),
  foreign key (tenant_id, version_id) references template_version,
  foreign key (tenant_id, order_id) references purchase_order on delete cascade
);
create index template_use_order on template_use (tenant_id, order_id);
call kb_protect('template_use', 'select, insert');

-- The version an order works with, by kind and scope; newer versions do not reach it.
create table template_choice (
  tenant_id int not null,
  order_id uuid not null,
  kind text not null,
  scope text not null default '',
  version_id uuid not null,
  chosen_by uuid not null,
  chosen_at timestamptz not null,
  primary key (tenant_id, order_id, kind, scope),
  foreign key (tenant_id, version_id) references template_version,
  foreign key (tenant_id, order_id) references purchase_order on delete cascade
);
call kb_protect('template_choice');

-- Who has accepted which integrity commitment, with the text as it was read.
create table commitment_acceptance (
  tenant_id int not null,
  id uuid not null,
  version_id uuid not null,
  -- Of the version accepted, repeated here so that the proof needs no other row.
  version_hash bytea not null,
  text jsonb not null,
  text_hash bytea not null,
  trade_id uuid,
  reviewer_id uuid,
  company_id uuid,
  accepted_by uuid not null,
  accepted_at timestamptz not null,
  primary key (tenant_id, id),
  check (num_nonnulls(trade_id, reviewer_id) = 1),
  foreign key (tenant_id, version_id) references template_version,
  foreign key (tenant_id, trade_id) references trade,
  foreign key (tenant_id, reviewer_id) references reviewer
);
create index commitment_acceptance_trade on commitment_acceptance (tenant_id, trade_id, id desc) where trade_id is not null;
create index commitment_acceptance_reviewer on commitment_acceptance (tenant_id, reviewer_id, id desc) where reviewer_id is not null;
call kb_protect('commitment_acceptance', 'select, insert');
create trigger immutable before update or delete on commitment_acceptance for each row execute function template_version_immutable();
create trigger no_truncate before truncate on commitment_acceptance for each statement execute function template_version_immutable();

-- What demands are about, as a tree; company_id null: kept by the platform for all.
create table demand_category (
  tenant_id int not null,
  id uuid not null,
  company_id uuid,
  parent_id uuid,
  code text not null,
  name text not null,
  sort int not null default 0,
  is_enabled boolean not null default true,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  unique nulls not distinct (tenant_id, company_id, code),
  foreign key (tenant_id, parent_id) references demand_category
);
create index demand_category_tree on demand_category (tenant_id, company_id, parent_id, sort);
call kb_protect('demand_category');

-- owner: payment

-- A period in which companies are ranked by what they pay for services. Proposed by one person, agreed to by another.
create table promotion (
  tenant_id int not null,
  id uuid not null,
  name text not null,
  -- Categories of products that count, see rules/catalogue.ts.
  categories text[] not null check (cardinality(categories) > 0),
  from_at timestamptz not null,
  until_at timestamptz not null,
  state text not null check (state in ('proposed', 'approved', 'refused')),
  proposed_by uuid not null,
  proposed_by_name text not null,
  created_at timestamptz not null,
  decided_by uuid,
  decided_by_name text not null default '',
  decided_at timestamptz,
  primary key (tenant_id, id),
  check (until_at > from_at),
  check ((state = 'proposed') = (decided_by is null)),
  check (decided_by is distinct from proposed_by)
);
create unique index promotion_once on promotion (tenant_id, name, from_at) where state <> 'refused';
create index promotion_in_force on promotion (tenant_id, until_at) where state = 'approved';
call kb_protect('promotion', 'select, insert, update');

create index pay_order_services on pay_order (tenant_id, paid_at) where state = 'paid' and subject_kind = 'sku';

-- owner: cockpit
-- What a supplier says of itself, so that open orders can be held against it; what is left empty is read from its past.
create table match_profile (
  tenant_id int not null,
  company_id uuid not null,
  categories text[] not null default '{}',
  keywords text[] not null default '{}',
  regions text[] not null default '{}',
  -- Yuan; null: no bound.
  least numeric(20, 2) check (least >= 0),
  most numeric(20, 2) check (most >= 0),
  -- [{ name, validUntil }]: days of Beijing, null: without end.
  certificates jsonb not null default '[]',
  updated_by uuid not null,
  updated_by_name text not null,
  updated_at timestamptz not null,
  primary key (tenant_id, company_id),
  foreign key (tenant_id, company_id) references company_tenant,
  check (least <= most)
);
call kb_protect('match_profile');

-- Open orders that one employee does not want to be shown again.
create table match_hidden (
  tenant_id int not null,
  employee_id uuid not null,
  order_id uuid not null,
  hidden_at timestamptz not null,
  primary key (tenant_id, employee_id, order_id),
  foreign key (tenant_id, employee_id) references employee,
  foreign key (tenant_id, order_id) references purchase_order
);
call kb_protect('match_hidden');

-- Of a tenant's orders few are open to sign up for.
create index purchase_order_signing_up on purchase_order (tenant_id, sign_up_end) where state = 'publish.open';

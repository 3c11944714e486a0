-- owner: packages
-- Orders of one project that run as one: one notice, one sign-up. Who runs it are those who run its orders.
create table order_package (
  tenant_id int not null,
  id uuid not null,
  project_id uuid not null,
  code text not null,
  title text not null,
  -- What the shared notice says beside what follows from the orders.
  remark text not null default '',
  created_by uuid not null,
  created_by_name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, code),
  -- A project without orders may be deleted, and packages whose drafts are gone go with it.
  foreign key (tenant_id, project_id) references project on delete cascade
);
create index order_package_project on order_package (tenant_id, project_id, id desc);
call kb_protect('order_package');

-- owner: procurement
-- The package that an order is part of; a draft joins, and nothing leaves.
alter table purchase_order add column package_id uuid;
alter table purchase_order add foreign key (tenant_id, package_id) references order_package;
create index purchase_order_package on purchase_order (tenant_id, package_id, lot_no) where package_id is not null;

-- A notice that says what another one of its package says already is not listed again.
alter table notice add column is_listed boolean not null default true;

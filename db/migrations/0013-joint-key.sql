-- owner: joint-key

-- An attempt at making a joint key for an order. Failed attempts stay on record with those who failed them.
create table joint_ceremony (
  tenant_id int not null,
  id uuid not null,
  order_id uuid not null,
  attempt int not null,
  threshold smallint not null check (threshold between 2 and 15),
  status smallint not null,
  -- Indexes of officers shown to have lied, and what about.
  liars smallint[] not null default '{}',
  failure text not null default '',
  -- Of the finished record: what the announcement publishes.
  fingerprint text,
  created_by uuid not null,
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, order_id, attempt),
  -- With a draft that is deleted, its attempts go.
  foreign key (tenant_id, order_id) references purchase_order on delete cascade
);
-- One attempt at a time; 5 failed.
create unique index joint_ceremony_live on joint_ceremony (tenant_id, order_id) where status <> 5;
call kb_protect('joint_ceremony', 'select, insert, update');

-- What each officer has contributed: public all of it. The device's secret never reaches the service.
create table joint_officer (
  tenant_id int not null,
  ceremony_id uuid not null,
  idx smallint not null check (idx between 1 and 15),
  user_id uuid not null,
  name text not null,
  company_name text not null,
  role text not null check (role in ('purchaser', 'agency', 'supervisor')),
  device jsonb,
  dealing jsonb,
  complaint jsonb,
  confirmation jsonb,
  primary key (tenant_id, ceremony_id, idx),
  unique (tenant_id, ceremony_id, user_id),
  foreign key (tenant_id, ceremony_id) references joint_ceremony on delete cascade
);
create index joint_officer_user on joint_officer (tenant_id, user_id);
call kb_protect('joint_officer', 'select, insert, update');

-- owner: follows
-- Orders and companies that a company follows as a supplier. Of both: what its people were told last, in words, when, and where
-- it leads. The oldest ones are in force, as many as the company has bought.
create table order_follow (
  tenant_id int not null,
  company_id uuid not null,
  order_id uuid not null,
  -- For the own company alone.
  remark text not null default '',
  last_text text not null default '',
  last_link text not null default '',
  last_at timestamptz,
  created_at timestamptz not null,
  primary key (tenant_id, company_id, order_id),
  foreign key (tenant_id, company_id) references company_tenant,
  foreign key (tenant_id, order_id) references purchase_order,
  check ((last_at is null) = (last_text = ''))
);
create index order_follow_order on order_follow (tenant_id, order_id);
call kb_protect('order_follow');

create table company_follow (
  tenant_id int not null,
  company_id uuid not null,
  followed_id uuid not null,
  last_text text not null default '',
  last_link text not null default '',
  last_at timestamptz,
  created_at timestamptz not null,
  primary key (tenant_id, company_id, followed_id),
  foreign key (tenant_id, company_id) references company_tenant,
  foreign key (tenant_id, followed_id) references company_tenant,
  check (company_id <> followed_id),
  check ((last_at is null) = (last_text = ''))
);
create index company_follow_followed on company_follow (tenant_id, followed_id);
call kb_protect('company_follow');

-- What a company notes of another one (标记), followed or not; for its own people alone.
create table company_mark (
  tenant_id int not null,
  company_id uuid not null,
  marked_id uuid not null,
  tag text not null check (tag <> ''),
  remark text not null default '',
  marked_at timestamptz not null,
  primary key (tenant_id, company_id, marked_id),
  foreign key (tenant_id, company_id) references company_tenant,
  foreign key (tenant_id, marked_id) references company_tenant,
  check (company_id <> marked_id)
);
call kb_protect('company_mark');

-- owner: recruit
-- A company calls for suppliers to its library. `categories`: what it looks for, each with the documents that it asks for;
-- `invited`: the suppliers that it chose, where it does not call all; `assist`: people who may read and check, too.
create table recruit_order (
  tenant_id int not null,
  id uuid not null,
  code text not null,
  owner_company_id uuid not null,
  owner_side text not null check (owner_side in ('purchaser', 'agency')),
  state text not null check (state in ('draft', 'recruiting', 'ended', 'drafted', 'published', 'abandoned')),
  title text not null,
  openness text not null check (openness in ('open', 'chosen')),
  invited uuid[] not null default '{}',
  categories jsonb not null default '[]',
  materials jsonb not null default '[]',
  notice text not null default '',
  fee_timing text not null default 'none' check (fee_timing in ('none', 'signUp', 'passed')),
  fee_amount numeric(20, 2) check (fee_amount > 0),
  starts_at timestamptz,
  ends_at timestamptz,
  contact_name text not null default '',
  contact_phone text not null default '',
  files jsonb not null default '[]',
  assist uuid[] not null default '{}',
  created_by uuid not null,
  created_by_name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  published_at timestamptz,
  ended_at timestamptz,
  -- Ended before its deadline, or given up: why.
  end_reason text not null default '',
  primary key (tenant_id, id),
  unique (tenant_id, code),
  foreign key (tenant_id, owner_company_id) references company_tenant,
  check ((fee_timing = 'none') = (fee_amount is null)),
  check (state = 'draft' or (published_at is not null and starts_at < ends_at))
);
create index recruit_order_owner on recruit_order (tenant_id, owner_company_id, owner_side, id desc);
create index recruit_order_published on recruit_order (tenant_id, id desc) where state <> 'draft';
create index recruit_order_invited on recruit_order using gin (invited) where openness = 'chosen';
call kb_protect('recruit_order');
call kb_seal('recruit_order', 'contact_phone');

-- What suppliers apply by does not change once it is published, but by a change that tells them.
create function recruit_order_fixed() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'DELETE' then
    if old.state <> 'draft' then raise exception 'what was published stays on record' using errcode = 'KB002'; end if;
    return old;
  end if;
  if (new.owner_company_id, new.owner_side, new.code) is distinct from (old.owner_company_id, old.owner_side, old.code)
     or (old.state <> 'draft' and (new.state = 'draft' or
       (new.title, new.openness, new.invited, new.categories, new.materials, new.fee_timing, new.fee_amount, new.starts_at, new.published_at, new.files)
         is distinct from
       (old.title, old.openness, old.invited, old.categories, old.materials, old.fee_timing, old.fee_amount, old.starts_at, old.published_at, old.files)))
     or (old.state in ('published', 'abandoned') and
       (new.state, new.notice, new.ends_at, new.ended_at, new.end_reason)
         is distinct from (old.state, old.notice, old.ends_at, old.ended_at, old.end_reason))
  then raise exception 'what was published cannot be changed' using errcode = 'KB002'; end if;
  return new;
end $$;
create trigger recruit_order_fixed before update or delete on recruit_order
  for each row execute function recruit_order_fixed();

-- Changes of a published call: saved, then released to all who applied.
create table recruit_change (
  tenant_id int not null,
  id uuid not null,
  order_id uuid not null,
  no int not null,
  state text not null check (state in ('saved', 'released')),
  content text not null,
  -- The new deadline, text and contact; null: as before. `before`: what they were at the release.
  ends_at timestamptz,
  notice text,
  before_ends_at timestamptz,
  before_notice text,
  created_by_name text not null,
  created_at timestamptz not null,
  released_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, order_id, no),
  foreign key (tenant_id, order_id) references recruit_order,
  check ((state = 'released') = (released_at is not null))
);
create unique index recruit_change_saved on recruit_change (tenant_id, order_id) where state = 'saved';
call kb_protect('recruit_change', 'select, insert, update');
create function recruit_change_fixed() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if old.state = 'released' then raise exception 'a released change cannot be changed' using errcode = 'KB002'; end if;
  return new;
end $$;
create trigger recruit_change_fixed before update on recruit_change for each row execute function recruit_change_fixed();

-- What one supplier applies for: 0 to be checked, 1 passed, 2 refused, 3 sent back.
create table recruit_trade (
  tenant_id int not null,
  id uuid not null,
  order_id uuid not null,
  supplier_company_id uuid not null,
  status smallint not null check (status between 0 and 3),
  categories text[] not null,
  documents jsonb not null,
  note text not null default '',
  contact_name text not null,
  contact_phone text not null default '',
  -- By what its fee is known to those who pay.
  payment_id uuid not null,
  created_by uuid not null,
  created_by_name text not null,
  applied_at timestamptz not null,
  handed_in_at timestamptz not null,
  decided_at timestamptz,
  decided_by_name text not null default '',
  reason text not null default '',
  primary key (tenant_id, id),
  unique (tenant_id, order_id, supplier_company_id),
  unique (tenant_id, payment_id),
  foreign key (tenant_id, order_id) references recruit_order,
  foreign key (tenant_id, supplier_company_id) references company_tenant
);
create index recruit_trade_order on recruit_trade (tenant_id, order_id, id desc);
create index recruit_trade_status on recruit_trade (tenant_id, order_id, status, id desc);
create index recruit_trade_supplier on recruit_trade (tenant_id, supplier_company_id, order_id);
call kb_protect('recruit_trade', 'select, insert, update');
call kb_seal('recruit_trade', 'contact_phone');

-- What happened to an application, in order; never changed.
create table recruit_check (
  tenant_id int not null,
  trade_id uuid not null,
  no int not null,
  action text not null check (action in ('handIn', 'mend', 'pass', 'refuse', 'sendBack')),
  reason text not null default '',
  by_name text not null,
  at timestamptz not null,
  primary key (tenant_id, trade_id, no),
  foreign key (tenant_id, trade_id) references recruit_trade
);
call kb_protect('recruit_check', 'select, insert');

-- What a supplier paid for its application, and what was given back; after a refund it may pay once more.
create table recruit_fee (
  tenant_id int not null,
  -- Of the cashier.
  pay_order_id uuid not null,
  pay_order_code text not null,
  trade_id uuid not null,
  order_id uuid not null,
  amount numeric(20, 2) not null check (amount > 0),
  paid_at timestamptz not null,
  -- Asked back; it has arrived at `refunded_at`. Where it cannot be given back yet, why.
  refund_at timestamptz,
  refunded_at timestamptz,
  refund_problem text not null default '',
  primary key (tenant_id, pay_order_id),
  foreign key (tenant_id, trade_id) references recruit_trade,
  check (refunded_at is null or refund_at is not null)
);
create unique index recruit_fee_kept on recruit_fee (tenant_id, trade_id) where refund_at is null;
create index recruit_fee_trade on recruit_fee (tenant_id, trade_id);
create index recruit_fee_order on recruit_fee (tenant_id, order_id);
call kb_protect('recruit_fee', 'select, insert, update');
create function recruit_fee_fixed() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if (old.pay_order_code, old.trade_id, old.order_id, old.amount, old.paid_at)
     is distinct from (new.pay_order_code, new.trade_id, new.order_id, new.amount, new.paid_at)
  then raise exception 'what was paid cannot be changed' using errcode = 'KB002'; end if;
  return new;
end $$;
create trigger recruit_fee_fixed before update on recruit_fee for each row execute function recruit_fee_fixed();

-- Who gets into the library, for what and how long: a line per supplier, written anew as long as it is not published.
create table recruit_result (
  tenant_id int not null,
  order_id uuid not null,
  trade_id uuid not null,
  categories text[] not null,
  -- Days of Beijing, `2026-11-28`.
  valid_from text not null check (valid_from ~ '^\d{4}-\d\d-\d\d$'),
  valid_until text not null check (valid_until ~ '^\d{4}-\d\d-\d\d$'),
  published_at timestamptz,
  primary key (tenant_id, order_id, trade_id),
  foreign key (tenant_id, trade_id) references recruit_trade,
  check (valid_from <= valid_until),
  check (cardinality(categories) > 0)
);
call kb_protect('recruit_result');
create function recruit_result_fixed() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if old.published_at is not null then raise exception 'a published result cannot be changed' using errcode = 'KB002'; end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger recruit_result_fixed before update or delete on recruit_result for each row execute function recruit_result_fixed();

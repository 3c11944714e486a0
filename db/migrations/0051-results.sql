-- owner: procurement
-- Who is put forward and who wins, as versions. A result that falls away is followed by another and stays as it was; the
-- highest version of its kind is in force.
create table order_result (
  tenant_id int not null,
  id uuid not null,
  order_id uuid not null,
  kind text not null check (kind in ('candidates', 'award')),
  version int not null check (version > 0),
  -- Why it takes the place of the version before: one of a closed list (rules/result-change.ts), with the evidence.
  cause text,
  reason text not null default '',
  evidence_file uuid,
  evidence_name text,
  decided_at timestamptz not null,
  -- Candidates are ranked first and publicised later; those of an auction are told by its result alone.
  published_by uuid,
  notice_id uuid,
  primary key (tenant_id, id),
  unique (tenant_id, order_id, kind, version),
  foreign key (tenant_id, order_id) references purchase_order,
  foreign key (tenant_id, notice_id) references notice,
  check ((version = 1) = (cause is null)),
  check ((evidence_file is null) = (evidence_name is null))
);

-- Row-level security would hide the rows of all tenants from the owner.
alter table purchase_order no force row level security;
alter table notice no force row level security;
alter table candidate no force row level security;
alter table award no force row level security;

insert into order_result (tenant_id, id, order_id, kind, version, decided_at, published_by, notice_id)
  select o.tenant_id, gen_random_uuid(), o.id, 'candidates', 1, coalesce(n.published_at, o.updated_at), n.created_by, n.id
  from purchase_order o
  left join lateral (
    select n.id, n.created_by, n.published_at from notice n
    where n.tenant_id = o.tenant_id and n.order_id = o.id and n.kind = 4 and n.status = 1
    order by n.published_at desc limit 1
  ) n on true
  where exists (select from candidate c where c.tenant_id = o.tenant_id and c.order_id = o.id);

insert into order_result (tenant_id, id, order_id, kind, version, reason, decided_at, published_by, notice_id)
  select a.tenant_id, gen_random_uuid(), a.order_id, 'award', 1, a.reason, a.decided_at, a.decided_by, n.id
  from award a
  left join lateral (
    select n.id from notice n
    where n.tenant_id = a.tenant_id and n.order_id = a.order_id and n.kind = 5 and n.status = 1
    order by n.published_at desc limit 1
  ) n on true;

alter table candidate
  add column result_id uuid,
  -- Null: of the order as a whole.
  add column item_id uuid,
  -- What the price is made of, line by line, as the review left it: itemId, quantity, unitPrice, amount. Null: unknown.
  add column lines jsonb;
update candidate c set result_id = r.id
  from order_result r where r.tenant_id = c.tenant_id and r.order_id = c.order_id and r.kind = 'candidates';
alter table candidate
  alter column result_id set not null,
  drop constraint candidate_pkey,
  drop column order_id,
  add unique nulls not distinct (tenant_id, result_id, item_id, rank),
  add unique nulls not distinct (tenant_id, result_id, item_id, trade_id),
  add foreign key (tenant_id, result_id) references order_result on delete cascade,
  add foreign key (tenant_id, item_id) references project_item;

-- One row per winner.
alter table award rename to award_before;
create table award (
  tenant_id int not null,
  result_id uuid not null,
  trade_id uuid not null,
  price numeric(20,2) not null,
  primary key (tenant_id, result_id, trade_id),
  foreign key (tenant_id, result_id) references order_result,
  foreign key (tenant_id, trade_id) references trade
);
insert into award (tenant_id, result_id, trade_id, price)
  select b.tenant_id, r.id, b.trade_id, b.price
  from award_before b
  join order_result r on r.tenant_id = b.tenant_id and r.order_id = b.order_id and r.kind = 'award';
drop table award_before;

-- What a winner delivers. Without an item: all of the order, at one price.
create table award_line (
  tenant_id int not null,
  result_id uuid not null,
  trade_id uuid not null,
  line int not null,
  item_id uuid,
  quantity numeric(24,6) not null check (quantity > 0),
  unit_price numeric(24,6) not null,
  amount numeric(20,2) not null,
  primary key (tenant_id, result_id, trade_id, line),
  foreign key (tenant_id, result_id, trade_id) references award,
  foreign key (tenant_id, item_id) references project_item
);
insert into award_line (tenant_id, result_id, trade_id, line, quantity, unit_price, amount)
  select tenant_id, result_id, trade_id, 1, 1, price, price from award;

alter table purchase_order force row level security;
alter table notice force row level security;
alter table candidate force row level security;
call kb_protect('order_result');
call kb_protect('award', 'select, insert');
call kb_protect('award_line', 'select, insert');
revoke update on candidate from kaibiao_app;

-- What was published stays: nobody changes it, the owner of the database included.
create function order_result_fixed() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'TRUNCATE' or old.notice_id is not null then
    raise exception 'a published result cannot be changed' using errcode = 'KB002';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger fixed before update or delete on order_result for each row execute function order_result_fixed();
create trigger no_truncate before truncate on order_result for each statement execute function order_result_fixed();
create function candidate_fixed() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if exists (select from public.order_result r
    where r.tenant_id = old.tenant_id and r.id = old.result_id and r.notice_id is not null) then
    raise exception 'a published result cannot be changed' using errcode = 'KB002';
  end if;
  return old;
end $$;
create trigger fixed before delete on candidate for each row execute function candidate_fixed();

-- The one way to read who is put forward and who wins.
create view result_in_force with (security_invoker = true) as
  select r.* from order_result r
  where not exists (
    select from order_result n
    where n.tenant_id = r.tenant_id and n.order_id = r.order_id and n.kind = r.kind and n.version > r.version
  );
create view candidate_in_force with (security_invoker = true) as
  select r.tenant_id, r.order_id, r.id as result_id, r.version, r.notice_id, c.item_id, c.rank, c.trade_id, c.price, c.score, c.lines
  from result_in_force r join candidate c on c.tenant_id = r.tenant_id and c.result_id = r.id;
create view award_in_force with (security_invoker = true) as
  select r.tenant_id, r.order_id, r.id as result_id, r.version, r.notice_id, r.reason, r.decided_at, a.trade_id, a.price
  from result_in_force r join award a on a.tenant_id = r.tenant_id and a.result_id = r.id;
-- What an order was awarded at, all winners together.
create view award_total with (security_invoker = true) as
  select tenant_id, order_id, sum(price) as price from award_in_force group by tenant_id, order_id;
grant select on result_in_force, candidate_in_force, award_in_force, award_total to kaibiao_app;

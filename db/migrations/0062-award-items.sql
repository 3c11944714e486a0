-- owner: procurement
-- What a result says of single lines: why one does not go to its best price, and what of it is not bought at all.
create table award_item (
  tenant_id int not null,
  result_id uuid not null,
  item_id uuid not null,
  reason text not null default '',
  unbought numeric(24,6) not null default 0 check (unbought >= 0),
  unbought_reason text not null default '',
  primary key (tenant_id, result_id, item_id),
  foreign key (tenant_id, result_id) references order_result,
  foreign key (tenant_id, item_id) references project_item,
  check ((unbought > 0) = (unbought_reason <> ''))
);
call kb_protect('award_item', 'select, insert');

-- What was published stays. Rows of award, award_line and award_item are written once, the owner of the database included.
create function award_fixed() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  raise exception 'an award cannot be changed' using errcode = 'KB002';
end $$;
create trigger fixed before update or delete on award for each row execute function award_fixed();
create trigger fixed before update or delete on award_line for each row execute function award_fixed();
create trigger fixed before update or delete on award_item for each row execute function award_fixed();
create trigger no_truncate before truncate on award for each statement execute function award_fixed();
create trigger no_truncate before truncate on award_line for each statement execute function award_fixed();
create trigger no_truncate before truncate on award_item for each statement execute function award_fixed();

-- What an order was awarded at, all winners together, and what it was estimated at. Where something is left unbought, nobody
-- has said what the rest was estimated at: it saves nothing.
create or replace view award_total with (security_invoker = true) as
  select a.tenant_id, a.order_id, sum(a.price) as price,
    case when exists (select from award_item i
      where i.tenant_id = a.tenant_id and i.result_id = a.result_id and i.unbought > 0)
      then sum(a.price) else o.estimated_price end as estimated
  from award_in_force a join purchase_order o on o.tenant_id = a.tenant_id and o.id = a.order_id
  group by a.tenant_id, a.order_id, a.result_id, o.estimated_price;

-- A supplier wins a line once in a result, so that its quantity says all.
create unique index award_line_item on award_line (tenant_id, result_id, trade_id, item_id) where item_id is not null;

-- owner: auction
-- What the best offer of an order must reach, fixed before the publication and kept secret until the auction has ended by its
-- time. `commitment`: SHA-256 of price and salt, which the notice publishes; `secret`: both, sealed by the service.
create table auction_reserve (
  tenant_id int not null,
  order_id uuid not null,
  commitment bytea not null,
  secret text not null,
  -- The start price that it was set by: with another one it is set anew.
  start_price numeric(20,2) not null,
  set_by uuid not null,
  set_at timestamptz not null,
  price numeric(20,2),
  salt bytea,
  revealed_at timestamptz,
  primary key (tenant_id, order_id),
  foreign key (tenant_id, order_id) references purchase_order on delete cascade,
  check ((price is null) = (revealed_at is null) and (salt is null) = (revealed_at is null))
);
call kb_protect('auction_reserve', 'select, insert, update');
call kb_seal('auction_reserve', 'secret');

-- What was published, or revealed, stays.
create function auction_reserve_fixed() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if old.revealed_at is not null and (new.price, new.salt, new.revealed_at) is distinct from (old.price, old.salt, old.revealed_at)
    or new.commitment <> old.commitment and exists (
      select from public.purchase_order o
      where o.tenant_id = old.tenant_id and o.id = old.order_id and o.published_at is not null)
  then
    raise exception 'the reserve of a published order stays' using errcode = 'KB002';
  end if;
  return new;
end $$;
create trigger fixed before update on auction_reserve for each row execute function auction_reserve_fixed();

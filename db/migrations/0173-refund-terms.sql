-- owner: membership
-- For how many days a service that nothing was done with goes back whole: as the platform promised when it was bought. Until now
-- that was a week everywhere.
alter table service_lot add column whole_days int not null default 7 check (whole_days between 0 and 60);
create or replace function service_lot_fixed() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if (old.company_id, old.product, old.quantity, old.from_at, old.until_at, old.paid, old.pay_order_id, old.line, old.part,
      old.whole_days)
     is distinct from
     (new.company_id, new.product, new.quantity, new.from_at, new.until_at, new.paid, new.pay_order_id, new.line, new.part,
      new.whole_days)
     or new.used < old.used or (old.ended_at is not null and new.ended_at is distinct from old.ended_at)
  then raise exception 'what was bought cannot be changed' using errcode = 'KB002'; end if;
  return new;
end $$;

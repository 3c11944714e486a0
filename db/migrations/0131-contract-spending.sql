-- owner: budget
-- A payment of a contract counts once towards the budget of its order.
alter table budget_payment add column contract_payment_id uuid;
create unique index budget_payment_of_contract on budget_payment (tenant_id, contract_payment_id)
  where contract_payment_id is not null;

create or replace function budget_payment_fixed() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if old.taken_back_at is not null or new.taken_back_at is null
     or (new.order_id, new.amount, new.paid_on, new.voucher, new.note, new.files, new.parts, new.by_name, new.at, new.contract_payment_id)
       is distinct from (old.order_id, old.amount, old.paid_on, old.voucher, old.note, old.files, old.parts, old.by_name, old.at, old.contract_payment_id)
  then raise exception 'a registered payment is taken back, never changed' using errcode = 'KB002'; end if;
  return new;
end $$;

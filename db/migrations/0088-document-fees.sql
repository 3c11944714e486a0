-- owner: document-fee

-- That a supplier has paid for the documents of an order, once per sign-up, and what was given back.
create table document_fee (
  tenant_id int not null,
  trade_id uuid not null,
  order_id uuid not null,
  -- Of the cashier.
  pay_order_id uuid not null,
  amount numeric(20, 2) not null check (amount > 0),
  paid_at timestamptz not null,
  -- Asked back; it has arrived at `refunded_at`. Where it cannot be given back yet, why.
  refund_at timestamptz,
  refunded_at timestamptz,
  refund_problem text not null default '',
  primary key (tenant_id, trade_id),
  check (refunded_at is null or refund_at is not null)
);
create index document_fee_order on document_fee (tenant_id, order_id);
create unique index document_fee_payment on document_fee (tenant_id, pay_order_id);
call kb_protect('document_fee', 'select, insert, update');

create function document_fee_fixed() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if (old.order_id, old.pay_order_id, old.amount, old.paid_at) is distinct from (new.order_id, new.pay_order_id, new.amount, new.paid_at)
  then raise exception 'what was paid cannot be changed' using errcode = 'KB002'; end if;
  return new;
end $$;
create trigger document_fee_fixed before update on document_fee for each row execute function document_fee_fixed();

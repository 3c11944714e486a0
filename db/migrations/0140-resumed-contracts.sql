-- Owner: contracts. A contract under a frame agreement that was completed goes on when the agreement brings a further order.
create or replace function contract_fixed() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'DELETE' then
    if old.state <> 'draft' then raise exception 'what was offered stays on record' using errcode = 'KB002'; end if;
    return old;
  end if;
  if (new.code, new.order_id, new.result_id, new.trade_id, new.purchaser_company_id, new.supplier_company_id, new.award_price)
       is distinct from
     (old.code, old.order_id, old.result_id, old.trade_id, old.purchaser_company_id, old.supplier_company_id, old.award_price)
     or (old.signed_at is not null and
       (new.title, new.payer, new.pay_mode, new.late_rate, new.lpr, new.size, new.signed_at, new.signed_on)
         is distinct from
       (old.title, old.payer, old.pay_mode, old.late_rate, old.lpr, old.size, old.signed_at, old.signed_on))
     or (old.state <> 'draft' and new.state <> 'draft' and new.version = old.version and
       (new.price, new.terms, new.place, new.deliver_by, new.pay_days, new.milestones, new.files, new.content_hash)
         is distinct from
       (old.price, old.terms, old.place, old.deliver_by, old.pay_days, old.milestones, old.files, old.content_hash))
     or old.state in ('completed', 'terminated') and new.scans is not distinct from old.scans
       and not (old.state = 'completed' and new.state = 'signed' and old.agreement_id is not null)
     or new.version < old.version
  then raise exception 'what was agreed cannot be changed' using errcode = 'KB002'; end if;
  return new;
end $$;

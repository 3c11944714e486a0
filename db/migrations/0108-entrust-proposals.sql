-- owner: entrust
-- An agency that registers a project for a purchaser with an account proposes the entrustment; the purchaser agrees or not.
alter table entrustment add column proposed_by text not null default 'purchaser' check (proposed_by in ('purchaser', 'agency'));
-- Of the side that answered: whoever takes the orders back when an agency ends what it proposed.
alter table entrustment add column decided_by uuid;
drop index entrustment_agency;
create index entrustment_agency on entrustment (tenant_id, agency_company_id, id desc) where state <> 'draft' or proposed_by = 'agency';

create or replace function entrustment_fixed() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'DELETE' then
    if old.state <> 'draft' then raise exception 'what was offered stays on record' using errcode = 'KB002'; end if;
    return old;
  end if;
  if (new.project_id, new.purchaser_company_id, new.proposed_by)
       is distinct from (old.project_id, old.purchaser_company_id, old.proposed_by)
     or (old.state <> 'draft' and
       (new.agency_company_id, new.kept, new.fee_rule, new.fee_payer, new.fee_amount, new.note, new.contract_files)
         is distinct from
       (old.agency_company_id, old.kept, old.fee_rule, old.fee_payer, old.fee_amount, old.note, old.contract_files))
     or old.state in ('refused', 'ended')
     or (old.state = 'accepted' and new.state <> 'ended')
  then raise exception 'what was offered cannot be changed' using errcode = 'KB002'; end if;
  return new;
end $$;

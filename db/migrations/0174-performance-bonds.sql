-- owner: contracts
-- What a contract demands as performance bond (履约保证金), in yuan and in per cent of the award's price; null: none. It is part of
-- what both sides sign.
alter table contract add column performance_bond numeric(20, 2) check (performance_bond > 0);
alter table contract add column performance_rate numeric(20, 4);
alter table contract add check ((performance_bond is null) = (performance_rate is null));

create function contract_bond_fixed() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if old.state <> 'draft' and new.state <> 'draft'
     and (new.performance_bond, new.performance_rate) is distinct from (old.performance_bond, old.performance_rate)
  then raise exception 'what was agreed cannot be changed' using errcode = 'KB002'; end if;
  return new;
end $$;
create trigger contract_bond_fixed before update on contract for each row execute function contract_bond_fixed();

-- owner: membership

-- Counts of a lot that are set apart for services under way: used when the service was rendered, free again when it was not.
alter table service_lot add column held int not null default 0 check (held >= 0);
alter table service_lot add constraint service_lot_covered check (quantity is null or used + held <= quantity);

-- held → used or released. A use that was released is kept, and the subject can be asked for again.
alter table service_use add column state text not null default 'used' check (state in ('held', 'used', 'released'));
alter table service_use add column settled_at timestamptz;
alter table service_use add column reason text not null default '';
alter table service_use add check (state <> 'held' or settled_at is null);
drop index service_use_subject;
create unique index service_use_subject on service_use (tenant_id, company_id, product, subject) where state <> 'released';
grant update (state, settled_at, reason) on service_use to kaibiao_app;

create function service_use_fixed() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if old.state <> 'held' then raise exception 'what a service was used for cannot be changed' using errcode = 'KB002'; end if;
  return new;
end $$;
create trigger service_use_fixed before update on service_use for each row execute function service_use_fixed();

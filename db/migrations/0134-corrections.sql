-- owner: payment

-- A journal that somebody of the platform wants to be undone by one the other way round, with the reason. Another person
-- agrees or refuses; once agreed to, a journal is undone for good.
create table correction (
  tenant_id int not null,
  id uuid not null,
  journal_id uuid not null,
  reason text not null check (reason <> ''),
  state text not null check (state in ('proposed', 'approved', 'refused')),
  proposed_by uuid not null,
  proposed_by_name text not null,
  created_at timestamptz not null,
  decided_by uuid,
  decided_by_name text not null default '',
  decided_at timestamptz,
  -- The journal that undoes it.
  reversal_id uuid,
  primary key (tenant_id, id),
  check ((state = 'proposed') = (decided_by is null)),
  check ((state = 'approved') = (reversal_id is not null)),
  check (decided_by is distinct from proposed_by)
);
create unique index correction_live on correction (tenant_id, journal_id) where state <> 'refused';
call kb_protect('correction', 'select, insert, update');

create function correction_fixed() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if old.state <> 'proposed' then raise exception 'a decision stands' using errcode = 'KB002'; end if;
  return new;
end $$;
create trigger correction_fixed before update on correction for each row execute function correction_fixed();

-- How often a difference was taken up again because its journal was undone.
alter table recon_line add column reopened int not null default 0;

-- owner: portraits
-- A portrait that a company has bought: of whom, and for how long it may be looked at. Its id is the subject of the count.
create table portrait_view (
  tenant_id int not null,
  id uuid not null,
  company_id uuid not null,
  -- Whose portrait it is.
  subject_id uuid not null,
  user_id uuid not null,
  user_name text not null,
  opened_at timestamptz not null,
  until_at timestamptz not null,
  primary key (tenant_id, id),
  check (until_at > opened_at)
);
create index portrait_view_company on portrait_view (tenant_id, company_id, opened_at desc);
create index portrait_view_subject on portrait_view (tenant_id, company_id, subject_id, until_at);
call kb_protect('portrait_view', 'select, insert');
create function portrait_view_fixed() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  raise exception 'a portrait that was bought cannot be changed' using errcode = 'KB002';
end $$;
create trigger fixed before update or delete on portrait_view for each row execute function portrait_view_fixed();

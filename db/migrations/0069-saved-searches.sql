-- owner: saved-searches
-- Filters of the list of published orders that somebody keeps, and is told by of new ones. `words` and `region_parts` are
-- keyword and region as the list asks for them (src/server/search): equal ones find the same orders.
create table saved_search (
  tenant_id int not null,
  id uuid not null,
  employee_id uuid not null,
  name text not null,
  keyword text not null,
  category text,
  region text not null,
  -- Null: no keyword.
  words tsquery,
  -- Patterns of LIKE; all of them match.
  region_parts text[] not null,
  is_telling boolean not null,
  -- How often it has told, and when it did last.
  told_count int not null default 0,
  told_at timestamptz,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, employee_id) references employee,
  unique (tenant_id, employee_id, name),
  unique nulls not distinct (tenant_id, employee_id, category, words, region_parts),
  check ((told_count > 0) = (told_at is not null))
);
create index saved_search_telling on saved_search (tenant_id) where is_telling;
call kb_protect('saved_search');

-- owner: inquiry

-- How the release of a round was extended by hand, with its reason. The ends are those that people saw, outages given back.
create table quote_extension (
  tenant_id int not null,
  id uuid not null,
  round_id uuid not null,
  old_end timestamptz not null,
  new_end timestamptz not null,
  reason text not null,
  by_user_id uuid not null,
  by_name text not null,
  at timestamptz not null,
  primary key (tenant_id, id),
  check (new_end > old_end),
  foreign key (tenant_id, round_id) references quote_opening
);
create index quote_extension_round on quote_extension (tenant_id, round_id, at);
call kb_protect('quote_extension', 'select, insert');
grant update (release_end) on quote_opening to kaibiao_app;

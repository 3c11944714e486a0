-- Owner: demands. Demands that are asked in rounds: staff mark parameters between them, answers are checked one by one.

-- Who was asked to mark the parameters of a round, clinical or engineering staff (临床, 工程).
create table demand_marker (
  tenant_id int not null,
  demand_id uuid not null,
  round_no int not null,
  employee_id uuid not null,
  user_id uuid not null,
  name text not null,
  department text not null default '',
  part text not null check (part in ('clinical', 'engineering')),
  asked_by_name text not null,
  asked_at timestamptz not null,
  -- Of the last time.
  marked_at timestamptz,
  primary key (tenant_id, demand_id, round_no, employee_id),
  foreign key (tenant_id, demand_id, round_no) references demand_round
);
create index demand_marker_desk on demand_marker (tenant_id, employee_id);
call kb_protect('demand_marker');

create function demand_marker_fixed() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if old.marked_at is not null and (tg_op = 'DELETE' or new.marked_at is null)
  then raise exception 'who has marked stays on record' using errcode = 'KB002'; end if;
  if tg_op = 'DELETE' then return old; end if;
  return new;
end $$;
create trigger demand_marker_fixed before update or delete on demand_marker for each row execute function demand_marker_fixed();

-- What they say of each parameter; the last revision counts, earlier ones stay.
create table demand_mark (
  tenant_id int not null,
  demand_id uuid not null,
  round_no int not null,
  employee_id uuid not null,
  revision int not null,
  -- By parameter: verdict, note.
  lines jsonb not null,
  made_at timestamptz not null,
  primary key (tenant_id, demand_id, round_no, employee_id, revision),
  foreign key (tenant_id, demand_id, round_no, employee_id) references demand_marker
);
call kb_protect('demand_mark', 'select, insert');

-- Whether an answer counts; the last check does, earlier ones stay.
create table demand_check (
  tenant_id int not null,
  demand_id uuid not null,
  trade_id uuid not null,
  round_no int not null,
  no int not null,
  is_valid boolean not null,
  reason text not null default '',
  made_by_name text not null,
  made_at timestamptz not null,
  primary key (tenant_id, trade_id, round_no, no),
  foreign key (tenant_id, trade_id) references demand_trade,
  foreign key (tenant_id, demand_id, round_no) references demand_round,
  check (is_valid or reason <> '')
);
create index demand_check_of on demand_check (tenant_id, demand_id, round_no);
call kb_protect('demand_check', 'select, insert');

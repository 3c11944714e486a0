-- owner: meetings
-- Rooms that a company keeps for its meetings. A room that is disabled stays with what was booked of it.
create table meeting_room (
  tenant_id int not null,
  id uuid not null,
  -- Bookings of one room are told from those of another by it, in one range (see meeting_room_free).
  no bigint generated always as identity unique,
  company_id uuid not null,
  name text not null check (name <> ''),
  kind int not null check (kind between 1 and 4),
  place text not null,
  seats int not null check (seats between 1 and 10000),
  equipment text not null,
  -- [{"weekday": 1–7, "from": minute of the day, "until": minute of the day}], Beijing time.
  hours jsonb not null,
  is_enabled boolean not null default true,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, company_id) references company_tenant
);
create unique index meeting_room_name on meeting_room (tenant_id, company_id, name);
call kb_protect('meeting_room', 'select, insert, update');

create table meeting_room_closure (
  tenant_id int not null,
  id uuid not null,
  room_id uuid not null,
  from_at timestamptz not null,
  until_at timestamptz not null,
  reason text not null check (reason <> ''),
  primary key (tenant_id, id),
  foreign key (tenant_id, room_id) references meeting_room,
  check (until_at > from_at)
);
create index meeting_room_closure_room on meeting_room_closure (tenant_id, room_id, until_at);
call kb_protect('meeting_room_closure');

-- Where a company holds online meetings of its own, as an address; empty: nowhere.
create table meeting_setting (
  tenant_id int not null,
  company_id uuid not null,
  link text not null,
  primary key (tenant_id, company_id),
  foreign key (tenant_id, company_id) references company_tenant
);
call kb_protect('meeting_setting', 'select, insert, update');

create table meeting (
  tenant_id int not null,
  id uuid not null,
  company_id uuid not null,
  host_id uuid not null,
  host_name text not null,
  title text not null check (title <> ''),
  agenda text not null,
  from_at timestamptz not null,
  until_at timestamptz not null,
  room_id uuid,
  room_no bigint,
  -- none, platform: a room that the platform makes; link: one of the company's own.
  online text not null check (online in ('none', 'platform', 'link')),
  -- The company's own address, as it stood when the meeting was made or changed.
  link text not null default '',
  order_id uuid,
  minutes text not null default '',
  minutes_at timestamptz,
  began_at timestamptz,
  ended_at timestamptz,
  -- When its host was told that the package is nearly used; null again once there is more.
  warned_at timestamptz,
  cancelled_at timestamptz,
  cancel_reason text not null default '',
  created_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, company_id) references company_tenant,
  foreign key (tenant_id, room_id) references meeting_room,
  foreign key (tenant_id, order_id) references purchase_order,
  check ((room_id is null) = (room_no is null)),
  check (room_id is not null or online <> 'none'),
  check ((online = 'link') = (link <> '')),
  check (until_at > from_at and until_at - from_at <= interval '24 hours'),
  check (ended_at is null or began_at is not null),
  check (cancelled_at is null or began_at is null),
  -- One meeting a room at a time. Room and minute are one number, so that a range without an extension does for both;
  -- meetings begin and end at whole minutes, and one may begin where another ends.
  constraint meeting_room_free exclude using gist (
    int8range(
      room_no * 4294967296 + floor(extract(epoch from from_at at time zone 'UTC') / 60)::bigint,
      room_no * 4294967296 + floor(extract(epoch from until_at at time zone 'UTC') / 60)::bigint
    ) with &&
  ) where (room_no is not null and cancelled_at is null)
);
create index meeting_company on meeting (tenant_id, company_id, from_at desc, id desc);
create index meeting_room_day on meeting (tenant_id, room_id, from_at) where cancelled_at is null;
call kb_protect('meeting', 'select, insert, update');

-- Who is asked to come, the host among them; of other companies whoever accepted an invitation.
create table meeting_person (
  tenant_id int not null,
  meeting_id uuid not null,
  user_id uuid not null,
  company_id uuid not null,
  name text not null,
  company_name text not null,
  -- '', coming, away.
  answer text not null default '' check (answer in ('', 'coming', 'away')),
  answered_at timestamptz,
  primary key (tenant_id, meeting_id, user_id),
  foreign key (tenant_id, meeting_id) references meeting
);
create index meeting_person_user on meeting_person (tenant_id, user_id, meeting_id);
call kb_protect('meeting_person');

-- A link for one person of another company: good for one acceptance.
create table meeting_invitation (
  tenant_id int not null,
  id uuid not null,
  meeting_id uuid not null,
  guest text not null check (guest <> ''),
  code_hash bytea not null check (length(code_hash) = 32),
  created_at timestamptz not null,
  accepted_by uuid,
  accepted_at timestamptz,
  withdrawn_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, meeting_id) references meeting,
  check ((accepted_by is null) = (accepted_at is null))
);
create unique index meeting_invitation_code on meeting_invitation (tenant_id, code_hash);
create index meeting_invitation_meeting on meeting_invitation (tenant_id, meeting_id);
call kb_protect('meeting_invitation', 'select, insert, update');

-- A time in which the host is present at an online meeting of the platform: from its begin, or the host's return, to the last
-- sign of life. `minutes`: those that have begun, all of them taken from packages.
create table meeting_run (
  tenant_id int not null,
  id uuid not null,
  meeting_id uuid not null,
  from_at timestamptz not null,
  seen_at timestamptz not null,
  ended_at timestamptz,
  end_reason text not null default '' check (end_reason in ('', 'ended', 'silent', 'used', 'overrun')),
  minutes int not null default 0 check (minutes >= 0),
  primary key (tenant_id, id),
  foreign key (tenant_id, meeting_id) references meeting,
  check (seen_at >= from_at and (ended_at is null or ended_at >= from_at)),
  check ((ended_at is null) = (end_reason = ''))
);
create unique index meeting_run_open on meeting_run (tenant_id, meeting_id) where ended_at is null;
create index meeting_run_meeting on meeting_run (tenant_id, meeting_id, from_at);
call kb_protect('meeting_run', 'select, insert, update');

create function meeting_run_fixed() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if old.ended_at is not null or new.minutes < old.minutes or new.seen_at < old.seen_at
     or (old.id, old.meeting_id, old.from_at) is distinct from (new.id, new.meeting_id, new.from_at)
  then raise exception 'what was billed of a meeting cannot be changed' using errcode = 'KB002'; end if;
  return new;
end $$;
create trigger meeting_run_fixed before update on meeting_run for each row execute function meeting_run_fixed();

-- The bill of a run, a line for each package that it took minutes from.
create table meeting_charge (
  tenant_id int not null,
  run_id uuid not null,
  lot_id uuid not null,
  -- When the first of its minutes began.
  from_at timestamptz not null,
  minutes int not null check (minutes > 0),
  primary key (tenant_id, run_id, lot_id),
  foreign key (tenant_id, run_id) references meeting_run,
  foreign key (tenant_id, lot_id) references service_lot
);
create index meeting_charge_lot on meeting_charge (tenant_id, lot_id);
call kb_protect('meeting_charge', 'select, insert, update');

-- What was written in the platform's own room; it stays as it was written.
create table meeting_line (
  tenant_id int not null,
  id uuid not null,
  meeting_id uuid not null,
  user_id uuid not null,
  name text not null,
  content text not null check (content <> ''),
  at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, meeting_id) references meeting
);
create index meeting_line_meeting on meeting_line (tenant_id, meeting_id, id);
call kb_protect('meeting_line', 'select, insert');

-- Who is in the platform's own room: a sign of life every few seconds.
create table meeting_presence (
  tenant_id int not null,
  meeting_id uuid not null,
  user_id uuid not null,
  name text not null,
  seen_at timestamptz not null,
  primary key (tenant_id, meeting_id, user_id),
  foreign key (tenant_id, meeting_id) references meeting
);
call kb_protect('meeting_presence');

-- owner: contracts
-- A team that looks at a delivery before it is accepted (验收小组): what it is asked, and until when. One in force for each delivery.
create table acceptance_team (
  tenant_id int not null,
  id uuid not null,
  delivery_id uuid not null,
  task text not null,
  give_by text not null check (give_by ~ '^\d{4}-\d\d-\d\d$'),
  state text not null check (state in ('convened', 'spoken', 'dissolved')),
  end_reason text not null default '',
  -- SHA-256 of all opinions, from when all have spoken.
  opinions_hash bytea check (length(opinions_hash) = 32),
  convened_by_name text not null,
  convened_at timestamptz not null,
  ended_at timestamptz,
  ended_by_name text not null default '',
  primary key (tenant_id, id),
  foreign key (tenant_id, delivery_id) references delivery,
  check ((state = 'spoken') = (opinions_hash is not null)),
  check ((state = 'convened') = (ended_at is null)),
  check (state <> 'dissolved' or end_reason <> '')
);
create unique index acceptance_team_in_force on acceptance_team (tenant_id, delivery_id) where state <> 'dissolved';
call kb_protect('acceptance_team', 'select, insert, update');

create function acceptance_team_fixed() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'DELETE' or old.state <> 'convened' or
     (new.delivery_id, new.task, new.give_by, new.convened_by_name, new.convened_at)
       is distinct from (old.delivery_id, old.task, old.give_by, old.convened_by_name, old.convened_at)
  then raise exception 'what a team was asked, and what it came to, cannot be changed' using errcode = 'KB002'; end if;
  return new;
end $$;
create trigger fixed before update or delete on acceptance_team
  for each row execute function acceptance_team_fixed();

-- Who is asked: an employee of the purchaser, or an expert of the library. Who is let go stays on record with the reason.
create table acceptance_member (
  tenant_id int not null,
  id uuid not null,
  team_id uuid not null,
  employee_id uuid,
  expert_id uuid,
  user_id uuid not null,
  name text not null,
  -- Department or professional title.
  title text not null default '',
  employer text not null default '',
  employer_code text not null default '',
  is_leader boolean not null default false,
  reply text not null default 'waiting' check (reply in ('waiting', 'accepted', 'refused')),
  reply_reason text not null default '',
  replied_at timestamptz,
  given_at timestamptz,
  asked_at timestamptz not null,
  released_at timestamptz,
  released_by_name text not null default '',
  release_reason text not null default '',
  primary key (tenant_id, id),
  foreign key (tenant_id, team_id) references acceptance_team,
  check ((employee_id is null) <> (expert_id is null)),
  check ((reply = 'waiting') = (replied_at is null)),
  check (given_at is null or (reply = 'accepted' and released_at is null)),
  check ((released_at is null) = (release_reason = ''))
);
create unique index acceptance_member_once on acceptance_member (tenant_id, team_id, user_id) where released_at is null;
create unique index acceptance_member_leader on acceptance_member (tenant_id, team_id) where is_leader and released_at is null;
create index acceptance_member_desk on acceptance_member (tenant_id, user_id);
call kb_protect('acceptance_member', 'select, insert, update');

create function acceptance_member_fixed() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'DELETE' or old.released_at is not null or
     (old.given_at is not null and
       (new.given_at, new.reply, new.reply_reason, new.released_at)
         is distinct from (old.given_at, old.reply, old.reply_reason, old.released_at)) or
     (new.team_id, new.employee_id, new.expert_id, new.user_id, new.name, new.title, new.employer, new.asked_at)
       is distinct from
     (old.team_id, old.employee_id, old.expert_id, old.user_id, old.name, old.title, old.employer, old.asked_at)
  then raise exception 'who was asked and has spoken cannot be changed' using errcode = 'KB002'; end if;
  return new;
end $$;
create trigger fixed before update or delete on acceptance_member
  for each row execute function acceptance_member_fixed();

-- What a member says, sealed until all have spoken; it never changes.
create table acceptance_opinion (
  tenant_id int not null,
  member_id uuid not null,
  verdict text not null check (verdict in ('passes', 'reserves', 'fails')),
  reason text not null default '',
  files jsonb not null default '[]',
  primary key (tenant_id, member_id),
  foreign key (tenant_id, member_id) references acceptance_member,
  check (verdict = 'passes' or length(reason) >= 2)
);
call kb_protect('acceptance_opinion', 'select, insert');
create function acceptance_opinion_fixed() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  raise exception 'what a member has said cannot be changed' using errcode = 'KB002';
end $$;
create trigger fixed before update or delete on acceptance_opinion
  for each row execute function acceptance_opinion_fixed();
create trigger no_truncate before truncate on acceptance_opinion
  for each statement execute function acceptance_opinion_fixed();

-- What an acceptance is founded on; null: no team looked at the delivery. Why it was accepted against most of the team.
alter table acceptance add column team_id uuid;
alter table acceptance add column opinions_hash bytea check (length(opinions_hash) = 32);
alter table acceptance add column override_reason text not null default '';
alter table acceptance add foreign key (tenant_id, team_id) references acceptance_team;
alter table acceptance add check ((team_id is null) = (opinions_hash is null));

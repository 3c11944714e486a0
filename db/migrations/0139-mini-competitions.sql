-- Owner: frame-agreements (tables frame_*). Mini-competitions (二次竞价): the suppliers of an agreement quote below its prices for
-- quantities of its items; the lowest quote becomes an order when the deadline has come.
alter table frame_agreement
  drop constraint frame_agreement_rule_check,
  add constraint frame_agreement_rule_check check (rule in ('direct', 'rotation', 'competition'));

create table frame_competition (
  tenant_id int not null,
  id uuid not null,
  agreement_id uuid not null,
  code text not null,
  title text not null,
  -- Quotes count that are committed before.
  until timestamptz not null,
  deliver_by text not null check (deliver_by ~ '^\d{4}-\d\d-\d\d$'),
  place text not null,
  note text not null default '',
  -- `lone`: one quote counts, and the purchaser decides whether it is taken
  state text not null check (state in ('open', 'lone', 'won', 'failed', 'cancelled')),
  created_by_name text not null,
  created_at timestamptz not null,
  closed_at timestamptz,
  -- Why it failed or was cancelled, or why the only quote was taken.
  reason text not null default '',
  decided_by_name text not null default '',
  -- The winner, and the order that was made.
  entry_id uuid,
  call_off_id uuid,
  primary key (tenant_id, id),
  unique (tenant_id, code),
  foreign key (tenant_id, agreement_id) references frame_agreement,
  foreign key (tenant_id, entry_id) references frame_entry,
  foreign key (tenant_id, call_off_id) references frame_order,
  check ((state = 'open') = (closed_at is null)),
  check ((state = 'won') = (call_off_id is not null) and (state = 'won') = (entry_id is not null))
);
create index frame_competition_agreement on frame_competition (tenant_id, agreement_id, id desc);
call kb_protect('frame_competition', 'select, insert, update');
create function frame_competition_fixed() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'DELETE'
     or old.state not in ('open', 'lone')
     or old.state = 'lone' and new.state not in ('won', 'failed')
     or (new.id, new.agreement_id, new.code, new.title, new.until, new.deliver_by, new.place, new.note) is distinct from
        (old.id, old.agreement_id, old.code, old.title, old.until, old.deliver_by, old.place, old.note)
  then raise exception 'a mini-competition cannot be changed' using errcode = 'KB002'; end if;
  return new;
end $$;
create trigger frame_competition_fixed before update or delete on frame_competition
  for each row execute function frame_competition_fixed();

create table frame_competition_line (
  tenant_id int not null,
  competition_id uuid not null,
  line int not null,
  quantity numeric(24, 6) not null check (quantity > 0),
  primary key (tenant_id, competition_id, line),
  foreign key (tenant_id, competition_id) references frame_competition
);
call kb_protect('frame_competition_line', 'select, insert');

-- Who was asked. `rank` among the quotes that count, `excluded`: why its quote does not; both are written at the deadline.
create table frame_competition_party (
  tenant_id int not null,
  competition_id uuid not null,
  entry_id uuid not null,
  rank int,
  excluded text not null default '',
  primary key (tenant_id, competition_id, entry_id),
  foreign key (tenant_id, competition_id) references frame_competition,
  foreign key (tenant_id, entry_id) references frame_entry
);
create index frame_competition_party_entry on frame_competition_party (tenant_id, entry_id);
call kb_protect('frame_competition_party', 'select, insert, update');

-- Each submission; the newest counts, without prices it is a withdrawal. `amount` in yuan.
create table frame_quote (
  tenant_id int not null,
  competition_id uuid not null,
  entry_id uuid not null,
  version int not null,
  -- line, unitPrice
  prices jsonb,
  amount numeric(20, 2),
  quoted_at timestamptz not null,
  quoted_by_name text not null,
  primary key (tenant_id, competition_id, entry_id, version),
  foreign key (tenant_id, competition_id, entry_id) references frame_competition_party,
  check ((prices is null) = (amount is null))
);
call kb_protect('frame_quote', 'select, insert');
create function frame_quote_fixed() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  raise exception 'a quote stays as it was handed in' using errcode = 'KB002';
end $$;
create trigger fixed before update or delete on frame_quote for each row execute function frame_quote_fixed();
create trigger no_truncate before truncate on frame_quote for each statement execute function frame_quote_fixed();
create trigger fixed before update or delete on frame_competition_line
  for each row execute function frame_quote_fixed();

-- The newest quote of each supplier, of competitions that have come to their deadline: nobody reads a figure before.
create view frame_quote_revealed with (security_invoker = true) as
  select * from (
    select distinct on (q.tenant_id, q.competition_id, q.entry_id) q.*
    from frame_quote q
    join frame_competition c on c.tenant_id = q.tenant_id and c.id = q.competition_id
    where c.state in ('lone', 'won', 'failed')
    order by q.tenant_id, q.competition_id, q.entry_id, q.version desc
  ) newest
  where newest.prices is not null;
grant select on frame_quote_revealed to kaibiao_app;

-- owner: quotes
-- Rounds of quotes belong to the order: a review holds them, and methods that know no review hall do as well.
create table quote_round (
  tenant_id int not null,
  id uuid not null,
  order_id uuid not null,
  -- Who holds it; each counts its own rounds.
  kind text not null check (kind in ('review', 'order')),
  round_no int not null check (round_no > 0),
  -- 1 total, 2 items, 3 parts of the bill
  mode smallint not null check (mode between 1 and 3),
  note text not null default '',
  -- What of a quote may not be above the supplier's quote before.
  not_above text not null check (not_above in ('none', 'total', 'line')),
  is_final boolean not null default false,
  -- A submitted quote may be replaced or withdrawn until the deadline.
  may_change boolean not null default false,
  -- Lines may be left out.
  is_partial boolean not null default false,
  target numeric(20,2) check (target > 0),
  -- From the start; null where the deadline is given.
  minutes int check (minutes > 0),
  -- 0 not started, 1 quoting, 2 closed
  status smallint not null default 0 check (status between 0 and 2),
  created_by uuid not null,
  created_at timestamptz not null,
  started_at timestamptz,
  deadline timestamptz,
  closed_at timestamptz,
  close_reason text not null default '',
  primary key (tenant_id, id),
  unique (tenant_id, order_id, kind, round_no),
  foreign key (tenant_id, order_id) references purchase_order,
  check (minutes is not null or deadline is not null),
  check ((status = 2) = (closed_at is not null))
);

-- Who goes on in a round, with the draft of the own quote.
create table quote_part (
  tenant_id int not null,
  round_id uuid not null,
  trade_id uuid not null,
  -- The lines asked for, each with its target price or none: itemId, target. Null: all of them.
  items jsonb,
  -- 0 none, 1 saved, 2 submitted, 3 signed, 4 missed
  status smallint not null default 0 check (status between 0 and 4),
  draft_total numeric(20,2),
  draft_lines jsonb not null default '[]',
  saved_at timestamptz,
  primary key (tenant_id, round_id, trade_id),
  foreign key (tenant_id, round_id) references quote_round on delete cascade,
  foreign key (tenant_id, trade_id) references trade
);
create index quote_part_trade on quote_part (tenant_id, trade_id);

-- One row per submission. Nobody but its supplier reads a figure of it until the round is closed.
create table quote (
  tenant_id int not null,
  id uuid not null,
  round_id uuid not null,
  trade_id uuid not null,
  version int not null check (version > 0),
  supersedes uuid,
  total numeric(20,2) not null check (total > 0),
  submitted_by uuid not null,
  submitted_name text not null,
  submitted_at timestamptz not null,
  -- The quotation as a document; what is signed.
  sha256 bytea not null,
  file_id uuid not null,
  signed_by uuid,
  signed_name text not null default '',
  signed_at timestamptz,
  signed_ip text not null default '',
  -- By its supplier, or because the round was cut off.
  withdrawn_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, round_id, trade_id, version),
  unique (tenant_id, supersedes),
  foreign key (tenant_id, round_id) references quote_round,
  foreign key (tenant_id, trade_id) references trade,
  foreign key (tenant_id, supersedes) references quote
);

create table quote_line (
  tenant_id int not null,
  quote_id uuid not null,
  item_id uuid not null,
  -- As it was written, with its digits.
  unit_price numeric not null,
  amount numeric(20,2) not null,
  remark text not null default '',
  primary key (tenant_id, quote_id, item_id),
  foreign key (tenant_id, quote_id) references quote,
  foreign key (tenant_id, item_id) references project_item
);

-- Row-level security would hide the rows of all tenants from the owner.
alter table review_offer_round no force row level security;
alter table review_offer no force row level security;

insert into quote_round (tenant_id, id, order_id, kind, round_no, mode, note, not_above, is_final, minutes, status,
    created_by, created_at, started_at, deadline, closed_at, close_reason)
  select tenant_id, id, order_id, 'review', round_no, mode, note, case when not_above then 'total' else 'none' end,
    is_final, minutes, status, created_by, created_at, started_at, deadline, closed_at, close_reason
  from review_offer_round;
insert into quote_part (tenant_id, round_id, trade_id, status, draft_total, draft_lines, saved_at)
  select tenant_id, round_id, trade_id, status, case when submitted_at is null then total end,
    case when submitted_at is null then lines else '[]' end, saved_at
  from review_offer;
insert into quote (tenant_id, id, round_id, trade_id, version, total, submitted_by, submitted_name, submitted_at, sha256,
    file_id, signed_by, signed_name, signed_at, signed_ip)
  select tenant_id, gen_random_uuid(), round_id, trade_id, 1, total, submitted_by, submitted_name, submitted_at, sha256,
    file_id, signed_by, signed_name, signed_at, signed_ip
  from review_offer where submitted_at is not null;
insert into quote_line (tenant_id, quote_id, item_id, unit_price, amount, remark)
  select q.tenant_id, q.id, (line->>'itemId')::uuid, (line->>'unitPrice')::numeric, (line->>'amount')::numeric,
    coalesce(line->>'remark', '')
  from quote q
  join review_offer o on o.tenant_id = q.tenant_id and o.round_id = q.round_id and o.trade_id = q.trade_id
  cross join jsonb_array_elements(o.lines) line;
drop table review_offer;
drop table review_offer_round;

call kb_protect('quote_round');
call kb_protect('quote_part');
call kb_protect('quote', 'select, insert');
grant update (signed_by, signed_name, signed_at, signed_ip, withdrawn_at) on quote to kaibiao_app;
call kb_protect('quote_line', 'select, insert');

-- What was submitted stays as it is; it is signed once and withdrawn once.
create function quote_fixed() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  signature constant text[] := array['signed_by', 'signed_name', 'signed_at', 'signed_ip'];
begin
  if tg_op = 'UPDATE' and old.withdrawn_at is null
    and to_jsonb(new) - 'withdrawn_at' - (case when old.signed_at is null then signature else '{}' end)
      = to_jsonb(old) - 'withdrawn_at' - (case when old.signed_at is null then signature else '{}' end) then
    return new;
  end if;
  raise exception 'a submitted quote cannot be changed' using errcode = 'KB002';
end $$;
create trigger fixed before update or delete on quote for each row execute function quote_fixed();
create trigger no_truncate before truncate on quote for each statement execute function quote_fixed();
create function quote_line_fixed() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  raise exception 'a submitted quote cannot be changed' using errcode = 'KB002';
end $$;
create trigger fixed before update or delete on quote_line for each row execute function quote_line_fixed();
create trigger no_truncate before truncate on quote_line for each statement execute function quote_line_fixed();

-- The quotes that count, whether their round is closed or not: for their supplier, and for what shows no figure.
create view quote_in_force with (security_invoker = true) as
  select q.* from quote q
  where q.withdrawn_at is null and not exists (
    select from quote n where n.tenant_id = q.tenant_id and n.supersedes = q.id
  );
-- The one way to read a figure: quotes that count, of closed rounds.
create view quote_revealed with (security_invoker = true) as
  select r.order_id, r.kind, r.round_no, r.mode, r.closed_at, q.*
  from quote_round r join quote_in_force q on q.tenant_id = r.tenant_id and q.round_id = r.id
  where r.status = 2;
grant select on quote_in_force, quote_revealed to kaibiao_app;
analyze quote_round, quote_part, quote, quote_line;

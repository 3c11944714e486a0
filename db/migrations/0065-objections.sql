-- owner: procurement
-- Until when an objection is answered is settled when it comes in: by the regime, or by the documents of an enterprise's
-- purchase (procurement/rules/objections.ts). Outcome: null as long as it is open, and for answers from before.
-- Files: [{fileId, name, size, sha256}]. A complaint is what the complainant lodged elsewhere; the owner notes it.
alter table objection
  add column due_at timestamptz,
  add column outcome text check (outcome in ('inadmissible', 'upheld', 'partly', 'rejected')),
  add column files jsonb not null default '[]',
  add column answer_files jsonb not null default '[]',
  add column complained_on text check (complained_on ~ '^\d{4}-\d\d-\d\d$'),
  add column complaint_authority text,
  add column complaint_noted_by uuid,
  add column complaint_noted_at timestamptz,
  add check (outcome is null or answered_at is not null),
  add check (num_nulls(complained_on, complaint_authority, complaint_noted_by, complaint_noted_at) in (0, 4)),
  add check (complained_on is null or withdrawn_at is null);

-- Objections from before. The calendar of public holidays is not the database's: it knows weekends only, so that a period
-- over a holiday ends a little early, never late.
create function pg_temp.due_of(event timestamptz, days int, working boolean) returns timestamptz
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  due date := (event at time zone 'Asia/Shanghai')::date;
  counted int := 0;
begin
  while counted < days loop
    due := due + 1;
    if not working or extract(isodow from due) < 6 then counted := counted + 1; end if;
  end loop;
  return (due + 1)::timestamp at time zone 'Asia/Shanghai';
end $$;

-- The owner of the tables sees the objections of every tenant.
alter table objection no force row level security;
alter table purchase_order no force row level security;
alter table project no force row level security;
update objection b
set due_at = case
    -- A publicity that anybody may object to ends at 24:00, the instant at which the next day begins.
    when b.trade_id is null and o.publicity_end is not null
      then pg_temp.due_of(o.publicity_end - interval '1 ms', 5, true)
    when p.regime = 'government' and not (p.category = 'works' and o.method in (1, 2))
      then pg_temp.due_of(b.created_at, 7, true)
    else pg_temp.due_of(b.created_at, 3, false)
  end
from purchase_order o join project p on p.tenant_id = o.tenant_id and p.id = o.project_id
where o.tenant_id = b.tenant_id and o.id = b.order_id;
alter table objection force row level security;
alter table purchase_order force row level security;
alter table project force row level security;
drop function pg_temp.due_of(timestamptz, int, boolean);
alter table objection alter column due_at set not null;

-- An invitation that was sent once more, to that supplier alone.
alter table order_invitation add column sent_again_at timestamptz;

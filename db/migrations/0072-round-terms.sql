-- owner: quotes
-- Opening a round may take two people; a ruling may lift another; suppliers are asked about their quotes.
alter table quote_round
  -- How many people of the owner must agree before it is opened; 0: the clock opens it.
  add column openers smallint not null default 0 check (openers in (0, 2));

-- Who has agreed that a round be opened.
create table quote_opener (
  tenant_id int not null,
  round_id uuid not null,
  user_id uuid not null,
  user_name text not null,
  confirmed_at timestamptz not null,
  primary key (tenant_id, round_id, user_id),
  foreign key (tenant_id, round_id) references quote_round
);
call kb_protect('quote_opener', 'select, insert');

alter table quote_ruling
  -- Why the clock ruled it invalid, where that can be put right: its sums are wrong.
  add column cause text not null default '' check (cause in ('', 'arithmetic', 'low-price')),
  -- The ruling that this one lifts.
  add column lifts uuid,
  add foreign key (tenant_id, lifts) references quote_ruling (tenant_id, id),
  add check ((lifts is not null) = (kind = 'corrected'));
create unique index quote_ruling_lifts on quote_ruling (tenant_id, lifts) where lifts is not null;

-- What a supplier is asked about its quote, its answer, and what the owner makes of it.
create table quote_question (
  tenant_id int not null,
  id uuid not null,
  quote_id uuid not null,
  -- explain: what is unclear; correct: whether it agrees to the sums as they were put right; low-price: why it is so low.
  kind text not null check (kind in ('explain', 'correct', 'low-price')),
  question text not null check (question <> ''),
  -- What set it off, where a rule did.
  grounds jsonb,
  asked_by uuid,
  asked_name text not null default '',
  asked_at timestamptz not null,
  due_at timestamptz not null,
  answer text,
  -- To a correction.
  agreed boolean,
  answered_by uuid,
  answered_name text not null default '',
  answered_at timestamptz,
  opinion text,
  accepted boolean,
  decided_by uuid,
  decided_name text not null default '',
  decided_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, quote_id) references quote,
  check ((answer is null) = (answered_at is null)),
  check ((opinion is null) = (decided_at is null)),
  check (due_at > asked_at)
);
create index quote_question_quote on quote_question (tenant_id, quote_id);
-- One at a time.
create unique index quote_question_open on quote_question (tenant_id, quote_id) where decided_at is null;
call kb_protect('quote_question', 'select, insert');
grant update (answer, agreed, answered_by, answered_name, answered_at, opinion, accepted, decided_by, decided_name,
  decided_at) on quote_question to kaibiao_app;

-- What was asked stays; it is answered once and decided once.
create function quote_question_fixed() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  reply constant text[] := array['answer', 'agreed', 'answered_by', 'answered_name', 'answered_at'];
  verdict constant text[] := array['opinion', 'accepted', 'decided_by', 'decided_name', 'decided_at'];
begin
  if tg_op = 'UPDATE' and old.decided_at is null
    and to_jsonb(new) - verdict - (case when old.answered_at is null then reply else '{}' end)
      = to_jsonb(old) - verdict - (case when old.answered_at is null then reply else '{}' end) then
    return new;
  end if;
  raise exception 'a question about a quote cannot be changed' using errcode = 'KB002';
end $$;
create trigger fixed before update or delete on quote_question for each row execute function quote_question_fixed();
create trigger no_truncate before truncate on quote_question for each statement execute function quote_question_fixed();

-- A ruling that was lifted does not count any more; another may follow it.
drop index quote_ruling_invalid;
create view quote_invalid with (security_invoker = true) as
  select u.* from quote_ruling u
  where u.kind = 'invalid' and not exists (
    select from quote_ruling l where l.tenant_id = u.tenant_id and l.lifts = u.id
  );
create or replace view quote_valid with (security_invoker = true) as
  select q.* from quote_revealed q
  where q.total is not null and not exists (
    select from quote_invalid u where u.tenant_id = q.tenant_id and u.quote_id = q.id
  );
grant select on quote_invalid to kaibiao_app;

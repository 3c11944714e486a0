-- owner: ledger
-- Double entry. Rows are written by kb_post, kb_hold, kb_settle and kb_close alone, which run with the owner's rights; the
-- application role reads. Accounts with an owner are guarded: they hold what the platform owes a company, never less than
-- nothing, and each of their entries has its place in a sequence that is taken under the account's row lock. Accounts without
-- one (clearing, revenue, suspense) are the platform's own: nothing of theirs is updated, so nobody waits for them; their
-- balance is the last closing with the entries since.
create table ledger_account (
  tenant_id int not null,
  id uuid not null,
  kind text not null check (kind ~ '^[a-z][a-z.-]{1,59}$'),
  -- The company; null: the platform's own.
  owner_id uuid,
  -- What it is for besides (a trade, a provider); '' for nothing in particular.
  subject text not null,
  currency text not null check (currency ~ '^[A-Z][A-Z-]{2,19}$'),
  guarded boolean not null,
  debit numeric(20, 2) not null default 0,
  credit numeric(20, 2) not null default 0,
  held numeric(20, 2) not null default 0 check (held >= 0),
  -- Of its newest entry.
  seq bigint not null default 0,
  primary key (tenant_id, id),
  unique nulls not distinct (tenant_id, kind, owner_id, subject, currency),
  check (guarded = (owner_id is not null)),
  constraint ledger_account_covered check (credit - debit - held >= 0),
  check (guarded or (debit = 0 and credit = 0 and held = 0 and seq = 0))
);
create index ledger_account_owner on ledger_account (tenant_id, owner_id) where owner_id is not null;

create table ledger_journal (
  tenant_id int not null,
  id uuid not null,
  -- What it is posted once by, e.g. `payment:<id>`.
  key text not null check (length(key) between 1 and 200),
  -- The business event, see rules/postings.ts.
  kind text not null,
  subject text not null,
  at timestamptz not null,
  memo text not null,
  -- Of what was asked for, without its time: the same key with another content is an error.
  body_hash bytea not null,
  -- SHA-256 of the journal with its entries.
  hash bytea not null,
  primary key (tenant_id, id),
  unique (tenant_id, key)
);
create index ledger_journal_day on ledger_journal (tenant_id, at, id);
create index ledger_journal_subject on ledger_journal (tenant_id, subject) where subject <> '';

create table ledger_entry (
  tenant_id int not null,
  journal_id uuid not null,
  line int not null,
  account_id uuid not null,
  side text not null check (side in ('debit', 'credit')),
  amount numeric(20, 2) not null check (amount > 0),
  at timestamptz not null,
  -- Place among the entries of a guarded account, and its balance behind it.
  account_seq bigint,
  balance_after numeric(20, 2),
  primary key (tenant_id, journal_id, line),
  foreign key (tenant_id, journal_id) references ledger_journal deferrable initially deferred,
  foreign key (tenant_id, account_id) references ledger_account,
  check ((account_seq is null) = (balance_after is null))
);
create unique index ledger_entry_statement on ledger_entry (tenant_id, account_id, account_seq) where account_seq is not null;
create index ledger_entry_account on ledger_entry (tenant_id, account_id, at);

-- Part of a guarded account's balance set apart until it is spent (confirmed) or given back (released).
create table ledger_hold (
  tenant_id int not null,
  id uuid not null,
  key text not null check (length(key) between 1 and 200),
  account_id uuid not null,
  amount numeric(20, 2) not null check (amount > 0),
  subject text not null,
  body_hash bytea not null,
  state text not null check (state in ('held', 'confirmed', 'released')),
  at timestamptz not null,
  -- Confirmed before this instant or not at all; null: no end.
  expires_at timestamptz,
  settled_at timestamptz,
  journal_id uuid,
  primary key (tenant_id, id),
  unique (tenant_id, key),
  foreign key (tenant_id, account_id) references ledger_account,
  foreign key (tenant_id, journal_id) references ledger_journal deferrable initially deferred,
  check ((state = 'held') = (settled_at is null)),
  check ((state = 'confirmed') = (journal_id is not null))
);
create index ledger_hold_account on ledger_hold (tenant_id, account_id) where state = 'held';

-- A day in Beijing time that nothing can be posted to any more. `head` is SHA-256 of the head before it and the hashes of the
-- day's journals in order; it goes into the audit chain.
create table ledger_close (
  tenant_id int not null,
  day text not null check (day ~ '^\d{4}-\d\d-\d\d$'),
  until timestamptz not null,
  journals bigint not null,
  debit numeric(22, 2) not null,
  credit numeric(22, 2) not null,
  prev_head bytea not null,
  head bytea not null,
  closed_at timestamptz not null,
  primary key (tenant_id, day),
  check (debit = credit)
);
-- What had been posted to an account up to the end of the day, from the beginning; days without a movement have no row.
create table ledger_close_total (
  tenant_id int not null,
  account_id uuid not null,
  day text not null,
  debit numeric(20, 2) not null,
  credit numeric(20, 2) not null,
  primary key (tenant_id, account_id, day),
  foreign key (tenant_id, day) references ledger_close,
  foreign key (tenant_id, account_id) references ledger_account
);

call kb_protect('ledger_account', 'select');
call kb_protect('ledger_journal', 'select');
call kb_protect('ledger_entry', 'select');
call kb_protect('ledger_hold', 'select');
call kb_protect('ledger_close', 'select');
call kb_protect('ledger_close_total', 'select');

create function ledger_refuse() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin raise exception 'the ledger is append-only' using errcode = 'KB060'; end $$;
create trigger append_only before update or delete on ledger_journal for each row execute function ledger_refuse();
create trigger append_only before update or delete on ledger_entry for each row execute function ledger_refuse();
create trigger append_only before update or delete on ledger_close for each row execute function ledger_refuse();
create trigger append_only before update or delete on ledger_close_total for each row execute function ledger_refuse();
create trigger no_truncate before truncate on ledger_account for each statement execute function ledger_refuse();
create trigger no_truncate before truncate on ledger_journal for each statement execute function ledger_refuse();
create trigger no_truncate before truncate on ledger_entry for each statement execute function ledger_refuse();
create trigger no_truncate before truncate on ledger_hold for each statement execute function ledger_refuse();
create trigger no_truncate before truncate on ledger_close for each statement execute function ledger_refuse();
create trigger no_truncate before truncate on ledger_close_total for each statement execute function ledger_refuse();

-- The words whose SHA-256 is a journal's hash. Lines: `<line>,<account>,<side>,<amount>,<seq>,<balance>`, joined by `;`.
create function kb_journal_words(journal uuid, key text, kind text, subject text, at timestamptz, lines text) returns text
language sql stable set search_path = pg_catalog, pg_temp
begin atomic
  select concat_ws('|', journal, key, kind, subject, (extract(epoch from at) * 1000)::int8, lines);
end;

create function kb_line_words(line int, account uuid, side text, amount numeric, seq bigint, balance numeric) returns text
language sql immutable set search_path = pg_catalog, pg_temp
begin atomic
  select concat_ws(',', line, account, side, amount::numeric(20, 2), coalesce(seq::text, '-'), coalesce(balance::numeric(22, 2)::text, '-'));
end;

-- The account that a line names, made when it is new.
create function kb_ledger_account(tenant int, named jsonb) returns uuid
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  found_id pg_catalog.uuid;
  owner pg_catalog.uuid := (named->>'owner')::pg_catalog.uuid;
  about pg_catalog.text := coalesce(named->>'subject', '');
begin
  for attempt in 1..2 loop
    select id into found_id from public.ledger_account
      where tenant_id = tenant and kind = named->>'kind' and owner_id is not distinct from owner and subject = about
        and currency = named->>'currency';
    if found then return found_id; end if;
    insert into public.ledger_account (tenant_id, id, kind, owner_id, subject, currency, guarded)
      values (tenant, gen_random_uuid(), named->>'kind', owner, about, named->>'currency', owner is not null)
      on conflict do nothing;
  end loop;
  raise exception 'no such account' using errcode = 'KB061';
end $$;

-- One journal: see kb_post. With a hold, its amount is given back first, under the same locks.
create function kb_ledger_write(tenant int, journal jsonb, freed public.ledger_hold) returns jsonb
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  journal_id pg_catalog.uuid := gen_random_uuid();
  post_key pg_catalog.text := journal->>'key';
  post_at pg_catalog.timestamptz := date_trunc('milliseconds', (journal->>'at')::pg_catalog.timestamptz);
  asked pg_catalog.bytea := sha256(convert_to((journal - 'at')::pg_catalog.text, 'UTF8'));
  before public.ledger_journal%rowtype;
  accounts pg_catalog.uuid[] := '{}';
  line pg_catalog.record;
  account_id pg_catalog.uuid;
  account public.ledger_account%rowtype;
  words pg_catalog.text[] := '{}';
  wrong pg_catalog.text;
begin
  if post_key is null or post_at is null or jsonb_typeof(journal->'lines') is distinct from 'array'
    or jsonb_array_length(journal->'lines') not between 2 and 200 then
    raise exception 'a journal needs key, time and lines' using errcode = 'KB061';
  end if;
  -- The days that are closed stay so until this commits; a closing waits for it.
  perform pg_advisory_xact_lock_shared(hashtextextended('ledger day ' || tenant, 0));
  select * into before from public.ledger_journal j where j.tenant_id = tenant and j.key = post_key;
  if not found then
    -- What another transaction posts by this key just now is waited for.
    perform pg_advisory_xact_lock(hashtextextended('ledger key ' || tenant || ' ' || post_key, 0));
    select * into before from public.ledger_journal j where j.tenant_id = tenant and j.key = post_key;
  end if;
  if found then
    if before.body_hash <> asked then
      raise exception 'the key % stands for another journal', post_key using errcode = 'KB062';
    end if;
    return jsonb_build_object('journalId', before.id, 'at', before.at, 'replayed', true);
  end if;
  if exists (select from public.ledger_close c where c.tenant_id = tenant and c.until > post_at) then
    -- The closing was faster: the transaction is run again, with a time of its own.
    raise exception 'the day of this journal is closed' using errcode = '40001';
  end if;
  select string_agg(currency, ', ') into wrong from (
    select l->'account'->>'currency' as currency,
      sum(case l->>'side' when 'debit' then 1 when 'credit' then -1 end * (l->>'amount')::pg_catalog.numeric) as total
    from jsonb_array_elements(journal->'lines') l group by 1) t
  where total is distinct from 0 or currency is null;
  if wrong is not null then
    raise exception 'the lines do not balance in %', wrong using errcode = 'KB063';
  end if;
  if exists (select from jsonb_array_elements(journal->'lines') l
      where (l->>'side') not in ('debit', 'credit') or (l->>'amount')::pg_catalog.numeric <= 0
        or (l->>'amount')::pg_catalog.numeric <> round((l->>'amount')::pg_catalog.numeric, 2)) then
    raise exception 'amounts are positive, in cents' using errcode = 'KB063';
  end if;
  for line in select (l->'account') as named from jsonb_array_elements(journal->'lines') with ordinality t(l, n)
    order by l->'account'->>'kind', l->'account'->>'owner', l->'account'->>'subject', n loop
    accounts := accounts || public.kb_ledger_account(tenant, line.named);
  end loop;
  -- All guarded rows, in one order, before any is written.
  perform from public.ledger_account a where a.tenant_id = tenant and a.guarded
    and (a.id = any (accounts) or a.id = freed.account_id) order by a.id for no key update;
  if freed.id is not null then
    update public.ledger_account a set held = held - freed.amount where a.tenant_id = tenant and a.id = freed.account_id;
  end if;
  -- What comes in before what goes out.
  for line in select n, l->>'side' as side, (l->>'amount')::pg_catalog.numeric(20, 2) as amount, l->'account' as named
    from jsonb_array_elements(journal->'lines') with ordinality t(l, n) order by l->>'side', n loop
    account := null;
    account_id := public.kb_ledger_account(tenant, line.named);
    if line.named->>'owner' is not null then
      update public.ledger_account a set seq = a.seq + 1,
        debit = a.debit + case line.side when 'debit' then line.amount else 0 end,
        credit = a.credit + case line.side when 'credit' then line.amount else 0 end
      where a.tenant_id = tenant and a.id = account_id
        and (line.side = 'credit' or a.credit - a.debit - a.held >= line.amount) returning a.* into account;
      if not found then
        select * into account from public.ledger_account a where a.tenant_id = tenant and a.id = account_id;
        raise exception 'not covered' using errcode = 'KB064',
          detail = (account.credit - account.debit - account.held)::pg_catalog.text;
      end if;
    end if;
    insert into public.ledger_entry (tenant_id, journal_id, line, account_id, side, amount, at, account_seq, balance_after)
    values (tenant, journal_id, line.n, account_id, line.side, line.amount, post_at, account.seq, account.credit - account.debit);
    words := words || public.kb_line_words(line.n::pg_catalog.int4, account_id, line.side, line.amount, account.seq,
      account.credit - account.debit);
  end loop;
  insert into public.ledger_journal (tenant_id, id, key, kind, subject, at, memo, body_hash, hash)
  values (tenant, journal_id, post_key, journal->>'kind', coalesce(journal->>'subject', ''), post_at,
    coalesce(journal->>'memo', ''), asked,
    sha256(convert_to(public.kb_journal_words(journal_id, post_key, journal->>'kind', coalesce(journal->>'subject', ''), post_at,
      (select string_agg(w, ';' order by split_part(w, ',', 1)::pg_catalog.int4) from unnest(words) w)), 'UTF8')));
  return jsonb_build_object('journalId', journal_id, 'at', post_at, 'replayed', false);
end $$;

-- Writes a journal {key, kind, subject, at, memo, lines: [{account: {kind, owner, subject, currency}, side, amount}]}, once per
-- key: again, it answers what it answered. Errors: KB062 the key stands for another journal; KB063 the lines do not balance;
-- KB064 an account does not cover its line (detail: what is available); 40001 the day is closed, try again.
create function kb_post(journal jsonb) returns jsonb
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if public.kb_tenant() is null then raise exception 'no tenant in this transaction'; end if;
  return public.kb_ledger_write(public.kb_tenant(), journal, null);
end $$;

-- Sets {key, account, amount, subject, at, expiresAt} apart, once per key.
create function kb_hold(hold jsonb) returns jsonb
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  tenant pg_catalog.int4 := public.kb_tenant();
  hold_key pg_catalog.text := hold->>'key';
  asked pg_catalog.bytea := sha256(convert_to((hold - 'at' - 'expiresAt')::pg_catalog.text, 'UTF8'));
  before public.ledger_hold%rowtype;
  account_id pg_catalog.uuid;
  hold_id pg_catalog.uuid := gen_random_uuid();
  amount pg_catalog.numeric := (hold->>'amount')::pg_catalog.numeric;
  account public.ledger_account%rowtype;
begin
  if tenant is null then raise exception 'no tenant in this transaction'; end if;
  if hold_key is null or amount is null or amount <= 0 or amount <> round(amount, 2) or hold->'account'->>'owner' is null then
    raise exception 'a hold needs key, owned account and amount' using errcode = 'KB061';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('ledger hold ' || tenant || ' ' || hold_key, 0));
  select * into before from public.ledger_hold h where h.tenant_id = tenant and h.key = hold_key;
  if found then
    if before.body_hash <> asked then
      raise exception 'the key % stands for another hold', hold_key using errcode = 'KB062';
    end if;
    return jsonb_build_object('holdId', before.id, 'state', before.state, 'replayed', true);
  end if;
  account_id := public.kb_ledger_account(tenant, hold->'account');
  select * into account from public.ledger_account a where a.tenant_id = tenant and a.id = account_id for no key update;
  if account.credit - account.debit - account.held < amount then
    raise exception 'not covered' using errcode = 'KB064',
      detail = (account.credit - account.debit - account.held)::pg_catalog.text;
  end if;
  update public.ledger_account a set held = held + amount where a.tenant_id = tenant and a.id = account_id;
  insert into public.ledger_hold (tenant_id, id, key, account_id, amount, subject, body_hash, state, at, expires_at)
  values (tenant, hold_id, hold_key, account_id, amount, coalesce(hold->>'subject', ''), asked, 'held',
    (hold->>'at')::pg_catalog.timestamptz, (hold->>'expiresAt')::pg_catalog.timestamptz);
  return jsonb_build_object('holdId', hold_id, 'state', 'held', 'replayed', false);
end $$;

-- Ends a hold {key, at, journal}: with a journal it is confirmed, which spends at most the amount from its account and gives
-- the rest back; without one it is released. Again, it answers the same; the other way is refused (KB065), and so is a
-- confirmation behind its end.
create function kb_settle(settlement jsonb) returns jsonb
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  tenant pg_catalog.int4 := public.kb_tenant();
  hold public.ledger_hold%rowtype;
  aim pg_catalog.text := case when settlement ? 'journal' then 'confirmed' else 'released' end;
  settled pg_catalog.timestamptz := (settlement->>'at')::pg_catalog.timestamptz;
  posted pg_catalog.jsonb;
  spent pg_catalog.numeric;
begin
  if tenant is null then raise exception 'no tenant in this transaction'; end if;
  select * into hold from public.ledger_hold h where h.tenant_id = tenant and h.key = settlement->>'key' for update;
  if not found then raise exception 'no such hold' using errcode = 'KB061'; end if;
  if hold.state <> 'held' then
    if hold.state <> aim then raise exception 'the hold is %', hold.state using errcode = 'KB065'; end if;
    return jsonb_build_object('holdId', hold.id, 'state', hold.state, 'journalId', hold.journal_id, 'replayed', true);
  end if;
  if aim = 'confirmed' then
    if hold.expires_at <= settled then raise exception 'the hold has ended' using errcode = 'KB065'; end if;
    select sum((l->>'amount')::pg_catalog.numeric) into spent from jsonb_array_elements(settlement->'journal'->'lines') l
      where l->>'side' = 'debit' and public.kb_ledger_account(tenant, l->'account') = hold.account_id;
    if spent is null or spent > hold.amount then
      raise exception 'a hold is spent up to its amount' using errcode = 'KB063';
    end if;
    posted := public.kb_ledger_write(tenant, settlement->'journal', hold);
    if (posted->>'replayed')::pg_catalog.bool then
      raise exception 'the journal was posted without the hold' using errcode = 'KB062';
    end if;
  else
    update public.ledger_account a set held = held - hold.amount where a.tenant_id = tenant and a.id = hold.account_id;
  end if;
  update public.ledger_hold h set state = aim, settled_at = settled, journal_id = (posted->>'journalId')::pg_catalog.uuid
    where h.tenant_id = tenant and h.id = hold.id;
  return jsonb_build_object('holdId', hold.id, 'state', aim, 'journalId', posted->>'journalId', 'replayed', false);
end $$;

-- Closes a day, in Beijing time, that is over at `now_at`. Null where it is closed already.
create function kb_close(closed_day text, now_at timestamptz) returns jsonb
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  tenant pg_catalog.int4 := public.kb_tenant();
  the_day pg_catalog.text := closed_day::pg_catalog.date::pg_catalog.text;
  ends pg_catalog.timestamptz := ((closed_day::pg_catalog.date + 1)::pg_catalog.timestamp) at time zone 'Asia/Shanghai';
  before public.ledger_close%rowtype;
  one pg_catalog.record;
  head pg_catalog.bytea;
  journals pg_catalog.int8 := 0;
  totals pg_catalog.record;
begin
  if tenant is null then raise exception 'no tenant in this transaction'; end if;
  if ends > now_at then raise exception 'the day is not over' using errcode = 'KB066'; end if;
  -- What is being posted is waited for; what comes later is of the days after.
  perform pg_advisory_xact_lock(hashtextextended('ledger day ' || tenant, 0));
  select * into before from public.ledger_close c where c.tenant_id = tenant order by c.day desc limit 1;
  if before.day >= the_day then return null; end if;
  head := coalesce(before.head, decode(repeat('00', 32), 'hex'));
  for one in select j.hash from public.ledger_journal j where j.tenant_id = tenant and j.at < ends
      and j.at >= coalesce(before.until, '-infinity') order by j.at, j.id loop
    head := sha256(head || one.hash);
    journals := journals + 1;
  end loop;
  select coalesce(sum(e.amount) filter (where e.side = 'debit'), 0) as debit,
    coalesce(sum(e.amount) filter (where e.side = 'credit'), 0) as credit into totals
    from public.ledger_entry e where e.tenant_id = tenant and e.at < ends and e.at >= coalesce(before.until, '-infinity');
  insert into public.ledger_close values (tenant, the_day, ends, journals, totals.debit, totals.credit,
    coalesce(before.head, decode(repeat('00', 32), 'hex')), head, now_at);
  insert into public.ledger_close_total (tenant_id, account_id, day, debit, credit)
  select tenant, m.account_id, the_day, m.debit + coalesce(p.debit, 0), m.credit + coalesce(p.credit, 0)
  from (select e.account_id, coalesce(sum(e.amount) filter (where e.side = 'debit'), 0) as debit,
      coalesce(sum(e.amount) filter (where e.side = 'credit'), 0) as credit
    from public.ledger_entry e where e.tenant_id = tenant and e.at < ends and e.at >= coalesce(before.until, '-infinity')
    group by e.account_id) m
  left join lateral (select t.debit, t.credit from public.ledger_close_total t
    where t.tenant_id = tenant and t.account_id = m.account_id order by t.day desc limit 1) p on true;
  return jsonb_build_object('day', the_day, 'journals', journals, 'debit', totals.debit::pg_catalog.text,
    'credit', totals.credit::pg_catalog.text, 'head', encode(head, 'hex'));
end $$;

revoke all on function kb_ledger_account(int, jsonb), kb_ledger_write(int, jsonb, ledger_hold), kb_post(jsonb), kb_hold(jsonb),
  kb_settle(jsonb), kb_close(text, timestamptz) from public;
grant execute on function kb_post(jsonb), kb_hold(jsonb), kb_settle(jsonb), kb_close(text, timestamptz) to kaibiao_app;

-- owner: light-review
-- Opinions of the owner's own people on the offers of an order, given before the award without a hall (线上评审). The setting,
-- {criteria: [title], memberIds, chairId, note}, does not change once the review has begun. An order has one at a time.
create table light_review (
  tenant_id int not null,
  id uuid not null,
  order_id uuid not null,
  no int not null check (no > 0),
  status text not null check (status in ('set', 'running', 'handed-in', 'concluded', 'cancelled')),
  setting jsonb not null,
  -- SHA-256 of setting, members and deadline as the review began; every opinion names it.
  setting_hash bytea,
  deadline timestamptz not null,
  created_by uuid not null,
  created_by_name text not null,
  created_at timestamptz not null,
  started_at timestamptz,
  -- When the opinions were opened: the last one came in, or the owner ended the submission after the deadline.
  opened_at timestamptz,
  ended_at timestamptz,
  ended_by_name text,
  -- The owner's conclusion, or why the review was cancelled.
  conclusion text not null default '',
  record_file_id uuid,
  record_hash bytea,
  primary key (tenant_id, id),
  unique (tenant_id, order_id, no),
  foreign key (tenant_id, order_id) references purchase_order,
  foreign key (tenant_id, record_file_id) references file_object,
  check ((status = 'set') = (started_at is null)),
  check ((status in ('concluded', 'cancelled')) = (ended_at is not null)),
  check ((status = 'concluded') = (record_file_id is not null))
);
create unique index light_review_current on light_review (tenant_id, order_id)
  where status in ('set', 'running', 'handed-in');
call kb_protect('light_review');

create table light_review_member (
  tenant_id int not null,
  id uuid not null,
  review_id uuid not null,
  employee_id uuid not null,
  user_id uuid not null,
  name text not null,
  is_chair boolean not null,
  joined_at timestamptz not null,
  -- Replaced by somebody else, and why.
  out_at timestamptz,
  out_reason text not null default '',
  replaced_by uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, review_id) references light_review,
  check ((out_at is null) = (replaced_by is null))
);
create unique index light_review_member_seat on light_review_member (tenant_id, review_id, employee_id)
  where out_at is null;
create index light_review_member_desk on light_review_member (tenant_id, user_id) where out_at is null;
call kb_protect('light_review_member', 'select, insert, update');

-- A draft until it is handed in. Answers, by criterion: [{stance, reason}]. The salt keeps anybody from guessing the opinion by
-- its hash while it is sealed.
create table light_opinion (
  tenant_id int not null,
  member_id uuid not null,
  review_id uuid not null,
  answers jsonb not null,
  remark text not null,
  saved_at timestamptz not null,
  handed_in_at timestamptz,
  signature text,
  salt bytea,
  hash bytea,
  primary key (tenant_id, member_id),
  foreign key (tenant_id, member_id) references light_review_member,
  foreign key (tenant_id, review_id) references light_review,
  check ((handed_in_at is null) = (hash is null)),
  check ((handed_in_at is null) = (signature is null))
);
create index light_opinion_review on light_opinion (tenant_id, review_id);
call kb_protect('light_opinion');

-- A named file, or the explanation of a price, that one supplier is asked for.
create table light_review_ask (
  tenant_id int not null,
  id uuid not null,
  review_id uuid not null,
  order_id uuid not null,
  trade_id uuid not null,
  kind text not null check (kind in ('file', 'price')),
  title text not null,
  content text not null,
  deadline timestamptz not null,
  asked_by uuid not null,
  asked_by_name text not null,
  asked_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, review_id) references light_review,
  foreign key (tenant_id, trade_id) references trade
);
create index light_review_ask_trade on light_review_ask (tenant_id, trade_id);
create index light_review_ask_review on light_review_ask (tenant_id, review_id);
call kb_protect('light_review_ask', 'select, insert');

-- Answers of the supplier: the last one counts, earlier ones are kept. Files: [{fileId, name, size, sha256}].
create table light_review_answer (
  tenant_id int not null,
  ask_id uuid not null,
  no int not null check (no > 0),
  content text not null,
  files jsonb not null,
  by_user_id uuid not null,
  by_name text not null,
  at timestamptz not null,
  primary key (tenant_id, ask_id, no),
  foreign key (tenant_id, ask_id) references light_review_ask
);
call kb_protect('light_review_answer', 'select, insert');

-- What was signed stays, for the owner of the database too.
create function light_opinion_fixed() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if old.handed_in_at is not null then
    raise exception 'an opinion cannot be changed' using errcode = 'KB002';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create trigger fixed before update or delete on light_opinion for each row execute function light_opinion_fixed();

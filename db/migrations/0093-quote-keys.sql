-- owner: inquiry
-- Rounds whose quotes their suppliers' own keys open, alone or together with officers: what happens behind the deadline.

-- A round that waits for its keys. Made when the clock has ended it.
create table quote_opening (
  tenant_id int not null,
  round_id uuid not null,
  since timestamptz not null,
  -- Until when suppliers release; outages of the platform are given back on top.
  release_end timestamptz not null,
  -- Joint key: the ceremony that made it, and the quotes released in time, in the order in which officers answer for
  -- them: [{tradeId, bidderId, part}]. Null while suppliers still release.
  ceremony_id uuid,
  bids jsonb,
  closed_at timestamptz,
  -- The instant of the answer that made the officers enough.
  begun_at timestamptz,
  -- The round has been opened.
  done_at timestamptz,
  primary key (tenant_id, round_id),
  check (release_end > since),
  check ((bids is null) = (closed_at is null)),
  check (bids is null or ceremony_id is not null),
  check (begun_at is null or closed_at is not null),
  foreign key (tenant_id, round_id) references quote_round,
  foreign key (tenant_id, ceremony_id) references joint_ceremony
);
call kb_protect('quote_opening', 'select, insert');
grant update (bids, closed_at, begun_at, done_at) on quote_opening to kaibiao_app;

-- What a supplier released of its quote, once: keys of its files by position, masked where officers hold a key as well.
create table quote_release (
  tenant_id int not null,
  round_id uuid not null,
  trade_id uuid not null,
  submission_id uuid not null,
  keys jsonb not null,
  released_by uuid not null,
  released_name text not null,
  released_at timestamptz not null,
  -- Why it did not open, in words; null until the round is opened and where it did.
  failure text,
  primary key (tenant_id, round_id, trade_id),
  foreign key (tenant_id, round_id) references quote_opening,
  foreign key (tenant_id, submission_id) references bid_submission
);
call kb_protect('quote_release', 'select, insert');
grant update (failure) on quote_release to kaibiao_app;

-- What officers answered for the quotes of a round: true answers count, false ones stay on record.
create table quote_answer (
  tenant_id int not null,
  id uuid not null,
  round_id uuid not null,
  idx smallint not null,
  user_id uuid not null,
  answer jsonb not null,
  holds boolean not null,
  at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, round_id) references quote_opening
);
create unique index quote_answer_true on quote_answer (tenant_id, round_id, idx) where holds;
create index quote_answer_round on quote_answer (tenant_id, round_id, at);
call kb_protect('quote_answer', 'select, insert');

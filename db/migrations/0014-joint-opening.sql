-- owner: opening-hall

-- The opening of an order in joint-key mode, beside its row in `opening`. Made when the opening starts.
create table joint_opening (
  tenant_id int not null,
  order_id uuid not null,
  -- One answer of the officers opens all files of a bid, so that there is one opening only.
  stage smallint not null default 1 check (stage = 1),
  ceremony_id uuid not null,
  -- The bids released in time, in the order in which the officers answer for them: [{tradeId, bidderId, part}]. Null
  -- while bidders still release.
  bids jsonb,
  closed_at timestamptz,
  -- The instant of the answer that made them enough.
  begun_at timestamptz,
  -- Every bid of the list has been opened or refused.
  done_at timestamptz,
  primary key (tenant_id, order_id),
  check ((bids is null) = (closed_at is null)),
  check (begun_at is null or closed_at is not null),
  check (done_at is null or closed_at is not null),
  foreign key (tenant_id, order_id, stage) references opening,
  foreign key (tenant_id, ceremony_id) references joint_ceremony
);
call kb_protect('joint_opening', 'select, insert, update');

-- What officers answered: true ones count, false ones stay on record with the name of who gave them.
create table joint_answer (
  tenant_id int not null,
  id uuid not null,
  order_id uuid not null,
  idx smallint not null,
  user_id uuid not null,
  answer jsonb not null,
  holds boolean not null,
  at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, order_id) references joint_opening
);
create unique index joint_answer_true on joint_answer (tenant_id, order_id, idx) where holds;
create index joint_answer_order on joint_answer (tenant_id, order_id, at);
call kb_protect('joint_answer', 'select, insert');

-- The last sign of life of the platform by the database's clock, which nobody moves: a gap in it is an outage.
create table platform_beat (
  one boolean primary key default true check (one),
  at timestamptz not null
);
grant select, insert, update on platform_beat to kaibiao_app;

-- Why a window was extended: by its host, or because the platform was down during it.
alter table decrypt_extension
  add column kind text not null default 'host' check (kind in ('host', 'outage')),
  alter column by_user_id drop not null,
  add check ((kind = 'outage') = (by_user_id is null));

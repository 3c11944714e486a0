-- owner: review-hall
-- Abnormally low prices. `low_price`: what the documents say of them, and the ceiling, as the review began; null in reviews
-- that began before it was looked at.
alter table review add column low_price jsonb;

-- What an explanation was asked for: the price that counted when it was asked, and how it compared.
alter table review_ask
  add column price numeric(20, 2),
  add column findings jsonb not null default '[]';

-- The vote on an explanation.
alter table review_motion
  add column ask_id uuid,
  add foreign key (tenant_id, ask_id) references review_ask;
create index review_motion_ask on review_motion (tenant_id, ask_id) where ask_id is not null;

-- Why the committee asks for no explanation of a price that is low only by comparison.
create table review_low_price_waiver (
  tenant_id int not null,
  order_id uuid not null,
  trade_id uuid not null,
  price numeric(20, 2) not null,
  findings jsonb not null,
  reason text not null,
  noted_by uuid not null,
  noted_at timestamptz not null,
  primary key (tenant_id, order_id, trade_id, price),
  foreign key (tenant_id, order_id) references review,
  foreign key (tenant_id, trade_id) references trade,
  foreign key (tenant_id, noted_by) references reviewer
);
call kb_protect('review_low_price_waiver', 'select, insert');

-- A vote on an explanation and another on the same bid may be open at once.
drop index review_motion_open;
create unique index review_motion_open on review_motion (tenant_id, order_id, kind, trade_id, ask_id)
nulls not distinct where state = 0;

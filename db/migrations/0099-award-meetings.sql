-- owner: award-meetings
-- A meeting that chooses winners among candidates (定标会). Orders on its agenda wait for it until it is over.
create table award_meeting (
  tenant_id int not null,
  id uuid not null,
  code text not null,
  company_id uuid not null,
  title text not null,
  rule text not null check (rule in ('lowest', 'vote', 'lot', 'discussion')),
  ballot text not null check (ballot in ('secret', 'open')),
  place text not null default '',
  meet_at timestamptz not null,
  note text not null default '',
  state text not null check (state in ('draft', 'called', 'held', 'minuted', 'signed', 'cancelled')),
  minutes text not null default '',
  cancel_reason text not null default '',
  created_by uuid not null,
  created_by_name text not null,
  created_at timestamptz not null,
  called_at timestamptz,
  held_at timestamptz,
  minuted_at timestamptz,
  ended_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, code),
  foreign key (tenant_id, company_id) references company_tenant,
  check ((state in ('signed', 'cancelled')) = (ended_at is not null))
);
create index award_meeting_company on award_meeting (tenant_id, company_id, id desc);
call kb_protect('award_meeting');

-- `round` goes up when a vote had no majority; `options` are those who may be voted for then (null: all candidates).
create table award_meeting_order (
  tenant_id int not null,
  meeting_id uuid not null,
  order_id uuid not null,
  sort int not null,
  round int not null default 1,
  options uuid[],
  chosen_trade_id uuid,
  -- Of a lot among those with most votes: prepared with the call, frozen when it is needed.
  draw_id uuid,
  -- How it was chosen: votes by candidate, and what decided.
  basis jsonb,
  -- From the call to the end: an order is on one agenda at a time.
  is_live boolean not null default false,
  primary key (tenant_id, meeting_id, order_id),
  foreign key (tenant_id, meeting_id) references award_meeting on delete cascade,
  foreign key (tenant_id, order_id) references purchase_order,
  foreign key (tenant_id, chosen_trade_id) references trade,
  foreign key (tenant_id, draw_id) references draw,
  unique (tenant_id, draw_id)
);
create unique index award_meeting_order_live on award_meeting_order (tenant_id, order_id) where is_live;
create index award_meeting_order_of on award_meeting_order (tenant_id, order_id);
call kb_protect('award_meeting_order');

create table award_meeting_member (
  tenant_id int not null,
  id uuid not null,
  meeting_id uuid not null,
  employee_id uuid not null,
  user_id uuid not null,
  name text not null,
  is_chair boolean not null,
  reply text not null default '' check (reply in ('', 'attending', 'avoiding')),
  reply_reason text not null default '',
  replied_at timestamptz,
  -- Stepped aside, or replaced by the organiser.
  out_at timestamptz,
  signed_at timestamptz,
  -- What the member wants to be on record with the signature.
  remark text not null default '',
  primary key (tenant_id, id),
  foreign key (tenant_id, meeting_id) references award_meeting on delete cascade,
  foreign key (tenant_id, employee_id) references employee
);
create unique index award_meeting_member_seat on award_meeting_member (tenant_id, meeting_id, employee_id) where out_at is null;
create index award_meeting_member_desk on award_meeting_member (tenant_id, user_id) where out_at is null;
call kb_protect('award_meeting_member');

-- Sealed until all members have voted on the order; of a secret ballot the choices of persons stay so for good.
create table award_vote (
  tenant_id int not null,
  meeting_id uuid not null,
  order_id uuid not null,
  round int not null,
  member_id uuid not null,
  trade_id uuid not null,
  reason text not null default '',
  at timestamptz not null,
  primary key (tenant_id, meeting_id, order_id, round, member_id),
  foreign key (tenant_id, meeting_id, order_id) references award_meeting_order,
  foreign key (tenant_id, member_id) references award_meeting_member,
  foreign key (tenant_id, trade_id) references trade
);
call kb_protect('award_vote', 'select, insert');

-- owner: draws
alter table draw drop constraint draw_kind_check;
alter table draw add constraint draw_kind_check check (kind in ('experts', 'opening', 'price-params', 'lots', 'award'));

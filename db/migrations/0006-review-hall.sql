-- owner: experts

create table expert (
  tenant_id int not null,
  id uuid not null,
  user_id uuid not null references app_user,
  -- Whose library: null is the platform's, which every buyer may choose from.
  company_id uuid,
  name text not null,
  mobile text not null,
  employer text not null default '',
  -- Social credit code of the employer: what avoidance is decided by; the name is for reading.
  employer_code text not null default '',
  -- technical or economic: committees need two thirds of these together.
  kind text not null check (kind in ('technical', 'economic')),
  -- Codes of the classification of majors.
  majors text[] not null default '{}',
  -- One of the 21 professional titles, or empty.
  title text not null default '',
  -- Province (GB/T 2260, six digits), or empty; the place within it is free text.
  region text not null default '',
  city text not null default '',
  -- First year in the field: eight years of practice are asked for (招标投标法第三十七条).
  since smallint,
  -- 1 enabled, 2 forbidden.
  status smallint not null default 1,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  unique nulls not distinct (tenant_id, user_id, company_id)
);
create index expert_library on expert (tenant_id, company_id, id desc);
call kb_protect('expert');

-- owner: review-hall

-- One row per review: what was fixed at its start, and how it ended. Its lock serialises everything but autosave.
create table review (
  tenant_id int not null,
  order_id uuid not null,
  review_method smallint not null,
  started_by uuid not null,
  started_at timestamptz not null,
  concluded_at timestamptz,
  -- The committee rejected every bid, with this reason.
  all_rejected boolean not null default false,
  conclusion text not null default '',
  -- Double envelope: the first stage's result stands since then; who passed it has the second envelope opened.
  first_stage_at timestamptz,
  primary key (tenant_id, order_id),
  foreign key (tenant_id, order_id) references purchase_order
);
call kb_protect('review');

create table review_process (
  tenant_id int not null,
  id uuid not null,
  order_id uuid not null,
  process_type smallint not null,
  process_status smallint not null default 0,
  started_at timestamptz,
  ended_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, order_id, process_type),
  foreign key (tenant_id, order_id) references review
);
call kb_protect('review_process');

-- The committee. Chosen before the review starts, so it hangs on the order and not on the review.
create table reviewer (
  tenant_id int not null,
  id uuid not null,
  order_id uuid not null,
  -- Position: the order of listing.
  sort int not null,
  expert_id uuid,
  employee_id uuid,
  user_id uuid not null,
  name text not null,
  -- technical, economic, or the purchaser's representative
  role text not null check (role in ('technical', 'economic', 'owner')),
  employer text not null default '',
  employer_code text not null default '',
  is_leader boolean not null default false,
  -- Avoidance: null while a statement is missing, true without any conflict, false with one.
  no_conflict boolean,
  declared_at timestamptz,
  -- Left the committee: a conflict, or replaced; what this member concluded is void.
  out_at timestamptz,
  out_reason text not null default '',
  -- The member whose place this one took.
  replaces uuid,
  primary key (tenant_id, id),
  unique (tenant_id, order_id, user_id),
  foreign key (tenant_id, order_id) references purchase_order
);
create index reviewer_user on reviewer (tenant_id, user_id);
call kb_protect('reviewer');

-- Who may enter the experts' workbench: enabled experts, and representatives who sit on a committee.
create view expert_user with (security_invoker = true) as
  select tenant_id, user_id from expert where status = 1
  union select tenant_id, user_id from reviewer where out_at is null;
grant select on expert_user to kaibiao_app;

-- A member's statement about one bidder.
create table reviewer_avoidance (
  tenant_id int not null,
  reviewer_id uuid not null,
  trade_id uuid not null,
  has_conflict boolean not null,
  reason text not null default '',
  at timestamptz not null,
  primary key (tenant_id, reviewer_id, trade_id),
  foreign key (tenant_id, reviewer_id) references reviewer,
  foreign key (tenant_id, trade_id) references trade
);
call kb_protect('reviewer_avoidance');

create table leader_vote (
  tenant_id int not null,
  order_id uuid not null,
  voter_id uuid not null,
  choice_id uuid not null,
  at timestamptz not null,
  primary key (tenant_id, order_id, voter_id),
  foreign key (tenant_id, voter_id) references reviewer,
  foreign key (tenant_id, choice_id) references reviewer
);
call kb_protect('leader_vote');

create table review_way (
  tenant_id int not null,
  id uuid not null,
  order_id uuid not null,
  way_type smallint not null,
  name text not null,
  item_kind smallint not null,
  full_mark numeric(8,2) not null default 0,
  aggregation smallint not null default 3,
  is_automatic boolean not null default false,
  -- Of the price formula, as the tender documents had them when the review started.
  params jsonb not null default '{}',
  sort int not null,
  -- 2: opens after the second envelopes.
  stage smallint not null default 1,
  status smallint not null default 0,
  summarised_at timestamptz,
  -- Members whose judgements the result is made of, in order; empty while it is open.
  judges uuid[] not null default '{}',
  primary key (tenant_id, id),
  unique (tenant_id, order_id, sort),
  foreign key (tenant_id, order_id) references review
);
call kb_protect('review_way');

create table review_item (
  tenant_id int not null,
  id uuid not null,
  way_id uuid not null,
  name text not null,
  standard text not null default '',
  full_mark numeric(8,2) not null default 0,
  is_objective boolean not null default false,
  sort int not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, way_id) references review_way
);
create index review_item_way on review_item (tenant_id, way_id, sort);
call kb_protect('review_item');

-- 0 pending, 2 submitted; "completed, not yet submitted" follows from the scores and is never stored.
create table review_task (
  tenant_id int not null,
  way_id uuid not null,
  reviewer_id uuid not null,
  status smallint not null default 0,
  submitted_at timestamptz,
  primary key (tenant_id, way_id, reviewer_id),
  foreign key (tenant_id, way_id) references review_way,
  foreign key (tenant_id, reviewer_id) references reviewer
);
call kb_protect('review_task');

create table review_score (
  tenant_id int not null,
  item_id uuid not null,
  reviewer_id uuid not null,
  trade_id uuid not null,
  score numeric(8,2),
  passed boolean,
  reason text not null default '',
  saved_at timestamptz not null,
  primary key (tenant_id, item_id, reviewer_id, trade_id),
  foreign key (tenant_id, item_id) references review_item,
  foreign key (tenant_id, reviewer_id) references reviewer,
  foreign key (tenant_id, trade_id) references trade
);
create index review_score_reviewer on review_score (tenant_id, reviewer_id, trade_id);
call kb_protect('review_score');

-- Result of one way for one bidder: marks or pass, with the derivation that led there.
create table review_outcome (
  tenant_id int not null,
  way_id uuid not null,
  trade_id uuid not null,
  -- As published, two decimals; `exact` is what totals are added from.
  score numeric(8,2),
  exact text,
  passed boolean,
  trace jsonb not null,
  primary key (tenant_id, way_id, trade_id),
  foreign key (tenant_id, way_id) references review_way,
  foreign key (tenant_id, trade_id) references trade
);
call kb_protect('review_outcome');

-- Put to the vote of the committee: rejecting one bid, or going on with fewer than three valid bids.
create table review_motion (
  tenant_id int not null,
  id uuid not null,
  order_id uuid not null,
  kind text not null check (kind in ('reject-bid', 'go-on')),
  trade_id uuid,
  -- Valid bids when the question of going on arose.
  valid_bids int,
  reason text not null,
  rule text not null default '',
  -- Null: raised by the system because the law asks for a decision.
  proposed_by uuid,
  -- 0 open, 1 carried, 2 refused.
  state smallint not null default 0,
  created_at timestamptz not null,
  decided_at timestamptz,
  primary key (tenant_id, id),
  check ((kind = 'reject-bid') = (trade_id is not null)),
  foreign key (tenant_id, order_id) references review,
  foreign key (tenant_id, trade_id) references trade
);
create unique index review_motion_open on review_motion (tenant_id, order_id, kind, trade_id) nulls not distinct where state = 0;
call kb_protect('review_motion');

create table review_motion_vote (
  tenant_id int not null,
  motion_id uuid not null,
  reviewer_id uuid not null,
  agree boolean not null,
  opinion text not null default '',
  at timestamptz not null,
  primary key (tenant_id, motion_id, reviewer_id),
  foreign key (tenant_id, motion_id) references review_motion,
  foreign key (tenant_id, reviewer_id) references reviewer
);
call kb_protect('review_motion_vote');

create table review_rejection (
  tenant_id int not null,
  order_id uuid not null,
  trade_id uuid not null,
  reason text not null,
  rule text not null default '',
  -- Failed in this way, or rejected by this vote; neither: the second envelope could not be opened.
  way_id uuid,
  motion_id uuid,
  at timestamptz not null,
  primary key (tenant_id, order_id, trade_id),
  check (way_id is null or motion_id is null),
  foreign key (tenant_id, order_id) references review,
  foreign key (tenant_id, trade_id) references trade,
  foreign key (tenant_id, way_id) references review_way,
  foreign key (tenant_id, motion_id) references review_motion
);
call kb_protect('review_rejection');

create table review_ranking (
  tenant_id int not null,
  order_id uuid not null,
  trade_id uuid not null,
  rank int not null,
  total numeric(8,2),
  quote numeric(20,2) not null,
  -- Drawn by the system where the rules leave bids equal; 1 goes first.
  lot int,
  trace jsonb not null,
  primary key (tenant_id, order_id, trade_id),
  foreign key (tenant_id, order_id) references review,
  foreign key (tenant_id, trade_id) references trade
);
call kb_protect('review_ranking');

create table review_report (
  tenant_id int not null,
  id uuid not null,
  order_id uuid not null,
  -- 3 report, 4 first-stage report.
  process_type smallint not null default 3,
  scope smallint not null default 0,
  template text not null default 'default',
  state smallint not null default 0,
  -- Everything the document says, as it was when it was asked for.
  content jsonb not null,
  failure text not null default '',
  -- Why it was taken back, when it was.
  back_reason text not null default '',
  file_id uuid,
  sha256 bytea,
  created_by uuid not null,
  created_at timestamptz not null,
  generated_at timestamptz,
  completed_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, order_id) references review
);
create index review_report_order on review_report (tenant_id, order_id, process_type, id desc);
call kb_protect('review_report', 'select, insert, update');

-- A signature stays on record when it is revoked.
create table review_signature (
  tenant_id int not null,
  id uuid not null,
  report_id uuid not null,
  reviewer_id uuid not null,
  -- The document this member saw and signed.
  sha256 bytea not null,
  -- Dissent from the conclusion, in the member's words; empty: agrees.
  opinion text not null default '',
  -- Why the member counts as agreeing without having signed (实施条例第五十三条), entered by the buyer's side; empty: signed.
  deemed text not null default '',
  at timestamptz not null,
  ip text not null default '',
  revoked_at timestamptz,
  revoke_reason text not null default '',
  primary key (tenant_id, id),
  foreign key (tenant_id, report_id) references review_report,
  foreign key (tenant_id, reviewer_id) references reviewer
);
create unique index review_signature_valid on review_signature (tenant_id, report_id, reviewer_id) where revoked_at is null;
call kb_protect('review_signature', 'select, insert, update');

-- owner: sealed-bids
-- That somebody is making a bid in some browser, and when it was saved there last, for their own company alone. Nothing of
-- what it says: prices stay in that browser.
create table bid_draft_note (
  tenant_id int not null,
  trade_id uuid not null,
  round int not null check (round > 0),
  user_id uuid not null,
  -- Of a browser, as it made it up itself.
  device uuid not null,
  device_name text not null,
  saved_at timestamptz not null,
  primary key (tenant_id, trade_id, round, user_id, device),
  foreign key (tenant_id, trade_id) references trade
);
call kb_protect('bid_draft_note', 'select, insert, update');

-- owner: sealed-bids
-- An order may take sealed offers in several rounds, each with a deadline and a tree head of its own.
alter table bid_submission add column round int not null default 1 check (round between 1 and 1000);
drop index bid_submission_trade;
create index bid_submission_trade on bid_submission (tenant_id, order_id, trade_id, round, log_index desc);

-- Of heads at a deadline: the round that they close, and the deadline that was in force then; null where it is the order's.
alter table bid_checkpoint
  add column round int not null default 1 check (round between 1 and 1000),
  add column deadline timestamptz;
drop index bid_checkpoint_order;
create unique index bid_checkpoint_order on bid_checkpoint (tenant_id, order_id, round) where order_id is not null;

-- A key is a bidder's, whose private half the service never sees, or that of a round, whose private half is sealed under a
-- key derived from the root secret until the service opens the round by its clock.
alter table bid_key
  alter column company_id drop not null,
  alter column created_by drop not null,
  add column order_id uuid,
  add column round int check (round between 1 and 1000),
  add column sealed_private bytea,
  -- When the private half was put to use.
  add column opened_at timestamptz,
  add foreign key (tenant_id, order_id) references purchase_order,
  add constraint bid_key_holder check (
    case when company_id is null
      then order_id is not null and round is not null and sealed_private is not null and revoked_at is null
      else created_by is not null and order_id is null and round is null and sealed_private is null
        and opened_at is null
    end
  );
create unique index bid_key_round on bid_key (tenant_id, order_id, round) where order_id is not null;
-- A bidder's key can be revoked, a round's is opened; nothing else of them changes.
revoke update on bid_key from kaibiao_app;
grant update (revoked_at, opened_at) on bid_key to kaibiao_app;

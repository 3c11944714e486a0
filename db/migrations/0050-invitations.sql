-- owner: procurement
-- A supplier asked by name becomes an invitation: told, read, declined by its own people. Accepted is who has signed up
-- (`trade`); the letter is the published notice that opens the order.
alter table order_invitee rename to order_invitation;
alter table order_invitation
  add column id uuid not null default gen_random_uuid(),
  add column read_at timestamptz,
  add column read_by_name text,
  -- Until sign-up ends a decline may be taken back by signing up, which clears it.
  add column declined_at timestamptz,
  add column declined_by_name text,
  add column decline_reason text,
  add check ((declined_at is null) = (decline_reason is null) and (declined_at is null) = (declined_by_name is null)),
  add check ((read_at is null) = (read_by_name is null));
-- The default fills the rows of before, which row-level security would keep from an update of the owner.
alter table order_invitation alter column id drop default, drop constraint order_invitee_pkey;
alter table order_invitation add primary key (tenant_id, id), add unique (tenant_id, order_id, company_id);

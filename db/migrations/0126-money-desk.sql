-- owner: payment
-- Who of the platform deals with a case or a difference; null: nobody has taken it yet.
alter table suspense_case add column owner_id uuid;
alter table suspense_case add column owner_name text not null default '';
alter table recon_line add column owner_id uuid;
alter table recon_line add column owner_name text not null default '';
-- What of the provider's fee by the bill is in the ledger.
alter table recon_run add column fee_booked numeric(20, 2) not null default 0;

-- owner: procurement
-- A purchase whose reason is a secret of the state or of business: nothing of it is published, its result neither.
alter table purchase_order add column is_secret boolean not null default false;
create index purchase_order_secret on purchase_order (tenant_id) where is_secret;

-- owner: talks
-- Prices by line of the bill, where the method asks for them: [{itemId, quantity, unitPrice, amount}], which add up to the price.
alter table response add column lines jsonb;
alter table talk add column lines jsonb;

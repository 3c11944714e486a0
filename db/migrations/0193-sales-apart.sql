-- Owner: procurement. Lists of purchases leave out what is sold; sales are few, so an index of them alone tells it.
create index purchase_order_sale on purchase_order (tenant_id, project_id) where method in (12);

-- The same view of orders that are open to sign-up, which tells the method as well.
create or replace view purchase_order_open as
  select tenant_id, id, project_id, owner_company_id, purchaser_company_id, admission, sign_up_end, control_price, words, method
  from purchase_order
  where tenant_id = kb_tenant() and state = 'publish.open' and published_at is not null and not is_secret;

-- Owner: procurement. Orders that are open to sign-up, as a view of the owner that holds the tenant itself: comparing states is not
-- leakproof, so under row-level security the planner knows nothing of how many are open, and looks each one up by itself.
create view purchase_order_open as
  select tenant_id, id, project_id, owner_company_id, purchaser_company_id, admission, sign_up_end, control_price, words
  from purchase_order
  where tenant_id = kb_tenant() and state = 'publish.open' and published_at is not null and not is_secret;
grant select on purchase_order_open to kaibiao_app;

-- Owner: suppliers. Whose certificates expire is read from the index alone, not from a page of the table for each.
drop index supplier_certificate_until;
create index supplier_certificate_until on supplier_certificate (tenant_id, owner_company_id, valid_until, supplier_id)
  where removed_at is null;

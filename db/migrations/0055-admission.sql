-- owner: procurement
-- Who may take part in an order: everybody, or those who were invited. A method may leave it to the buyer, so that the code
-- of the method does not tell.
alter table purchase_order add column admission text not null default 'open' check (admission in ('open', 'invited'));
-- The owner of the tables updates rows of every tenant.
alter table purchase_order no force row level security;
update purchase_order set admission = 'invited' where method = 2;
alter table purchase_order force row level security;
create or replace view purchase_order_search as
  select tenant_id, id, project_id, code, title, method, status, owner_company_id, purchaser_company_id,
    created_at, published_at, sign_up_end, bid_end, words, admission
  from purchase_order where tenant_id = kb_tenant();

-- owner: procurement
-- Where an order stands, `step.phase`, as its steps say it (procurement/steps/*/phases.ts). Numbers meant different things
-- under different methods; the specification's are made from the state wherever a call answers.
create type order_state as enum (
  'publish.draft', 'publish.open', 'open.running', 'open.reading', 'open.ended',
  'review.running', 'review.summarised', 'review.done', 'auction.running', 'auction.failed', 'auction.ended',
  'talk.running', 'talk.agreed', 'candidates.public', 'winner.fixed', 'archive.done', 'archive.abortive',
  'abortive.declared'
);

-- A number that its method does not know is no state: the column takes no null.
create function order_state_of(status int, method int, is_abortive boolean) returns text language sql immutable
  set search_path = pg_catalog, pg_temp as $$
select case status
  when 0 then 'publish.draft'
  when 1 then 'publish.open'
  when 2 then case method when 8 then 'auction.running' when 6 then 'talk.running' else 'open.running' end
  when 3 then 'open.reading'
  when 4 then case method when 8 then 'auction.failed' else 'open.ended' end
  when 5 then 'review.running'
  when 6 then 'review.summarised'
  when 7 then case method when 8 then 'auction.ended' when 6 then 'talk.agreed' else 'review.done' end
  when 8 then 'candidates.public'
  when 9 then 'winner.fixed'
  when 10 then case when is_abortive then 'archive.abortive' else 'archive.done' end
  when 20 then 'abortive.declared'
end $$;

drop view purchase_order_search;
drop index purchase_order_owner_status, purchase_order_purchaser_status;
alter table purchase_order alter column status drop default;
alter table purchase_order alter column status type order_state using order_state_of(status, method, awarded_at is null)::order_state;
alter table purchase_order rename column status to state;
alter table purchase_order alter column state set default 'publish.draft';
create index purchase_order_owner_state on purchase_order (tenant_id, owner_company_id, state, id desc);
create index purchase_order_purchaser_state on purchase_order (tenant_id, purchaser_company_id, state, id desc);
create view purchase_order_search as
  select tenant_id, id, project_id, code, title, method, state, owner_company_id, purchaser_company_id,
    created_at, published_at, sign_up_end, bid_end, words, admission
  from purchase_order where tenant_id = kb_tenant();
grant select on purchase_order_search to kaibiao_app;

-- Events that are still to be handled name states as well. The owner of the tables sees the orders of every tenant.
alter table purchase_order no force row level security;
update outbox e
set payload = e.payload || jsonb_build_object(
  'from', order_state_of((e.payload->>'from')::int, o.method, false),
  'to', order_state_of((e.payload->>'to')::int, o.method, (e.payload->>'from')::int = 20))
from purchase_order o
where e.kind = 'order.status' and o.tenant_id = e.tenant_id and o.id = (e.payload->>'orderId')::uuid;
alter table purchase_order force row level security;
drop function order_state_of;
analyze purchase_order;

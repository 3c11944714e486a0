-- owner: procurement
-- Where no committee recommends candidates, the buyer proposes them from a ranking. The ranking stays as it was: what may be
-- proposed anew, or takes the place of a winner that falls away, is looked up in it.
alter table order_result
  drop constraint order_result_kind_check,
  add constraint order_result_kind_check check (kind in ('ranking', 'candidates', 'award')),
  -- Trades that fell away with this version of the candidates, and are not put forward any more.
  add column excluded uuid[] not null default '{}';

create or replace view candidate_in_force with (security_invoker = true) as
  select r.tenant_id, r.order_id, r.id as result_id, r.version, r.notice_id, c.item_id, c.rank, c.trade_id, c.price, c.score, c.lines
  from result_in_force r join candidate c on c.tenant_id = r.tenant_id and c.result_id = r.id
  where r.kind = 'candidates';

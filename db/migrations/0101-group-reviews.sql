-- owner: procurement
-- A group has signed its report (竞争性谈判, 竞争性磋商); its candidates are to be publicised.
alter type order_state add value 'group.done';

-- owner: draws
-- The order in which suppliers are talked to.
alter table draw drop constraint draw_kind_check;
alter table draw add constraint draw_kind_check check (kind in ('experts', 'opening', 'price-params', 'lots', 'award', 'turns'));

-- owner: talks
-- Talks in a drawn order: the supplier's turn, and the minutes that every supplier has.
alter table round_talk
  add column turn int check (turn > 0),
  add column minutes int check (minutes > 0),
  add check ((turn is null) = (minutes is null));

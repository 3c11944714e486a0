-- owner: membership

-- Points bought are owed to their buyer until they are used: the money is booked to an account of the buyer's.
alter table pay_order drop constraint pay_order_purpose_check;
alter table pay_order add constraint pay_order_purpose_check check (purpose in ('income', 'bond', 'points'));

-- Which points paid an order, lot by lot, and how many of them came back with a refund.
create table points_use (
  tenant_id int not null,
  pay_order_id uuid not null,
  lot_id uuid not null,
  count int not null check (count > 0),
  returned int not null default 0 check (returned between 0 and count),
  used_at timestamptz not null,
  primary key (tenant_id, pay_order_id, lot_id)
);
call kb_protect('points_use', 'select, insert');
grant update (returned) on points_use to kaibiao_app;

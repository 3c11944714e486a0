-- owner: procurement
-- An order to which too few offers came may be given more time, once.
alter table purchase_order add column extended_at timestamptz;

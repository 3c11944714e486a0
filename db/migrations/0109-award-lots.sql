-- owner: award-meetings
-- A lot among those with most votes is drawn by a draw of the platform (commitments, reveals, beacon), prepared with the call.
alter table award_meeting_order add column draw_id uuid, add foreign key (tenant_id, draw_id) references draw;
create unique index award_meeting_order_draw on award_meeting_order (tenant_id, draw_id);
alter table award_vote drop column salt;

-- owner: draws
alter table draw drop constraint draw_kind_check;
alter table draw add constraint draw_kind_check check (kind in ('experts', 'opening', 'price-params', 'lots', 'turns', 'award'));

-- Votes and quotes are bound to the audit chain as they are given, while they are sealed: whoever reads the chain must not find
-- one by trying the few values it can have. Each has a random part, which stands in no fact; a vote that is changed gets another.
-- owner: quotes
alter table quote add column salt uuid not null default gen_random_uuid();
-- owner: award-meetings
alter table award_vote add column salt uuid not null default gen_random_uuid();
-- owner: review-hall
alter table review_motion_vote add column salt uuid not null default gen_random_uuid();

-- owner: kernel
-- The check at the start asks for the facts of one table after the other, and of each row for the newest.
drop index audit_row_bound;
create index audit_row_bound on audit_record (tenant_id, split_part(body->>'entityId', '/', 1), (body->>'entityId'), seq)
  where body->>'entity' = 'row-bound';

-- owner: review-hall
-- Votes for a committee's leader are bound to the audit chain as they are cast, while nobody may know for whom: the random part,
-- another with each vote, keeps readers of the chain from trying the members. It stands in no fact.
alter table leader_vote add column salt uuid not null default gen_random_uuid();

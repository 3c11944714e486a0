-- owner: auction
-- Prices of an auction fall or rise, as its terms say: what stands here is the lowest or the highest that was accepted.
alter table auction rename column lowest to best;

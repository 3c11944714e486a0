-- owner: review-hall
-- Marks of a part are added as they are; `score_digits`: decimals that the tender documents round them to first.
-- `price_version`: the price formula a review was begun under, whatever the platform computes by later. Under
-- price-score/1 price marks were rounded to two decimals before they were added: what was begun so ends so.
alter table review add column price_version text not null default 'price-score/1';
alter table review alter column price_version drop default;
alter table review_way add column score_digits smallint check (score_digits between 0 and 2);
update review_way set score_digits = 2 where is_automatic;

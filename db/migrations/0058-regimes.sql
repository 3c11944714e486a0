-- owner: procurement
-- What a project obeys (procurement/rules/regimes.ts). Before, it was known only whether the law demanded a tender; what it did
-- not was purchased by the company's own rules.
create type purchase_regime as enum ('tender', 'government', 'enterprise');

alter table project add column regime purchase_regime not null default 'enterprise';
-- The owner of the tables sees the projects of every tenant.
alter table project no force row level security;
update project set regime = 'tender' where must_tender;
alter table project force row level security;
alter table project drop column must_tender;

-- When the report of the review was signed: periods of the law run from it.
alter table purchase_order add column reviewed_at timestamptz;

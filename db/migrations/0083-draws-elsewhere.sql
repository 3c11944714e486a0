-- owner: experts
-- The pool is frozen first, its order comes with the draw (table draw, under the extraction's id).
alter table expert_extraction add column frozen_at timestamptz;
update expert_extraction set frozen_at = drawn_at where pool_hash is not null;
create or replace function expert_draw_fixed() returns trigger language plpgsql
set search_path = pg_catalog, pg_temp as $$
begin
  if old.seed_hash <> new.seed_hash or old.salt_hash <> new.salt_hash
    or (old.frozen_at is not null and (old.nonce, old.pool_hash, old.frozen_at, old.conditions, old.avoidance)
      is distinct from (new.nonce, new.pool_hash, new.frozen_at, new.conditions, new.avoidance))
    or (old.drawn_at is not null and old.drawn_at is distinct from new.drawn_at)
  then raise exception 'a draw cannot be changed' using errcode = 'KB002'; end if;
  return new;
end $$;
grant update (rank) on expert_pool to kaibiao_app;
create function expert_rank_fixed() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if old.rank is not null or old.excluded <> '' then
    raise exception 'a draw cannot be changed' using errcode = 'KB002';
  end if;
  return new;
end $$;
create trigger expert_rank_fixed before update on expert_pool for each row execute function expert_rank_fixed();

-- owner: review-hall
-- SHA-256 of what a member submitted, as it was submitted; null for what was submitted before this was kept here.
alter table review_task add column sha256 bytea;
update review_task t set sha256 = decode(f.sha256, 'hex')
from (
  select distinct on (tenant_id, body->'data'->>'wayId', body->'data'->>'reviewerId')
    tenant_id, body->'data'->>'wayId' as way_id, body->'data'->>'reviewerId' as reviewer_id, body->'data'->>'sha256' as sha256
  from audit_record where body->>'action' = 'review.submit'
  order by tenant_id, body->'data'->>'wayId', body->'data'->>'reviewerId', seq desc
) f
where t.tenant_id = f.tenant_id and t.way_id::text = f.way_id and t.reviewer_id::text = f.reviewer_id
  and t.submitted_at is not null;

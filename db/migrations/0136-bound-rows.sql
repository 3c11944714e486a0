-- Rows that stay as they were written, each by itself: SHA-256 over the canonical text of the named columns, hex. Facts of the
-- audit chain (entity `row-bound`) keep it, and the check at the start compares.
create function kb_row_hash(row_ anyelement, columns text[]) returns text
language sql stable set search_path = pg_catalog, pg_temp set timezone = 'UTC' as $$
  select encode(sha256(convert_to(jsonb_agg(to_jsonb(row_) -> name order by n)::text, 'UTF8')), 'hex')
  from unnest(columns) with ordinality as u (name, n)
$$;
revoke all on function kb_row_hash from public;
grant execute on function kb_row_hash to kaibiao_app;

-- The newest of each row is asked for.
create index audit_row_bound on audit_record (tenant_id, (body->>'entityId'), seq) where body->>'entity' = 'row-bound';

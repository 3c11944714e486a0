-- owner: draws
-- From draw/4 on the round of the beacon is not fixed with the closing but named afterwards: it follows from the first head of the
-- log that holds the closing, so that the closing provably came before. `named` is what is hashed. Draws that were closed before
-- hold their round in `closed`.
alter table draw
  add column named jsonb,
  add column named_hash bytea,
  add column named_at timestamptz,
  add check ((named is null) = (named_at is null) and (named is null) = (named_hash is null)),
  add check (named is null or (closed is not null and not closed ? 'round' and due_at is not null)),
  -- Where there is a beacon nothing is drawn before its round is known.
  add check (result is null or named is not null or closed ? 'round' or frozen->'beacon' = 'null'::jsonb);

create or replace function draw_fixed() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if (old.kind, old.subject, old.operator_hash, old.prepared_at)
    is distinct from (new.kind, new.subject, new.operator_hash, new.prepared_at)
    or (old.frozen_at is not null and (old.parts, old.frozen, old.frozen_hash, old.frozen_at)
      is distinct from (new.parts, new.frozen, new.frozen_hash, new.frozen_at))
    or (old.closed_at is not null and (old.closed, old.closed_hash, old.closed_at)
      is distinct from (new.closed, new.closed_hash, new.closed_at))
    or (old.due_at is not null and old.due_at is distinct from new.due_at)
    or ((old.named_at is not null or old.drawn_at is not null) and (old.named, old.named_hash, old.named_at, old.due_at)
      is distinct from (new.named, new.named_hash, new.named_at, new.due_at))
    or (old.drawn_at is not null and (old.operator_seed, old.signature, old.result, old.drawn_at)
      is distinct from (new.operator_seed, new.signature, new.result, new.drawn_at))
  then raise exception 'a draw cannot be changed' using errcode = 'KB002'; end if;
  return new;
end $$;

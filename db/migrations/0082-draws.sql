-- owner: draws
-- Draws that nobody steers (src/contract/draw.ts). Each step is fixed before the next can be known: the operator's part by
-- its hash, what is drawn and who takes part, what the participants revealed, what came of it.
create table draw (
  tenant_id int not null,
  id uuid not null,
  kind text not null check (kind in ('experts', 'opening', 'price-params', 'lots')),
  -- The order or extraction that it belongs to.
  subject uuid not null,
  title text not null,
  -- SHA-256 of the operator's part, which is derived and stands nowhere until the draw is made.
  operator_hash bytea not null,
  prepared_at timestamptz not null,
  -- What is drawn with its labels, for people; `frozen` and `closed` are what is hashed.
  parts jsonb,
  frozen jsonb,
  frozen_hash bytea,
  frozen_at timestamptz,
  closed jsonb,
  closed_hash bytea,
  closed_at timestamptz,
  -- When the beacon signs the round; null without a beacon.
  due_at timestamptz,
  operator_seed bytea,
  signature bytea,
  result jsonb,
  drawn_at timestamptz,
  -- Why the beacon's answer is not there yet, in words.
  trouble text not null default '',
  primary key (tenant_id, id),
  check ((frozen is null) = (frozen_at is null) and (closed is null) = (closed_at is null)
    and (result is null) = (drawn_at is null)),
  check (closed is null or frozen is not null),
  check (result is null or closed is not null)
);
create index draw_subject on draw (tenant_id, subject, id);
call kb_protect('draw', 'select, insert, update');

-- What a participant adds: first its hash, later the value. Who reveals nothing has forfeited.
create table draw_share (
  tenant_id int not null,
  draw_id uuid not null,
  user_id uuid not null,
  -- Stands for the person in what is published.
  id uuid not null,
  role text not null,
  name text not null,
  commitment bytea not null,
  committed_at timestamptz not null,
  value bytea,
  revealed_at timestamptz,
  primary key (tenant_id, draw_id, user_id),
  unique (tenant_id, id),
  foreign key (tenant_id, draw_id) references draw,
  check ((value is null) = (revealed_at is null))
);
call kb_protect('draw_share', 'select, insert, update');

create function draw_fixed() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if (old.kind, old.subject, old.operator_hash, old.prepared_at)
    is distinct from (new.kind, new.subject, new.operator_hash, new.prepared_at)
    or (old.frozen_at is not null and (old.parts, old.frozen, old.frozen_hash, old.frozen_at)
      is distinct from (new.parts, new.frozen, new.frozen_hash, new.frozen_at))
    or (old.closed_at is not null and (old.closed, old.closed_hash, old.closed_at, old.due_at)
      is distinct from (new.closed, new.closed_hash, new.closed_at, new.due_at))
    or (old.drawn_at is not null and (old.operator_seed, old.signature, old.result, old.drawn_at)
      is distinct from (new.operator_seed, new.signature, new.result, new.drawn_at))
  then raise exception 'a draw cannot be changed' using errcode = 'KB002'; end if;
  return new;
end $$;
create trigger draw_fixed before update on draw for each row execute function draw_fixed();

-- A share is exchanged for another only before the draw is frozen; afterwards its value is added, once.
create function draw_share_fixed() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if (old.id, old.role, old.commitment, old.committed_at) is distinct from (new.id, new.role, new.commitment, new.committed_at)
    or (old.value is not null and (old.value, old.revealed_at) is distinct from (new.value, new.revealed_at))
  then raise exception 'a part of a draw cannot be changed' using errcode = 'KB002'; end if;
  return new;
end $$;
create trigger draw_share_fixed before update on draw_share for each row execute function draw_share_fixed();

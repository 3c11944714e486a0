-- owner: witnesses

-- Time-stamps (RFC 3161) of what is known by its hash, an archive's manifest: asked for with the change, given some time later, once.
create table hash_time_stamp (
  tenant_id int not null,
  id uuid not null,
  -- SHA-256.
  hash bytea not null check (length(hash) = 32),
  asked_at timestamptz not null,
  token bytea,
  at timestamptz,
  authority text,
  is_local boolean,
  primary key (tenant_id, id),
  check ((token is null) = (at is null) and (token is null) = (authority is null) and (token is null) = (is_local is null))
);
create unique index hash_time_stamp_hash on hash_time_stamp (tenant_id, hash);
call kb_protect('hash_time_stamp', 'select, insert, update');

create function hash_time_stamp_fixed() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if (old.hash, old.asked_at) is distinct from (new.hash, new.asked_at) or old.token is not null
  then raise exception 'a time-stamp cannot be changed' using errcode = 'KB002'; end if;
  return new;
end $$;
create trigger hash_time_stamp_fixed before update on hash_time_stamp for each row execute function hash_time_stamp_fixed();

-- owner: kernel
-- What all nodes on this database must agree on; the first one to start says it. A restored copy keeps it.
create table node_agreement (
  only_row boolean primary key default true check (only_row),
  -- Hash of a key derived from KAIBIAO_SECRET.
  secret_check bytea,
  -- The store that holds the files, by the id that lies in it.
  file_store uuid
);
insert into node_agreement default values;

-- The store of this database's files: `offered`, when none was named before.
create function kb_file_store(offered uuid) returns uuid
language sql security definer set search_path = pg_catalog, pg_temp as $$
  update public.node_agreement set file_store = coalesce(file_store, offered) returning file_store
$$;
revoke all on function kb_file_store from public;
grant execute on function kb_file_store to kaibiao_app;

-- owner: kernel
-- Search by words. Chinese has no spaces and the database no dictionary of it, so a text is taken apart by signs: of a run
-- of Chinese every two neighbours, and the last sign alone; of a run of Latin letters or of digits every beginning up to
-- ten signs, and after '=' the whole. '^' marks how a text begins, for the ranking. Keywords are taken apart by
-- src/server/search/words.ts; a test holds the two against one another.
create function kb_words(variadic texts text[]) returns tsvector language plpgsql immutable parallel safe
set search_path = pg_catalog, pg_temp as $$
declare
  words text[] := '{}';
  one text;
  run text;
  is_first boolean;
begin
  foreach one in array texts loop
    is_first := true;
    foreach run in array array(
      select m[1] from regexp_matches(lower(normalize(left(one, 2000), NFKC) collate "C"),
        '[a-z]+|[0-9]+|[\u00c0-\u024f\u0370-\u04ff\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\U00020000-\U0003ffff]+', 'g') m)
    loop
      if is_first then
        words := words || array['^' || left(run, 1), '^' || left(run, 2)];
        is_first := false;
      end if;
      if ascii(run) < 128 then
        for i in 1 .. least(length(run), 10) loop words := words || left(run, i); end loop;
        words := words || ('=' || left(run, 64));
      else
        for i in 1 .. length(run) loop words := words || substr(run, i, 2); end loop;
      end if;
    end loop;
  end loop;
  return array_to_tsvector(words);
end $$;

-- Places in a list as words, so that the index can be read newest first: the tenant, and its span of 2^32 ms (50 days).
-- What is older than 2013 is of the first; what lies beyond 2109 is no time (a random id), and of the last.
create function kb_spans(sign text, tenant int, ms bigint) returns tsvector language sql immutable parallel safe
set search_path = pg_catalog, pg_temp as $$
  select array_to_tsvector(array[sign || tenant, sign || tenant || '/' ||
    case when ms >> 32 >= 1024 then 'ffff' else lpad(to_hex(greatest(ms >> 32, 320)), 4, '0') end])
$$;
create function kb_spans(sign text, tenant int, id uuid) returns tsvector language sql immutable parallel safe
set search_path = pg_catalog, pg_temp as $$
  select public.kb_spans(sign, tenant, ('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint)
$$;
create function kb_spans(sign text, tenant int, at timestamptz) returns tsvector language sql immutable parallel safe
set search_path = pg_catalog, pg_temp as $$
  select public.kb_spans(sign, tenant, (extract(epoch from coalesce(at, '1970-01-01 00:00:00+00') - timestamptz '1970-01-01 00:00:00+00') * 1000)::bigint)
$$;

-- Matching words is not leakproof: beneath row-level security the index would never be used. The views *_search ask as the
-- owner, who sees all rows, and hold the tenant themselves.
create policy searching on project to current_user using (true) with check (true);
create policy searching on purchase_order to current_user using (true) with check (true);
create policy searching on notice to current_user using (true) with check (true);

alter table project add column words tsvector not null default '';
create function project_words() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  new.words := public.kb_words(new.name, new.code) || public.kb_spans('@', new.tenant_id, new.id)
    || array_to_tsvector(array_remove(array['#' || new.purchaser_company_id, '#' || new.agency_company_id], null));
  return new;
end $$;
create trigger words before insert or update of name, code, purchaser_company_id, agency_company_id on project
  for each row execute function project_words();
update project set name = name;
create index project_words on project using gin (words) with (fastupdate = off);
create view project_search as
  select tenant_id, id, code, name, category, purchaser_company_id, agency_company_id, words
  from project where tenant_id = kb_tenant();
grant select on project_search to kaibiao_app;

alter table purchase_order add column words tsvector not null default '';
create function purchase_order_words() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  new.words := public.kb_words(new.title, new.code, (select name from public.company where id = new.purchaser_company_id))
    || public.kb_spans('@', new.tenant_id, new.id)
    || array_to_tsvector(array['#' || new.owner_company_id, '#' || new.purchaser_company_id]);
  if new.published_at is not null then new.words := new.words || public.kb_spans('~', new.tenant_id, new.published_at); end if;
  return new;
end $$;
create trigger words
  before insert or update of title, code, purchaser_company_id, owner_company_id, published_at on purchase_order
  for each row execute function purchase_order_words();
update purchase_order set title = title;
create index purchase_order_words on purchase_order using gin (words) with (fastupdate = off);
-- The list of a purchaser's orders, whoever runs them.
create index purchase_order_purchaser on purchase_order (tenant_id, purchaser_company_id, id desc);
create index purchase_order_purchaser_status on purchase_order (tenant_id, purchaser_company_id, status, id desc);
create view purchase_order_search as
  select tenant_id, id, project_id, code, title, method, status, owner_company_id, purchaser_company_id,
    created_at, published_at, sign_up_end, bid_end, words
  from purchase_order where tenant_id = kb_tenant();
grant select on purchase_order_search to kaibiao_app;

-- A notice is found by its order and purchaser as well, by the names that they had when it was published.
alter table notice add column words tsvector not null default '';
create function notice_words() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if new.status = 1 then
    select public.kb_words(new.title, new.code, o.title, o.code, c.name)
    into new.words
    from public.purchase_order o left join public.company c on c.id = o.purchaser_company_id
    where o.tenant_id = new.tenant_id and o.id = new.order_id;
    -- No order: the foreign key refuses it.
    new.words := coalesce(new.words, '') || public.kb_spans('~', new.tenant_id, new.published_at);
  end if;
  return new;
end $$;
create trigger words before insert or update on notice for each row execute function notice_words();
alter table notice disable trigger notice_immutable;
update notice set status = status where status = 1;
alter table notice enable trigger notice_immutable;
create index notice_words on notice using gin (words) with (fastupdate = off);
create view notice_search as
  select tenant_id, id, order_id, kind, code, title, status, published_at, words
  from notice where tenant_id = kb_tenant() and status = 1;
grant select on notice_search to kaibiao_app;

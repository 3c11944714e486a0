-- owner: quotes
-- Quotes of an inquiry come sealed: what they hold stands here from the close of their round on.
drop view quote_revealed;
drop view quote_in_force;

alter table quote_line
  -- Percent, as it was written.
  add column tax_rate numeric check (tax_rate >= 0),
  -- Without tax.
  add column net_amount numeric(20,2),
  add column brand text not null default '',
  add column model text not null default '',
  add column delivery_days int check (delivery_days >= 0),
  -- Least quantity at this price.
  add column min_quantity numeric check (min_quantity > 0);

alter table quote
  -- The sealed submission that it was opened from; it stands with sealed bids, whatever becomes of the quote.
  add column submission_id uuid,
  add column net_total numeric(20,2),
  -- From the deadline on.
  add column validity_days int check (validity_days > 0),
  add column remark text not null default '',
  -- A submission that does not open has no figure; one that was sealed is no document.
  alter column total drop not null,
  alter column sha256 drop not null,
  alter column file_id drop not null,
  add unique (tenant_id, submission_id),
  add check (submission_id is not null or (total is not null and sha256 is not null and file_id is not null));

-- What was decided on a quote after it was revealed. One that is invalid stays visible and does not count.
create table quote_ruling (
  tenant_id int not null,
  id uuid not null,
  quote_id uuid not null,
  kind text not null check (kind in ('invalid', 'corrected', 'explained')),
  reason text not null check (reason <> ''),
  -- Null where the terms of the round decided at its close.
  ruled_by uuid,
  ruled_name text not null default '',
  ruled_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, quote_id) references quote
);
create index quote_ruling_quote on quote_ruling (tenant_id, quote_id);
create unique index quote_ruling_invalid on quote_ruling (tenant_id, quote_id) where kind = 'invalid';
call kb_protect('quote_ruling', 'select, insert');

create function quote_ruling_fixed() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  raise exception 'a ruling on a quote cannot be changed' using errcode = 'KB002';
end $$;
create trigger fixed before update or delete on quote_ruling for each row execute function quote_ruling_fixed();
create trigger no_truncate before truncate on quote_ruling for each statement execute function quote_ruling_fixed();

-- The quotes that stand, whether their round is closed or not: for their supplier, and for what shows no figure.
create view quote_in_force with (security_invoker = true) as
  select q.* from quote q
  where q.withdrawn_at is null and not exists (
    select from quote n where n.tenant_id = q.tenant_id and n.supersedes = q.id
  );
-- The one way to read a figure: quotes that stand, of closed rounds.
create view quote_revealed with (security_invoker = true) as
  select r.order_id, r.kind, r.round_no, r.mode, r.closed_at, q.*
  from quote_round r join quote_in_force q on q.tenant_id = r.tenant_id and q.round_id = r.id
  where r.status = 2;
-- Those of them that count.
create view quote_valid with (security_invoker = true) as
  select q.* from quote_revealed q
  where q.total is not null and not exists (
    select from quote_ruling u where u.tenant_id = q.tenant_id and u.quote_id = q.id and u.kind = 'invalid'
  );
grant select on quote_in_force, quote_revealed, quote_valid to kaibiao_app;

-- owner: invoices

-- The last number that a tenant gave to an application. Whoever takes the next one holds the row until the commit, so the
-- numbers have no gap.
create table invoice_number (
  tenant_id int primary key,
  last bigint not null check (last > 0)
);
call kb_protect('invoice_number', 'select, insert, update');

-- What a company has put on its invoices, kept for the next one.
create table invoice_title (
  tenant_id int not null,
  id uuid not null,
  company_id uuid not null,
  title_kind int not null,
  name text not null,
  tax_no text not null,
  address text not null,
  phone text not null,
  bank text not null,
  account_no text not null,
  email text not null,
  used_at timestamptz not null,
  primary key (tenant_id, id)
);
create unique index invoice_title_name on invoice_title (tenant_id, company_id, title_kind, name, tax_no);
call kb_protect('invoice_title');
call kb_seal('invoice_title', 'phone');
call kb_seal('invoice_title', 'account_no');

-- How a payee invoices: its tax rates by payment type. Of the platform, whose credit code nothing else holds, the payee is
-- 'platform'; of companies their id.
create table invoice_setting (
  tenant_id int not null,
  payee text not null,
  tax_no text not null,
  rates jsonb not null,
  updated_by_name text not null,
  updated_at timestamptz not null,
  primary key (tenant_id, payee)
);
call kb_protect('invoice_setting', 'select, insert, update');

-- An application, and the invoice that became of it. Nothing of it is ever removed.
create table invoice (
  tenant_id int not null,
  id uuid not null,
  seq bigint not null check (seq > 0),
  code text not null,
  buyer_id uuid not null,
  -- Null: the platform.
  payee_id uuid,
  payee_name text not null,
  title_kind int not null check (title_kind in (1, 2)),
  -- Electronic normal 1, paper special 2, electronic special 3.
  kind int not null check (kind between 1 and 3),
  scope int not null check (scope in (1, 2)),
  title text not null,
  tax_no text not null,
  address text not null,
  phone text not null,
  bank text not null,
  account_no text not null,
  email text not null,
  remark text not null,
  -- Per cent.
  rate int not null check (rate in (1, 3, 6, 9, 13)),
  total numeric(20, 2) not null check (total > 0),
  net numeric(20, 2) not null check (net >= 0),
  tax numeric(20, 2) not null check (tax >= 0),
  state text not null check (state in ('applied', 'issuing', 'issued', 'reversed', 'rejected', 'withdrawn')),
  -- Why it was rejected or withdrawn.
  reason text not null default '',
  -- What keeps the issuer from issuing it.
  problem text not null default '',
  applied_by uuid not null,
  applied_by_name text not null,
  applied_at timestamptz not null,
  decided_by_name text not null default '',
  decided_at timestamptz,
  -- Of the tax system.
  number text not null default '',
  issued_at timestamptz,
  file_id uuid,
  is_sample boolean not null default false,
  -- The buyer has deducted it or entered it in its books.
  used_at timestamptz,
  used_by_name text not null default '',
  primary key (tenant_id, id),
  unique (tenant_id, code),
  unique (tenant_id, seq),
  foreign key (buyer_id) references company,
  foreign key (payee_id) references company,
  check (net + tax = total),
  check ((state in ('issued', 'reversed')) = (issued_at is not null)),
  check ((issued_at is not null) = (number <> '')),
  check (kind = 1 or (title_kind = 1 and tax_no <> ''))
);
create unique index invoice_issued_number on invoice (tenant_id, number) where number <> '';
create index invoice_buyer on invoice (tenant_id, buyer_id, applied_at, id);
create index invoice_payee on invoice (tenant_id, payee_id, applied_at, id);
call kb_protect('invoice', 'select, insert, update');
call kb_seal('invoice', 'phone');
call kb_seal('invoice', 'account_no');

create function invoice_fixed() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if (old.seq, old.code, old.buyer_id, old.payee_id, old.title, old.tax_no, old.kind, old.total, old.applied_at)
     is distinct from
     (new.seq, new.code, new.buyer_id, new.payee_id, new.title, new.tax_no, new.kind, new.total, new.applied_at)
     or (old.state in ('reversed', 'rejected', 'withdrawn') and new.state <> old.state)
     or (old.state = 'issued' and new.state not in ('issued', 'reversed'))
     or (old.issued_at is not null
         and (old.number, old.rate, old.net, old.tax, old.issued_at)
             is distinct from (new.number, new.rate, new.net, new.tax, new.issued_at))
  then raise exception 'an invoice cannot be changed, only reversed' using errcode = 'KB002'; end if;
  return new;
end $$;
create trigger invoice_fixed before update on invoice for each row execute function invoice_fixed();

-- The orders on an invoice. An order stands on one live invoice at most.
create table invoice_line (
  tenant_id int not null,
  invoice_id uuid not null,
  line int not null,
  order_id uuid not null,
  order_code text not null,
  name text not null,
  -- Paid, less what was given back.
  amount numeric(20, 2) not null check (amount > 0),
  is_live boolean not null default true,
  primary key (tenant_id, invoice_id, line),
  foreign key (tenant_id, invoice_id) references invoice,
  foreign key (tenant_id, order_id) references pay_order
);
create unique index invoice_line_live on invoice_line (tenant_id, order_id) where is_live;
create index invoice_line_order on invoice_line (tenant_id, order_id);
call kb_protect('invoice_line', 'select, insert, update');

create function invoice_line_fixed() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if (to_jsonb(old) - 'is_live') is distinct from (to_jsonb(new) - 'is_live')
     or new.is_live <> (select state not in ('reversed', 'rejected', 'withdrawn') from public.invoice
                        where tenant_id = new.tenant_id and id = new.invoice_id)
  then raise exception 'a line of an invoice follows its invoice' using errcode = 'KB002'; end if;
  return new;
end $$;
create trigger invoice_line_fixed before update on invoice_line for each row execute function invoice_line_fixed();

create function invoice_ended() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  update public.invoice_line set is_live = false where tenant_id = new.tenant_id and invoice_id = new.id;
  return null;
end $$;
create trigger invoice_ended after update of state on invoice for each row
  when (old.state <> new.state and new.state in ('reversed', 'rejected', 'withdrawn')) execute function invoice_ended();

-- A red letter: the whole of an invoice taken back. Where the buyer has used it, the other side confirms the slip.
create table invoice_red (
  tenant_id int not null,
  id uuid not null,
  invoice_id uuid not null,
  -- Who asked: payee, buyer.
  side text not null check (side in ('payee', 'buyer')),
  reason text not null,
  state text not null check (state in ('waiting', 'issuing', 'done', 'refused', 'void')),
  asked_by uuid not null,
  asked_by_name text not null,
  asked_at timestamptz not null,
  -- Void without confirmation from then on; null: nobody has to confirm.
  expires_at timestamptz,
  answered_by_name text not null default '',
  answered_at timestamptz,
  answer text not null default '',
  problem text not null default '',
  number text not null default '',
  issued_at timestamptz,
  file_id uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, invoice_id) references invoice,
  check ((state = 'done') = (number <> '')),
  check ((state = 'done') = (issued_at is not null)),
  check (state <> 'waiting' or expires_at is not null)
);
create unique index invoice_red_live on invoice_red (tenant_id, invoice_id) where state in ('waiting', 'issuing', 'done');
create index invoice_red_invoice on invoice_red (tenant_id, invoice_id);
call kb_protect('invoice_red', 'select, insert, update');

-- Everything that came to the issuer's address, as it came. Never changed.
create table invoice_notice (
  tenant_id int not null,
  id uuid not null,
  issuer text not null,
  notice_id text not null,
  at timestamptz not null,
  ip text not null,
  headers jsonb not null,
  body bytea not null,
  verdict text not null check (verdict in ('settled', 'duplicate', 'differs', 'unknown', 'unauthentic')),
  reason text not null,
  our_no text not null,
  primary key (tenant_id, id)
);
create index invoice_notice_time on invoice_notice (tenant_id, at, id);
call kb_protect('invoice_notice', 'select, insert');
create function invoice_notice_fixed() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin raise exception 'notices of the issuer are kept as they came' using errcode = 'KB067'; end $$;
create trigger append_only before update or delete on invoice_notice for each row execute function invoice_notice_fixed();
create trigger no_truncate before truncate on invoice_notice for each statement execute function invoice_notice_fixed();

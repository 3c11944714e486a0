-- owner: bonds (procurement before)
-- What counts as the bond of a bidder, as those know it who open the bids. `offline`: recorded by hand, by voucher. Of the other
-- kinds a row is made when the quotes are open, and not before: whoever pays tells who bids.
alter table bond alter column paid_voucher drop not null;
alter table bond add column kind text not null default 'offline'
  check (kind in ('offline', 'cash', 'bank', 'surety', 'insurance', 'quota'));
alter table bond add column given_id uuid;
-- Paid back too late in government procurement: what that costs on top.
alter table bond add column late_interest numeric(20, 2);
-- The day on which the winner's became the performance bond.
alter table bond add column turned_on text check (turned_on ~ '^\d{4}-\d\d-\d\d$');
alter table bond add check ((kind = 'offline') = (paid_voucher is not null));
alter table bond add check ((kind = 'offline') = (given_id is null));

-- owner: bonds
-- What a bidder gives through the platform: secret until the quotes are open, so it names the sign-up and not the order.
create table bond_given (
  tenant_id int not null,
  id uuid not null,
  trade_id uuid not null,
  company_id uuid not null,
  kind text not null check (kind in ('cash', 'bank', 'surety', 'insurance', 'quota', 'exemption')),
  state text not null check (state in ('pending', 'in-force', 'ended')),
  demanded numeric(20, 2) not null check (demanded > 0),
  -- What has come in, or is guaranteed.
  amount numeric(20, 2) not null default 0 check (amount >= 0),
  -- Why nothing has to be given (exemption), and the paper that says so.
  ground text not null default '',
  file_id uuid,
  file_name text not null default '',
  chosen_by_name text not null,
  chosen_at timestamptz not null,
  in_force_at timestamptz,
  ended_at timestamptz,
  end_reason text not null default '',
  registered_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, trade_id) references trade,
  foreign key (company_id) references company,
  check ((state = 'ended') = (ended_at is not null)),
  check (state <> 'in-force' or in_force_at is not null),
  check ((kind = 'exemption') = (ground <> ''))
);
create unique index bond_given_live on bond_given (tenant_id, trade_id) where state <> 'ended';
create index bond_given_trade on bond_given (tenant_id, trade_id);
create index bond_given_quota on bond_given (tenant_id, company_id, kind);
call kb_protect('bond_given', 'select, insert, update');

-- One approval of several returns: each of them is a `bond_return` of its own.
create table bond_batch (
  tenant_id int not null,
  id uuid not null,
  order_id uuid not null,
  requested_by_name text not null,
  at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, order_id) references purchase_order
);
create index bond_batch_order on bond_batch (tenant_id, order_id);
call kb_protect('bond_batch', 'select, insert');

-- Money of one sign-up on its way back. Without a batch the platform sent it back by itself.
create table bond_return (
  tenant_id int not null,
  id uuid not null,
  trade_id uuid not null,
  company_id uuid not null,
  given_id uuid not null,
  batch_id uuid,
  reason text not null,
  principal numeric(20, 2) not null check (principal > 0),
  rate numeric(8, 4) not null default 0,
  interest numeric(20, 2) not null default 0,
  late_interest numeric(20, 2) not null default 0,
  state text not null check (state in ('running', 'done', 'failed')),
  fail_reason text not null default '',
  requested_by_name text not null,
  at timestamptz not null,
  done_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, trade_id) references trade,
  foreign key (tenant_id, given_id) references bond_given,
  foreign key (tenant_id, batch_id) references bond_batch,
  check ((state = 'running') = (done_at is null))
);
create unique index bond_return_live on bond_return (tenant_id, given_id) where state <> 'failed';
create index bond_return_trade on bond_return (tenant_id, trade_id);
call kb_protect('bond_return', 'select, insert, update');

-- A transfer that counts towards a bond, and when it went back to where it came from.
create table bond_movement (
  tenant_id int not null,
  id uuid not null,
  trade_id uuid not null,
  given_id uuid not null,
  provider text not null,
  provider_no text not null,
  payer_name text not null,
  amount numeric(20, 2) not null check (amount > 0),
  -- When the bank says that it came in.
  at timestamptz not null,
  noted_at timestamptz not null,
  -- Our number at the bank of the transfer back.
  return_code text not null default '',
  return_no text not null default '',
  returned_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, trade_id) references trade,
  foreign key (tenant_id, given_id) references bond_given
);
create unique index bond_movement_no on bond_movement (tenant_id, provider, provider_no);
create index bond_movement_given on bond_movement (tenant_id, given_id);
call kb_protect('bond_movement', 'select, insert, update');

create function bond_movement_fixed() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if (old.trade_id, old.given_id, old.provider, old.provider_no, old.payer_name, old.amount, old.at)
     is distinct from (new.trade_id, new.given_id, new.provider, new.provider_no, new.payer_name, new.amount, new.at)
     or (old.returned_at is not null and new.returned_at is distinct from old.returned_at)
  then raise exception 'what came in for a bond cannot be changed' using errcode = 'KB002'; end if;
  return new;
end $$;
create trigger bond_movement_fixed before update on bond_movement for each row execute function bond_movement_fixed();

-- A letter of guarantee: asked for, paid, issued and looked at; each document of the issuer stays.
create table guarantee_letter (
  tenant_id int not null,
  id uuid not null,
  given_id uuid not null,
  trade_id uuid not null,
  company_id uuid not null,
  issuer text not null,
  amount numeric(20, 2) not null check (amount > 0),
  fee numeric(20, 2) not null check (fee >= 0),
  -- The day until which it has to be good, and is.
  needed_until text not null check (needed_until ~ '^\d{4}-\d\d-\d\d$'),
  valid_until text check (valid_until ~ '^\d{4}-\d\d-\d\d$'),
  number text not null default '',
  state text not null check (state in ('applied', 'paid', 'issued', 'verified', 'extended', 'claimed', 'released', 'expired', 'refused')),
  problem text not null default '',
  pay_order_id uuid,
  at timestamptz not null,
  verified_at timestamptz,
  ended_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, given_id) references bond_given,
  foreign key (tenant_id, trade_id) references trade
);
create index guarantee_letter_given on guarantee_letter (tenant_id, given_id);
call kb_protect('guarantee_letter', 'select, insert, update');

create table guarantee_document (
  tenant_id int not null,
  id uuid not null,
  letter_id uuid not null,
  -- As the issuer signed it, to the byte.
  content text not null,
  -- '' where it holds; else why it was refused.
  refusal text not null,
  at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, letter_id) references guarantee_letter
);
create index guarantee_document_letter on guarantee_document (tenant_id, letter_id);
call kb_protect('guarantee_document', 'select, insert');

-- owner: payment
-- Money that came to a guarantee account and does not count there.
alter table suspense_case add column sub_account_id uuid;
alter table suspense_case add foreign key (tenant_id, sub_account_id) references sub_account;
alter table refund alter column payment_id drop not null;
alter table refund add check (payment_id is not null or case_id is not null);

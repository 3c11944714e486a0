-- owner: ledger
-- What a company has recorded money by: the bytes of a bank's slip (回单), or the number that is typed in place of one. A slip
-- proves one movement of money, whatever it was for; a number is known within its kind, since each kind has series of its own.
create table bank_slip (
  tenant_id int not null,
  id uuid not null,
  company_id uuid not null,
  sha256 bytea check (length(sha256) = 32),
  number text check (number <> ''),
  kind text not null,
  record_id uuid not null,
  -- Where it stands, in words.
  title text not null,
  at timestamptz not null,
  primary key (tenant_id, id),
  check ((sha256 is null) <> (number is null))
);
create unique index bank_slip_file on bank_slip (tenant_id, company_id, sha256) where sha256 is not null;
create unique index bank_slip_number on bank_slip (tenant_id, company_id, kind, number) where number is not null;
create index bank_slip_record on bank_slip (tenant_id, kind, record_id);
call kb_protect('bank_slip', 'select, insert, delete');

-- Of what stood twice before, the first record keeps the slip.
insert into bank_slip (tenant_id, id, company_id, sha256, kind, record_id, title, at)
select v.tenant_id, gen_random_uuid(), v.company_id, f.sha256, v.kind, v.record_id, v.title, v.at from (
  select tenant_id, creditor_id as company_id, voucher_file as file_id, 'charge' as kind, id as record_id,
    '线下收款 ' || code as title, created_at as at
  from charge_receipt where channel = 'offline' and voucher_file is not null and creditor_id is not null
  union all
  select b.tenant_id, f.company_id, b.paid_voucher, 'bond', b.trade_id, o.title || '：投标保证金到账', b.paid_recorded_at
  from bond b
  join file_object f on f.tenant_id = b.tenant_id and f.id = b.paid_voucher
  join purchase_order o on o.tenant_id = b.tenant_id and o.id = b.order_id
  union all
  select b.tenant_id, f.company_id, b.refund_voucher, 'bond-refund', b.trade_id, o.title || '：投标保证金退还', b.refund_recorded_at
  from bond b
  join file_object f on f.tenant_id = b.tenant_id and f.id = b.refund_voucher
  join purchase_order o on o.tenant_id = b.tenant_id and o.id = b.order_id
  union all
  select p.tenant_id, c.purchaser_company_id, (e ->> 'fileId')::uuid, 'contract', p.id, c.title || '：合同付款', p.recorded_at
  from contract_payment p
  cross join jsonb_array_elements(p.voucher) e
  join contract_due d on d.tenant_id = p.tenant_id and d.id = p.due_id
  join contract c on c.tenant_id = d.tenant_id and c.id = d.contract_id
  union all
  select tenant_id, company_id, voucher_file, 'revenue', id, '收入填报：' || title, filled_at
  from revenue_item where voucher_file is not null and filled_at is not null
) v
join file_object f on f.tenant_id = v.tenant_id and f.id = v.file_id
where v.company_id is not null and v.at is not null
order by v.at, v.record_id
on conflict do nothing;

insert into bank_slip (tenant_id, id, company_id, number, kind, record_id, title, at)
select v.tenant_id, gen_random_uuid(), v.company_id, v.number, v.kind, v.record_id, v.title, v.at from (
  select tenant_id, creditor_id as company_id, reference as number, 'charge' as kind, id as record_id, '线下收款 ' || code as title,
    created_at as at
  from charge_receipt where channel = 'offline' and reference <> '' and creditor_id is not null
  union all
  select p.tenant_id, o.owner_company_id, p.voucher, case when p.amount > 0 then 'sale' else 'sale-refund' end, p.id,
    o.title || case when p.amount > 0 then '：销售收款' else '：销售退款' end, p.at
  from sale_payment p join purchase_order o on o.tenant_id = p.tenant_id and o.id = p.order_id
  where p.pay_order_id is null
) v
order by v.at, v.record_id
on conflict do nothing;

-- One rule for all of them takes the place of the receipts' own.
drop index charge_receipt_slip;
alter table charge_receipt drop column voucher_sha256;

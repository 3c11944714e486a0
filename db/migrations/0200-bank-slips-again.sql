-- owner: ledger
-- Slips of records from before 0198, once more: an owner of the tables that is no superuser saw no rows of them there. What
-- stands already keeps its slip; of records that share one, the first has it. Payments that budgets count by hand come in.
alter table bank_slip no force row level security;
alter table charge_receipt no force row level security;
alter table bond no force row level security;
alter table file_object no force row level security;
alter table purchase_order no force row level security;
alter table contract_payment no force row level security;
alter table contract_due no force row level security;
alter table contract no force row level security;
alter table revenue_item no force row level security;
alter table sale_payment no force row level security;
alter table budget_payment no force row level security;

insert into bank_slip (tenant_id, id, company_id, sha256, kind, record_id, title, at)
select v.tenant_id, gen_random_uuid(), v.company_id, f.sha256, v.kind, v.record_id, v.title, v.at from (
  select tenant_id, creditor_id as company_id, voucher_file as file_id, 'charge' as kind, id as record_id,
    '线下收款 ' || code || '，流水号 ' || reference as title, created_at as at
  from charge_receipt where channel = 'offline'
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
  select tenant_id, company_id, voucher_file, 'revenue', id, '收入填报：' || title, filled_at from revenue_item
  union all
  select p.tenant_id, o.purchaser_company_id, (e ->> 'fileId')::uuid, 'budget', p.id, o.title || '：预算付款', p.at
  from budget_payment p
  cross join jsonb_array_elements(p.files) e
  join purchase_order o on o.tenant_id = p.tenant_id and o.id = p.order_id
  where p.contract_payment_id is null and p.taken_back_at is null
) v
join file_object f on f.tenant_id = v.tenant_id and f.id = v.file_id
where v.company_id is not null and v.at is not null
order by v.at, v.record_id
on conflict do nothing;

insert into bank_slip (tenant_id, id, company_id, number, kind, record_id, title, at)
select v.tenant_id, gen_random_uuid(), v.company_id, v.number, v.kind, v.record_id, v.title, v.at from (
  select tenant_id, creditor_id as company_id, reference as number, 'charge' as kind, id as record_id,
    '线下收款 ' || code || '，流水号 ' || reference as title, created_at as at
  from charge_receipt where channel = 'offline' and reference <> '' and creditor_id is not null
  union all
  select p.tenant_id, o.owner_company_id, p.voucher, case when p.amount > 0 then 'sale' else 'sale-refund' end, p.id,
    o.title || case when p.amount > 0 then '：销售收款' else '：销售退款' end, p.at
  from sale_payment p join purchase_order o on o.tenant_id = p.tenant_id and o.id = p.order_id
  where p.pay_order_id is null
) v
order by v.at, v.record_id
on conflict do nothing;

alter table bank_slip force row level security;
alter table charge_receipt force row level security;
alter table bond force row level security;
alter table file_object force row level security;
alter table purchase_order force row level security;
alter table contract_payment force row level security;
alter table contract_due force row level security;
alter table contract force row level security;
alter table revenue_item force row level security;
alter table sale_payment force row level security;
alter table budget_payment force row level security;

-- One slip may prove several records of one payer: what it comes to in all, as it was stated, and what of it is recorded.
alter table bank_slip add column amount numeric(20, 2) check (amount > 0);
alter table bank_slip add column used numeric(20, 2) check (used > 0 and used <= amount);
-- Whose records may share it; null: nobody's.
alter table bank_slip add column shared_by text check ((shared_by is null) = (used is null) and (used is not null or amount is null));
grant update (amount, used) on bank_slip to kaibiao_app;

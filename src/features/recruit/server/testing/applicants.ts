import { randomUUID } from 'node:crypto'
import type pg from 'pg'

/** Further applicants to a call, written into the database with the files of one that applied over HTTP. */
export async function addApplicants(
  owner: pg.Pool,
  { orderId, like, count }: { orderId: string; like: string; count: number },
): Promise<void> {
  const ids = Array.from({ length: count }, () => randomUUID())
  await owner.query(
    `insert into company (id, name, credit_code, company_type, created_at)
     select id, '耗材供应商 ' || id, 'X' || left(id::text, 17), 1, now() from unnest($1::uuid[]) id`,
    [ids],
  )
  await owner.query(
    `insert into company_tenant (tenant_id, company_id, is_supplier, is_certified, created_at)
     select 1, id, true, true, now() from unnest($1::uuid[]) id`,
    [ids],
  )
  await owner.query(
    `insert into recruit_trade (tenant_id, id, order_id, supplier_company_id, status, categories, documents, contact_name,
       payment_id, created_by, created_by_name, applied_at, handed_in_at)
     select 1, gen_random_uuid(), $2, new.id, 0, t.categories, t.documents, '联系人', gen_random_uuid(), t.created_by, '', t.applied_at, t.applied_at
     from unnest($1::uuid[]) as new (id), recruit_trade t where t.tenant_id = 1 and t.id = $3`,
    [ids, orderId, like],
  )
  await owner.query('analyze recruit_trade')
}

import { type RawBuilder, sql } from 'kysely'
import { inContext, type Kernel } from '#server/context.ts'
import type { Finding } from '#server/feature.ts'
import { TradeStatus } from '../rules/enums.ts'

const { passed, refused } = TradeStatus.values
const SHOWN = 100

/** Compares sign-ups, tender documents and archives with what the public log and the audit chain took in of them. */
export async function checkLogged(kernel: Kernel, tenantId: number): Promise<Finding[]> {
  return inContext(kernel, { tenantId, actor: null, readOnly: 'snapshot' }, async (ctx) => {
    const found: Finding[] = []
    for (const [what, query] of Object.entries(queries(tenantId))) {
      const { rows } = await query.execute(ctx.tx)
      found.push(...rows.map((row) => ({ what, ...row })))
    }
    return found
  })
}

function queries(tenantId: number): Record<string, RawBuilder<{ id: string; message: string }>> {
  return {
    // The newest decision of each, and what was decided since decisions are logged.
    'sign-up': sql`
      with told as (
        select distinct on (text::jsonb->>'tradeId') text::jsonb->>'tradeId' as id, text::jsonb->>'supplierId' as supplier,
          (text::jsonb->>'pass')::boolean as pass, text::jsonb->>'reason' as reason
        from log_record where tenant_id = ${tenantId} and type = 'sign-up' and text is not null
        order by text::jsonb->>'tradeId', log_record.id desc
      )
      select coalesce(told.id, t.id::text) as id,
        '报名 ' || coalesce(told.id, t.id::text) || case when t.id is null then ' 已审核，但记录被删除'
          else ' 的供应商或审核结果与存证不一致，已被改动' end as message
      from told full join (select * from trade where tenant_id = ${tenantId}) t on t.id::text = told.id
      where (told.id is not null and (t.id is null or t.supplier_company_id::text <> told.supplier
          or (t.status in (${passed}, ${refused}) and ((t.status = ${passed}) <> told.pass or t.reason <> told.reason))))
        or (told.id is null and t.decided_at > (
          select min(at) from log_record where tenant_id = ${tenantId} and type = 'sign-up'))
      limit ${SHOWN}`,
    document: sql`
      select r.subject as id, '采购单 ' || coalesce(o.code, r.subject) || ' 已公布的文件 ' || left(encode(r.hash, 'hex'), 16)
        || '… 被替换或删除' as message
      from log_record r left join purchase_order o on o.tenant_id = r.tenant_id and o.id::text = r.subject
      where r.tenant_id = ${tenantId} and r.type = 'document' and r.text is null and not exists (
        select from order_file f join file_object b on b.tenant_id = f.tenant_id and b.id = f.file_id
        where f.tenant_id = r.tenant_id and f.order_id::text = r.subject and b.sha256 = r.hash)
      limit ${SHOWN}`,
    archive: sql`
      select f.id, '采购单 ' || coalesce(o.code, f.id) || ' 的归档文件被替换或删除' as message
      from (
        select body->>'entityId' as id, body->'data'->'more'->>'fileId' as file, body->'data'->'more'->>'sha256' as hash
        from audit_entry where tenant_id = ${tenantId} and body->>'action' = 'order.archive'
      ) f
      left join purchase_order o on o.tenant_id = ${tenantId} and o.id::text = f.id
      left join archive a on a.tenant_id = ${tenantId} and a.order_id::text = f.id
      left join file_object b on b.tenant_id = ${tenantId} and b.id = a.file_id
      where f.file is not null and (a.file_id::text is distinct from f.file
        or encode(a.sha256, 'hex') is distinct from f.hash or encode(b.sha256, 'hex') is distinct from f.hash)
      limit ${SHOWN}`,
  }
}

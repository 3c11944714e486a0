import { sql } from 'kysely'
import { inContext, type Kernel } from '#server/context.ts'
import type { Finding } from '#server/feature.ts'

/** Compares opened files and the keys that opened them with what the public log took in as they were announced. */
export async function checkOpened(kernel: Kernel, tenantId: number): Promise<Finding[]> {
  return inContext(kernel, { tenantId, actor: null, readOnly: 'snapshot' }, async (ctx) => {
    const { rows } = await sql<{ id: string; stage: number }>`
      select coalesce(o.code, r.subject) as id, r.stage
      from (
        select distinct on (subject, (text::jsonb->>'stage')::int) subject, (text::jsonb->>'stage')::int as stage,
          text::jsonb->'files' as files
        from log_record
        where tenant_id = ${tenantId} and type = 'release' and text::jsonb->>'type' = 'kaibiao.release-list/1'
        order by subject, (text::jsonb->>'stage')::int, id desc
      ) r
      left join purchase_order o on o.tenant_id = ${tenantId} and o.id::text = r.subject
      where r.files is distinct from (
        select coalesce(jsonb_agg(jsonb_build_object('tradeId', f.trade_id, 'position', f.position, 'fileId', f.file_id,
          'contentKey', f.content_key) order by f.trade_id, f.position), '[]')
        from opened_file f
        where f.tenant_id = ${tenantId} and f.order_id::text = r.subject and f.stage = r.stage)
      limit 100`.execute(ctx.tx)
    return rows.map(({ id }) => ({
      what: 'opened-file',
      id,
      message: `采购单 ${id} 已开启的投标文件或其密钥与存证不一致，已被改动`,
    }))
  })
}

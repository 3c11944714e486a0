import { createPublicKey, verify } from 'node:crypto'
import { sql } from 'kysely'
import type { Finding } from '#server/feature.ts'
import { type Context, inContext, type Kernel } from '#server/context.ts'
import { factsOf, noticeHash, noticePublicKey } from './notice-publish.ts'

const BATCH = 500

/** Recomputes hash and signature of every published notice of a tenant; names those that are not as published. */
export async function checkNotices(kernel: Kernel, tenantId: number): Promise<Finding[]> {
  return inContext(kernel, { tenantId, actor: null, readOnly: 'snapshot' }, async (ctx) => {
    const publicKey = createPublicKey(noticePublicKey(ctx))
    const found: Finding[] = []
    let last = '00000000-0000-0000-0000-000000000000'
    for (;;) {
      const rows = await ctx.tx
        .selectFrom('notice as n')
        .innerJoin('purchase_order as o', (j) =>
          j.onRef('o.tenantId', '=', 'n.tenantId').onRef('o.id', '=', 'n.orderId'),
        )
        .selectAll('n')
        .select('o.code as orderCode')
        .where('n.tenantId', '=', tenantId)
        .where('n.status', '=', 1)
        .where('n.id', '>', last)
        .orderBy('n.id')
        .limit(BATCH)
        .execute()
      for (const n of rows) {
        const hash = noticeHash(factsOf(n, { tenantId, orderCode: n.orderCode }))
        const signed = n.signature !== null && verify(null, hash, publicKey, Buffer.from(n.signature, 'base64'))
        if (!n.contentHash?.equals(hash))
          found.push({ what: 'notice', id: n.code, message: `公告 ${n.code} 的内容与发布时的哈希不一致` })
        else if (!signed) found.push({ what: 'notice', id: n.code, message: `公告 ${n.code} 的签名无效` })
      }
      if (rows.length < BATCH)
        return [...found, ...(await missing(ctx, tenantId)).filter(({ id }) => !found.some((one) => one.id === id))]
      last = rows.at(-1)!.id
    }
  })
}

/** Notices that the audit trail says were published, and that are no longer there as they were. */
async function missing(ctx: Context<null>, tenantId: number): Promise<Finding[]> {
  const { rows } = await sql<{ code: string; isThere: boolean }>`
    select f.code, n.id is not null as "isThere"
    from (
      select body->'data'->>'noticeId' as id, body->'data'->>'code' as code, body->'data'->>'contentHash' as hash
      from audit_entry
      where tenant_id = ${tenantId} and body->>'action' = 'notice.publish'
    ) f
    left join notice n on n.tenant_id = ${tenantId} and n.id = f.id::uuid and n.status = 1
    where n.id is null or encode(n.content_hash, 'hex') is distinct from f.hash
    order by f.code`.execute(ctx.tx)
  return rows.map(({ code, isThere }) => ({
    what: 'notice',
    id: code,
    message: isThere ? `公告 ${code} 的哈希与发布时的记录不一致` : `公告 ${code} 已发布，但记录被删除`,
  }))
}

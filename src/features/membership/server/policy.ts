import { sql } from 'kysely'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { implementForPerson, type Route } from '#server/implement.ts'
import * as contract from '../contract-policy.ts'

const PLATFORM = { workbench: 'admin', right: 'platform' } as const
const READER = { workbench: ['purchaser', 'agency', 'supplier', 'admin'] } as const
/** A week. K: a usage of the trade, no rule of law. */
const USUAL: contract.RefundPolicy = { wholeDays: 7 }

/** `refundPolicy` of the tenant's configuration; a week where it says nothing. */
export async function refundPolicy(ctx: Context<Actor | null>): Promise<contract.RefundPolicy> {
  const row = await ctx.one('tenant', { id: ctx.tenantId }, { columns: ['config'] })
  const stored = (row?.config as { refundPolicy?: object } | undefined)?.refundPolicy
  const parsed = contract.RefundPolicy.safeParse({ ...USUAL, ...stored })
  return parsed.success ? parsed.data : USUAL
}

export const policyRoutes: readonly Route[] = [
  implementForPerson(contract.refundPolicy, READER, (ctx) => refundPolicy(ctx)),

  implementForPerson(contract.setRefundPolicy, PLATFORM, async (ctx, { body: { reason, ...after } }) => {
    // Two who change it at once: the record of the second starts from what the first left.
    await ctx.expectOne('tenant', { id: ctx.tenantId }, { columns: ['id'], lock: 'update' })
    const before = await refundPolicy(ctx)
    if (before.wholeDays === after.wholeDays) return
    await sql`update tenant set config = config || jsonb_build_object('refundPolicy', ${JSON.stringify(after)}::jsonb)
      where id = ${ctx.tenantId}`.execute(ctx.tx)
    ctx.audit({
      action: 'tenant.refund-policy',
      entity: 'tenant',
      entityId: String(ctx.tenantId),
      summary: `调整增值服务未使用全额退款期：${before.wholeDays} 天改为 ${after.wholeDays} 天`,
      data: { before, after, reason },
    })
  }),
]

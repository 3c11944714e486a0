import { sql } from 'kysely'
import { implementForPerson } from '#server/implement.ts'
import * as contract from '../contract-policy.ts'
import type { Any } from './access.ts'

const PLATFORM = { workbench: 'admin', right: 'platform' } as const
const WORDS = { 0: '到期由平台自动开启', 2: '到期由两人确认后开启' } as const

/** How the tenant opens quotes: `quotePolicy` of its configuration; by the clock where it says nothing. */
export async function quotePolicy(ctx: Any): Promise<contract.QuotePolicy> {
  const row = await ctx.one('tenant', { id: ctx.tenantId }, { columns: ['config'] })
  const parsed = contract.QuotePolicy.safeParse((row?.config as { quotePolicy?: unknown } | undefined)?.quotePolicy)
  return parsed.success ? parsed.data : { openers: 0 }
}

export const policyRoutes = [
  implementForPerson(contract.quotePolicy, PLATFORM, (ctx) => quotePolicy(ctx)),

  implementForPerson(contract.setQuotePolicy, PLATFORM, async (ctx, { body: { reason, ...after } }) => {
    // Two who change it at once: the record of the second starts from what the first left.
    await ctx.expectOne('tenant', { id: ctx.tenantId }, { columns: ['id'], lock: 'update' })
    const before = await quotePolicy(ctx)
    if (before.openers === after.openers) return
    await sql`update tenant set config = config || jsonb_build_object('quotePolicy', ${JSON.stringify(after)}::jsonb)
      where id = ${ctx.tenantId}`.execute(ctx.tx)
    ctx.audit({
      action: 'tenant.quote-policy',
      entity: 'tenant',
      entityId: String(ctx.tenantId),
      summary: `调整报价开启方式：${WORDS[after.openers]}`,
      data: { before, after, reason },
    })
  }),
]

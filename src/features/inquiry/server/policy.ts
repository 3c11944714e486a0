import { sql } from 'kysely'
import type { KeyMode } from '#features/procurement/rules/key-mode.ts'
import { USUAL_KEYS } from '#features/procurement/rules/key-policy.ts'
import { implementForPerson } from '#server/implement.ts'
import * as contract from '../contract-policy.ts'
import type { Any } from './access.ts'

const PLATFORM = { workbench: 'admin', right: 'platform' } as const
const OPENERS = { 0: '到期由平台自动开启', 2: '到期由两人确认后开启' } as const

const USUAL: contract.QuotePolicy = { openers: 0, ...USUAL_KEYS }
const KEYS: Readonly<Record<KeyMode, string>> = { timed: '定时开启', bidder: '供应商密钥', joint: '联合密钥' }

function inWords({ openers, leastKey, raisedFrom, raisedKey }: contract.QuotePolicy): string {
  const raised = raisedFrom === null ? '' : `，估算价达到 ${raisedFrom} 元的至少采用${KEYS[raisedKey]}`
  return `${OPENERS[openers]}；至少采用${KEYS[leastKey]}${raised}`
}

/** How the tenant opens quotes: `quotePolicy` of its configuration; by the clock where it says nothing. */
export async function quotePolicy(ctx: Any): Promise<contract.QuotePolicy> {
  const row = await ctx.one('tenant', { id: ctx.tenantId }, { columns: ['config'] })
  const stored = (row?.config as { quotePolicy?: object } | undefined)?.quotePolicy
  const parsed = contract.QuotePolicy.safeParse({ ...USUAL, ...stored })
  return parsed.success ? parsed.data : USUAL
}

export const policyRoutes = [
  implementForPerson(contract.quotePolicy, PLATFORM, (ctx) => quotePolicy(ctx)),

  implementForPerson(contract.setQuotePolicy, PLATFORM, async (ctx, { body: { reason, ...given } }) => {
    // Two who change it at once: the record of the second starts from what the first left.
    await ctx.expectOne('tenant', { id: ctx.tenantId }, { columns: ['id'], lock: 'update' })
    const before = await quotePolicy(ctx)
    const after = { ...before, ...given }
    if (inWords(before) === inWords(after)) return
    await sql`update tenant set config = config || jsonb_build_object('quotePolicy', ${JSON.stringify(after)}::jsonb)
      where id = ${ctx.tenantId}`.execute(ctx.tx)
    ctx.audit({
      action: 'tenant.quote-policy',
      entity: 'tenant',
      entityId: String(ctx.tenantId),
      summary: `调整报价开启方式：${inWords(after)}`,
      data: { before, after, reason },
    })
  }),
]

import { sql } from 'kysely'
import { implementForPerson } from '#server/implement.ts'
import * as contract from '../contract/policy.ts'
import { quietText, SmsPolicy, USUAL } from '../rules/policy.ts'
import { type Any, PLATFORM } from './access.ts'

/** What the tenant decided: `smsPolicy` of its configuration. */
export async function smsPolicy(ctx: Any): Promise<SmsPolicy> {
  const row = await ctx.one('tenant', { id: ctx.tenantId }, { columns: ['config'] })
  const stored = (row?.config as { smsPolicy?: object } | undefined)?.smsPolicy
  const parsed = SmsPolicy.safeParse({ ...USUAL, ...stored })
  return parsed.success ? parsed.data : USUAL
}

function inWords(policy: SmsPolicy): string {
  const price = policy.price === null ? '不设单价' : `每条 ${policy.price} 元`
  const quiet = quietText(policy) ? `${quietText(policy)} 不发送` : '不设静默时段'
  const most = policy.mostPerDay === null ? '不限次数' : `每个号码每天最多 ${policy.mostPerDay} 条`
  return `${price}；${quiet}；${most}`
}

/** Kept by whoever runs the platform. */
export const policyRoutes = [
  implementForPerson(contract.smsPolicy, PLATFORM, (ctx) => smsPolicy(ctx)),

  implementForPerson(contract.setSmsPolicy, PLATFORM, async (ctx, { body: { reason, ...after } }) => {
    // Two who change it at once: the record of the second starts from what the first left.
    await ctx.expectOne('tenant', { id: ctx.tenantId }, { columns: ['id'], lock: 'update' })
    const before = await smsPolicy(ctx)
    if (inWords(before) === inWords(after)) return
    await sql`update tenant set config = config || jsonb_build_object('smsPolicy', ${JSON.stringify(after)}::jsonb)
      where id = ${ctx.tenantId}`.execute(ctx.tx)
    ctx.audit({
      action: 'tenant.sms-policy',
      entity: 'tenant',
      entityId: String(ctx.tenantId),
      summary: `调整短信规则：${inWords(after)}`,
      data: { before, after, reason },
    })
  }),
]

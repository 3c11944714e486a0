import { sql } from 'kysely'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { methodOf } from '../../methods/all.ts'
import { isJoint, isTimed } from '../../rules/key-mode.ts'
import { jointKey, leastKey } from '../../server/key-checks.ts'
import { jointKeys, roundKeys } from '../../server/key-port.ts'
import { hasRounds, quoteRounds } from '../../server/round-port.ts'
import type { CheckResult, Draft, StepServer } from '../../server/step-server.ts'
import { quoteProblems } from './terms.ts'

export const quote: StepServer = {
  facts: {
    round: (ctx, orderId) => sql`case when ${quoteRounds().isOpen(ctx, orderId)} then 'open' end`,
    isExtended: ({ tenantId }, orderId) => sql`(select x.extended_at is not null from purchase_order x
      where x.tenant_id = ${tenantId} and x.id = ${orderId})`,
  },
  factsOf: async (ctx, order) => ({ round: hasRounds(order) ? await quoteRounds().standOf(ctx, order) : undefined }),
  publishChecks: [terms, leastKey, jointKey],
  async noticeData(ctx, order, { quote: agreed, keyMode, bidFiles }) {
    const key = isTimed(order.settings) ? await roundKeys().keyOf(ctx, order, 1) : null
    const joint = isJoint(order.settings) ? await jointKeys().keyOf(ctx, order) : null
    return {
      suite: order.suite,
      keyMode,
      ...(key && { roundKey: key.fingerprint }),
      ...(joint && { jointKey: joint.fingerprint }),
      quote: agreed,
      ...(bidFiles.length > 0 && { quoteFiles: bidFiles }),
    }
  },
}

function terms(_ctx: Context<Employee>, { order, settings }: Draft): CheckResult {
  const found = settings?.quote
  if (!found) return { problems: [{ path: 'settings.quote', message: '请填写报价要求' }] }
  const problems = quoteProblems(found, methodOf(order.method))
  const names = settings.bidFiles.map(({ name }) => name)
  if (new Set(names).size < names.length)
    return { problems: [{ path: 'settings.bidFiles', message: '随报价提交的文件名称重复' }] }
  return {
    says: methodOf(order.method).group ? '报价要求' : `报价要求（最多 ${found.rounds} 轮）`,
    problems: problems.map(({ path, message }) => ({ path: `settings.quote.${path}`, message })),
  }
}

import { sql } from 'kysely'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { methodOf } from '../../methods/all.ts'
import { roundKeys } from '../../server/key-port.ts'
import { hasRounds, quoteRounds } from '../../server/round-port.ts'
import type { CheckResult, Draft, StepServer } from '../../server/step-server.ts'
import { quoteProblems } from './terms.ts'

export const quote: StepServer = {
  facts: {
    round: (ctx, orderId) => sql`case when ${quoteRounds().isOpen(ctx, orderId)} then 'open' end`,
  },
  factsOf: async (ctx, order) => ({ round: hasRounds(order) ? await quoteRounds().standOf(ctx, order) : undefined }),
  publishChecks: [terms],
  async noticeData(ctx, order, { quote: agreed, keyMode, bidFiles }) {
    const { fingerprint: roundKey } = await roundKeys().keyOf(ctx, order, 1)
    return {
      suite: order.suite,
      keyMode,
      roundKey,
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
    says: `报价要求（最多 ${found.rounds} 轮）`,
    problems: problems.map(({ path, message }) => ({ path: `settings.quote.${path}`, message })),
  }
}

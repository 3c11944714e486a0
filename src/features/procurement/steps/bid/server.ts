import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { isJoint, keyModeProblems } from '../../rules/key-mode.ts'
import { jointKeys } from '../../server/key-port.ts'
import type { CheckResult, Draft, StepServer } from '../../server/step-server.ts'

type Ctx = Context<Employee>

export const bid: StepServer = {
  publishChecks: [jointKey],
  async noticeData(ctx, order) {
    const key = isJoint(order.settings) ? await jointKeys().keyOf(ctx, order) : null
    return { suite: order.suite, ...(key && { jointKey: key.fingerprint }) }
  },
}

/** In joint-key mode the key must be there before the announcement, which publishes its fingerprint. */
async function jointKey(ctx: Ctx, { order }: Draft): Promise<CheckResult | null> {
  if (!isJoint(order.settings)) return null
  const problems = keyModeProblems({ keyMode: 'joint', suite: order.suite, reviewModel: order.reviewModel })
  if (problems.length > 0) return { problems }
  const key = await jointKeys().keyOf(ctx, order)
  const message = key ? key.problem : '联合密钥尚未就绪，请先由全体保管人完成密钥生成'
  return { says: '联合密钥已就绪', problems: message === '' ? [] : [{ path: 'settings.keyMode', message }] }
}

import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { isJoint, isWeaker, keyModeProblems } from '../rules/key-mode.ts'
import { leastKeyInWords, leastKeyMode } from '../rules/key-policy.ts'
import { jointKeys } from './key-port.ts'
import { keyPolicy } from './key-policy.ts'
import type { CheckResult, Draft } from './step-server.ts'

type Ctx = Context<Employee>

/** In joint-key mode the key must be there before the announcement, which publishes its fingerprint. */
export async function jointKey(ctx: Ctx, { order }: Draft): Promise<CheckResult | null> {
  if (!isJoint(order.settings)) return null
  const problems = keyModeProblems({ keyMode: 'joint', suite: order.suite, reviewModel: order.reviewModel })
  if (problems.length > 0) return { problems }
  const key = await jointKeys().keyOf(ctx, order)
  const message = key ? key.problem : '联合密钥尚未就绪，请先由全体保管人完成密钥生成'
  return { says: '联合密钥已就绪', problems: message === '' ? [] : [{ path: 'settings.keyMode', message }] }
}

/** Quotes are sealed at least as the tenant decided, by what holds when the order is published. */
export async function leastKey(ctx: Ctx, { order, settings }: Draft): Promise<CheckResult | null> {
  if (!settings) return null
  const policy = await keyPolicy(ctx)
  if (!isWeaker(settings.keyMode, leastKeyMode(policy, order.estimatedPrice))) return { problems: [] }
  return { problems: [{ path: 'settings.keyMode', message: leastKeyInWords(policy, order.estimatedPrice) }] }
}

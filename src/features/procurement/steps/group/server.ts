import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { methodOf } from '../../methods/all.ts'
import type { CheckResult, Draft, StepServer } from '../../server/step-server.ts'
import { groupProblems } from '../../rules/group-terms.ts'

export const group: StepServer = {
  publishChecks: [terms],
  noticeData: (_ctx, _order, { group: agreed }) => (agreed ? { group: agreed } : {}),
}

function terms(_ctx: Context<Employee>, { order, settings }: Draft): CheckResult {
  const { group: traits } = methodOf(order.method)
  const found = settings?.group
  if (!found || !traits) return { problems: [{ path: 'settings.group', message: '请填写小组与评审要求' }] }
  return {
    says: `${traits.name} ${found.size} 人，每家不超过 ${found.minutes} 分钟`,
    problems: groupProblems(found, traits).map(({ path, message }) => ({ path: `settings.group.${path}`, message })),
  }
}

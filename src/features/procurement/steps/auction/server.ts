import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { termProblems } from '../../rules/auction-terms-meaning.ts'
import type { CheckResult, Draft, StepServer } from '../../server/step-server.ts'

type Ctx = Context<Employee>

export const auction: StepServer = {
  publishChecks: [terms],
  noticeData: (_ctx, _order, { auction: agreed }) => ({ auction: agreed }),
}

/** What an order with live offers needs beside the rest. */
function terms(_ctx: Ctx, { order, project, settings }: Draft): CheckResult {
  const found = settings?.auction
  if (!found) return { problems: [{ path: 'settings.auction', message: '请填写竞价规则' }] }
  const talks = found.priceTalk && project.regime === 'tender'
  const talk = { path: 'settings.auction.priceTalk', message: '依法必须招标的项目不得在竞价后议价' }
  return { says: '起始价和竞价规则', problems: [...termProblems(found, order.controlPrice), ...(talks ? [talk] : [])] }
}

import { Exact } from '#contract/money.ts'
import { Cast } from '#demo/cast.ts'
import { createPlan, planDetail, submitPlan } from '#features/budget/contract/plan.ts'
import { lockLines, take } from '#features/budget/server/moves.ts'
import { AppError } from '#contract/errors.ts'
import { inContext } from '#server/context.ts'
import type { Line } from './line.ts'
import type { BenchWorld } from './world.ts'

const AT_ONCE = 200
/** How many of them the line has room for. */
const FIT = 150
const AMOUNT = '1000.00'
const YEAR = 2090
const TARGET = 100

/** Two hundred reservations of one line at once, of which it covers a part: never more, and how many a second. */
export async function budgets(world: BenchWorld): Promise<Line[]> {
  const { kernel, close } = world.openKernel()
  try {
    const buyer = await new Cast(world.product).as('buyer')
    const amount = new Exact(AMOUNT).times(FIT).toFixed(2)
    const lines = [{ subject: '同时预占', category: 'goods' as const, amount }]
    const body = { level: 'annual' as const, title: '同时预占', year: YEAR, lines }
    const params = await buyer.call(createPlan, { body })
    await buyer.call(submitPlan, { params, body: {} })
    const before = await buyer.call(planDetail, { params })
    const lineId = before.lines[0]!.lineId
    const reserve = () =>
      inContext(kernel, { tenantId: 1, actor: null }, async (ctx) => {
        const locked = await lockLines(ctx, [lineId])
        const move = { kind: 'budget.reserved' as const, amount: AMOUNT, memo: '测试', overrun: 'block' as const }
        await take(ctx, locked.get(lineId)!, move)
      })
    const began = performance.now()
    const answers = await Promise.allSettled(Array.from({ length: AT_ONCE }, reserve))
    const seconds = (performance.now() - began) / 1000
    const done = answers.filter(({ status }) => status === 'fulfilled').length
    const isRefused = answers.every((one) => one.status === 'fulfilled' || one.reason instanceof AppError)
    const { reserved, free } = await buyer.call(planDetail, { params })
    const perSecond = AT_ONCE / seconds
    return [
      {
        what: `${AT_ONCE} reservations of one line at once, ${FIT} of which fit`,
        figures: `${perSecond.toFixed(0)}/s; ${done} reserved, ${reserved} of ${amount}, ${free} left`,
        target: `>= ${TARGET}/s, never more than the line`,
        holds: perSecond >= TARGET && done === FIT && reserved === amount && isRefused,
      },
    ]
  } finally {
    await close()
  }
}

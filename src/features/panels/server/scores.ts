import { AppError } from '#contract/errors.ts'
import { OrderSettings } from '#features/procurement/rules/settings.ts'
import { implementForPerson, type Route } from '#server/implement.ts'
import * as contract from '../contract.ts'
import { markProblems } from '../rules/result.ts'
import { acting, announce, record, SEATED } from './access.ts'
import { remainingOf } from './rows.ts'
import { handIn } from './sheets.ts'
import { tellHosts } from './telling.ts'

/** Marks of members, by the criteria that were published; the last sheet opens all. */
export const scoreRoutes: readonly Route[] = [
  implementForPerson(contract.handInScores, SEATED, async (ctx, { params, body }) => {
    const seat = await acting(ctx, params.orderId, 'handIn')
    const { order, panel, suppliers, members } = seat
    if (panel.stage !== 'scoring' || panel.roundNo !== body.roundNo)
      throw new AppError('wrongState', '评分已结束，请刷新')
    const { ways } = OrderSettings.parse(order.settings)
    const problems = markProblems(body.marks, { ways, tradeIds: remainingOf(suppliers) })
    if (problems.length > 0) throw new AppError('invalid', problems[0]!.message, problems)
    const { hash, isLast } = await handIn(ctx, seat, {
      kind: 'score',
      body: { marks: body.marks },
      signature: body.signature,
    })
    if (isLast) {
      await ctx.update('panel', { orderId: order.id }, { stage: 'reporting' })
      record(ctx, order.id, { action: 'scored', summary: '评分收齐' })
      await tellHosts(ctx, order, { title: '评分已收齐', content: '的评分已收齐，请编制评审报告。' })
      announce(ctx, { order, members })
    }
    return { hash }
  }),
]

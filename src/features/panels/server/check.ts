import { AppError } from '#contract/errors.ts'
import { implementForPerson, type Route } from '#server/implement.ts'
import * as contract from '../contract.ts'
import { type ConformityAnswer, conformityProblems, verdicts } from '../rules/conformity.ts'
import { acting, announce, record, SEATED, type Seat } from './access.ts'
import { readyDraw } from './compose.ts'
import { activeOf, type Ctx, remainingOf } from './rows.ts'
import { handIn } from './sheets.ts'
import { failsWith, takeOut } from './stand.ts'
import { tellHosts } from './telling.ts'

/** Whether responses conform, as members see it; the last opinion opens all, and the majority decides. */
export const checkRoutes: readonly Route[] = [
  implementForPerson(contract.handInConformity, SEATED, async (ctx, { params, body }) => {
    const seat = await acting(ctx, params.orderId, 'handIn')
    const { panel, suppliers } = seat
    if (panel.stage !== 'checking' || panel.roundNo !== body.roundNo)
      throw new AppError('wrongState', '本轮符合性审查已结束，请刷新')
    const judged = remainingOf(suppliers)
    const problems = conformityProblems(body.answers, judged)
    if (problems.length > 0) throw new AppError('invalid', problems[0]!.message, problems)
    const answers = body.answers.map(({ conforms, reason, ...one }) => ({
      ...one,
      conforms,
      reason: conforms ? '' : reason,
    }))
    const { hash, isLast } = await handIn(ctx, seat, {
      kind: 'conformity',
      body: { answers },
      signature: body.signature,
    })
    if (isLast) await decide(ctx, seat, judged)
    return { hash }
  }),
]

async function decide(ctx: Ctx, seat: Seat, judged: readonly string[]): Promise<void> {
  const { order, panel, members } = seat
  const { roundNo } = panel
  const active = new Set(activeOf(members).map(({ id }) => id))
  const rows = await ctx.many('panel_sheet', { orderId: order.id, kind: 'conformity', roundNo })
  const sheets = rows
    .filter(({ memberId }) => active.has(memberId))
    .map(({ body }) => (body as { answers: ConformityAnswer[] }).answers)
  const found = verdicts(sheets, judged)
  record(ctx, order.id, {
    action: 'checked',
    summary: '符合性审查意见收齐，按多数意见作出结论',
    data: { roundNo, found },
  })
  for (const { tradeId, conforms, reason } of found)
    if (!conforms) await takeOut(ctx, order, { tradeId, cause: 'conformity', reason, roundNo })
  const count = found.filter(({ conforms }) => conforms).length
  if (await failsWith(ctx, { order, members }, { count, at: 'conformity' })) return
  await ctx.update('panel', { orderId: order.id }, { stage: 'talking' })
  await readyDraw(ctx, order)
  await tellHosts(ctx, order, {
    title: '符合性审查已完成',
    content: `：${count} 家供应商的响应文件符合要求，请抽取次序后逐家商谈。`,
  })
  announce(ctx, seat)
}

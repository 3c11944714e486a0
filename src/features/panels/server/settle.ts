import { methodOf } from '#features/procurement/methods/all.ts'
import { orderRow } from '#features/procurement/server/public.ts'
import type { Subscriber } from '#server/events.ts'
import { announce, record } from './access.ts'
import { type Any, remainingOf } from './rows.ts'
import { failsWith, responsesOf, takeOut } from './stand.ts'
import { tellHosts, tellMembers } from './telling.ts'

/** The clock has opened a further round: whoever has not responded, or not in time, is out, and the group goes on. */
export const settleRound: Subscriber = {
  name: 'panels: go on with a round that was opened',
  kind: 'inquiry.opened',
  async handle(ctx, { payload }) {
    await settle(ctx, String(payload.orderId), Number(payload.roundNo))
  },
}

async function settle(ctx: Any, orderId: string, roundNo: number): Promise<void> {
  const order = await orderRow(ctx, orderId, 'update')
  const { group } = methodOf(order.method)
  if (!group) return
  const panel = await ctx.one('panel', { orderId }, { lock: 'update' })
  const isAwaited = panel?.stage === 'responding' || panel?.stage === 'final'
  if (!isAwaited || panel.roundNo !== roundNo || order.state !== 'quote.closed') return
  const isFinal = panel.stage === 'final'
  const members = await ctx.many('panel_member', { orderId }, { orderBy: ['sort'] })
  const responses = await responsesOf(ctx, orderId, roundNo)
  let count = 0
  for (const tradeId of remainingOf(await ctx.many('panel_supplier', { orderId }))) {
    const given = responses.find((one) => one.tradeId === tradeId)
    if (given && given.invalid === '') count++
    else {
      const reason =
        given?.invalid ?? (isFinal ? '未在规定时间内提交最后报价' : '未在规定时间内按变动后的要求重新提交响应文件')
      await takeOut(ctx, order, { tradeId, cause: isFinal ? 'final' : 'late', reason, roundNo })
    }
  }
  if (await failsWith(ctx, { order, members }, { count, at: isFinal ? 'final' : 'response' })) return
  const stage = isFinal ? (group.decides === 'score' ? 'scoring' : 'reporting') : 'checking'
  await ctx.update('panel', { orderId }, { stage })
  record(ctx, orderId, {
    action: 'opened',
    summary: isFinal ? `最后报价已开启，有效 ${count} 家` : `重新提交的响应文件已开启，有效 ${count} 家`,
    data: { roundNo, count },
  })
  const work = { checking: '请审查重新提交的响应文件', scoring: '请按评审标准打分', reporting: '' }[stage]
  if (work) await tellMembers(ctx, { order, members }, { title: work, content: `：${work}。` })
  const content = stage === 'reporting' ? '的最后报价已开启，请编制评审报告。' : '的响应已开启，由小组继续评审。'
  await tellHosts(ctx, order, { title: isFinal ? '最后报价已开启' : '重新响应已开启', content })
  announce(ctx, { order, members })
}

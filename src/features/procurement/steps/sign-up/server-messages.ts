import { formatTime } from '#contract/time.ts'
import { URGENT } from '#server/feature.ts'
import { methodOf } from '../../methods/all.ts'
import { say } from '../../methods/say.ts'
import { TradeStatus } from '../../rules/enums.ts'
import type { Order } from '../../server/access.ts'
import { isRunning, named, type OrderMessage, tellOwners, tellSupplier } from '../../server/telling.ts'
import { companyName } from '../../server/trades.ts'

const BUYER = ['purchaser', 'agency'] as const

export const signUp: readonly OrderMessage[] = [
  {
    kind: 'trade.signed-up',
    label: '收到新的报名',
    group: '报名与答疑',
    workbenches: BUYER,
    channels: [],
    async tell(subject) {
      const { ctx, order, event } = subject
      const trade = await ctx.one('trade', { id: String(event.payload.tradeId) })
      if (trade?.status !== TradeStatus.values.pending) return
      const name = await companyName(ctx, trade.supplierCompanyId)
      const content = `${name}报名${named(order)}，请审核。`
      await tellOwners(subject, { title: '收到新的报名', content, page: 'sign-up.list' })
    },
  },
  {
    kind: 'trade.decided',
    label: '报名审核结果',
    group: '报名与答疑',
    workbenches: ['supplier'],
    channels: URGENT,
    isEssential: true,
    async tell(subject) {
      const { ctx, order, event } = subject
      const trade = await ctx.one('trade', { id: String(event.payload.tradeId) })
      if (!trade) return
      const passed = event.payload.pass === true
      const content = passed
        ? `贵单位在${named(order)}的报名已通过，${nextStep(order)}`
        : `贵单位在${named(order)}的报名未通过：${trade.reason}。报名截止前可重新报名。`
      await tellSupplier(subject, trade.supplierCompanyId, { title: passed ? '报名已通过' : '报名未通过', content })
    },
  },
  {
    kind: 'order.sign-up-end',
    label: '报名截止',
    group: '期限提醒',
    workbenches: BUYER,
    channels: [],
    async tell(subject) {
      const { ctx, order } = subject
      if (!isRunning(order)) return
      const waiting = await ctx.tx
        .selectFrom('trade')
        .select((e) => e.fn.countAll<number>().as('n'))
        .where('tenantId', '=', ctx.tenantId)
        .where('orderId', '=', order.id)
        .where('status', '=', TradeStatus.values.pending)
        .executeTakeFirstOrThrow()
      const more = waiting.n > 0 ? `，尚有 ${waiting.n} 家待审核` : ''
      const content = `${named(order)}报名已截止${more}。`
      await tellOwners(subject, { title: '报名已截止', content, page: 'sign-up.list' })
    },
  },
]

/** What an approved supplier does next. */
function nextStep(order: Order): string {
  if (methodOf(order.method).offers === 'live')
    return `竞价于 ${formatTime(order.openAt)}（北京时间）开始，届时请进入竞价大厅报价。`
  return `可下载${say(order, '{documents}')}。${say(order, '{deadline}')}时间 ${formatTime(order.bidEnd)}（北京时间）。`
}

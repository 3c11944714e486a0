import { formatAmount } from '#contract/money.ts'
import { formatTime } from '#contract/time.ts'
import { URGENT } from '#server/feature.ts'
import { say } from '../../methods/say.ts'
import { contractDue } from '../../server/award-letter.ts'
import { awardsOf, type ResultKind } from '../../server/results.ts'
import { named, type OrderMessage, tellSupplier } from '../../server/telling.ts'

const RESULT = { group: '公告与变更', workbenches: ['supplier'], channels: URGENT, isEssential: true } as const

export const winner: readonly OrderMessage[] = [
  {
    ...RESULT,
    kind: 'order.awarded',
    label: '中标通知书',
    async tell(subject) {
      // Everybody else is told by the notice of the result (招标投标法第四十五条).
      const { ctx, order, event } = subject
      const award = (await awardsOf(ctx, order.id)).find((one) => one.tradeId === event.payload.tradeId)
      if (!award) return
      const due = await contractDue(ctx, order, award.decidedAt)
      // Who has no contract to sign is told what it owes, by its deal.
      if (!due) return
      const price = `${say(order, '{won}价')} ${formatAmount(award.price)} 元`
      const content = `贵单位已被确定为${named(order)}的${say(order, '{winner}')}，${price}。请下载${say(order, '{won}通知书')}，并于 ${formatTime(due)}（北京时间）前订立书面合同。`
      await tellSupplier(subject, award.companyId, { title: say(order, '{won}通知书'), content })
    },
  },
  {
    ...RESULT,
    kind: 'order.result-fell',
    label: '中标或候选人资格取消',
    async tell(subject) {
      const { ctx, order, event } = subject
      const { kind, tradeIds, cause } = event.payload as { kind: ResultKind; tradeIds: string[]; cause: string }
      const [lost, notice] =
        kind === 'award'
          ? [say(order, '{won}资格'), say(order, '原{won}通知书失效，变更结果见公告。')]
          : [say(order, '{won}候选人资格'), '变更后的候选人见公示，公示期内可提出异议。']
      for (const { supplierCompanyId: companyId } of await ctx.many('trade', { id: tradeIds }))
        await tellSupplier(subject, companyId, {
          title: `${lost}已取消`,
          content: `贵单位在${named(order)}的${lost}已取消，原因：${cause}。${notice}`,
        })
    },
  },
]

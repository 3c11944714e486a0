import { formatAmount } from '#contract/money.ts'
import { onOrder, orderRow, tellOwners, tellSupplier } from '#features/procurement/server/public.ts'
import { NULL } from '#server/database/records.ts'
import type { Context } from '#server/context.ts'
import { type MessageKind, URGENT } from '#server/feature.ts'
import type { Subscriber } from '#server/events.ts'
import { formatDate } from '#contract/time.ts'
import { OVERDUE, WARNING } from './kinds.ts'
import { dueOf } from './order-bonds.ts'

const BOND = { group: '保证金', channels: URGENT, isEssential: true } as const

export const messageKinds: readonly MessageKind[] = [
  { ...BOND, kind: 'bond.state', label: '保证金生效、退还', workbenches: ['supplier'] },
  { ...BOND, kind: 'bond.due', label: '保证金应退还', workbenches: ['purchaser', 'agency'] },
]

interface Told {
  tradeId: string
  amount?: string
  missing?: string
  why?: string
  reason?: string
  returnId?: string
}

/** What a bidder is told of its own bond; nobody else hears of it. */
const WORDS: Readonly<Record<string, (ctx: Context<null>, told: Told) => Promise<[string, string]>>> = {
  'bond.in-force': async (_ctx, { amount }) => ['保证金已生效', `收到 ${formatAmount(amount)} 元，保证金已生效。`],
  'bond.part-paid': async (_ctx, { amount, missing }) => [
    '保证金尚未足额',
    `收到 ${formatAmount(amount)} 元，尚差 ${formatAmount(missing)} 元，请在截止前补足，否则到期原路退回。`,
  ],
  'bond.not-counted': async (_ctx, { amount, why }) => [
    '保证金账户收到不计入的款项',
    `收到 ${formatAmount(amount)} 元：${why ?? ''}。`,
  ],
  'bond.kept': async (_ctx, { reason }) => ['保证金不予退还', `${reason ?? ''}。如有异议，可向采购人提出。`],
  'bond.turned': async () => ['保证金转为履约保证金', '贵单位的保证金已转为履约保证金。'],
  'bond.returned': async (ctx, { returnId }) => {
    const row = await ctx.expectOne('bond_return', { id: returnId! })
    const interest = Number(row.interest) + Number(row.lateInterest) > 0
    return [
      '保证金已退还',
      `${formatAmount(row.principal)} 元已原路退回${interest ? '，利息已计入贵单位的平台余额' : ''}。`,
    ]
  },
  'bond.return-failed': async (ctx, { returnId }) => {
    const { failReason } = await ctx.expectOne('bond_return', { id: returnId! })
    return ['保证金退还未成功', `${failReason}。款项仍在保证金账户，将再次退还。`]
  },
}

export const messages: readonly Subscriber[] = [
  ...Object.entries(WORDS).map(([kind, words]): Subscriber => ({
    name: `bonds: tell the bidder (${kind})`,
    kind,
    async handle(ctx, { id, payload }) {
      const told = payload as unknown as Told
      const trade = await ctx.expectOne('trade', { id: told.tradeId })
      const order = await orderRow(ctx, trade.orderId)
      const [title, content] = await words(ctx, told)
      const subject = { ctx, order, event: { id, kind: 'bond.state' } }
      await tellSupplier(subject, trade.supplierCompanyId, { title: `${title}：${order.title}`, content })
    },
  })),
  remind(WARNING, (dueOn) => ['保证金即将到期退还', `保证金应于 ${dueOn} 前退还`]),
  remind(OVERDUE, (dueOn) => ['保证金逾期未退还', `保证金应于 ${dueOn} 前退还，现已逾期，请立即退还`]),
]

/** Whoever runs the order hears of bonds that are still here. */
function remind(kind: string, words: (dueOn: string) => [string, string]): Subscriber {
  return onOrder(`bonds: remind the owner (${kind})`, kind, async (subject) => {
    const { ctx, order } = subject
    const due = await dueOf(ctx, order)
    const rows = await ctx.many('bond', { orderId: order.id, refundedOn: NULL, turnedOn: NULL, keptReason: '' })
    const today = formatDate(ctx.clock.now())
    const days = rows.flatMap(({ tradeId }) => due.of(tradeId).dueOn ?? [])
    const late = kind === OVERDUE ? days.filter((day) => day < today) : days
    const first = late.toSorted()[0]
    if (!first) return
    const [title, text] = words(first)
    await tellOwners(subject, {
      kind: 'bond.due',
      title: `${title}：${order.title}`,
      content: `${text}，共 ${late.length} 笔。${due.citation}。`,
      page: 'bond.refund',
    })
  })
}

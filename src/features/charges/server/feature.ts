import type { Approvals } from '#features/workflow/server/public.ts'
import type { Subscriber } from '#server/events.ts'
import type { Feature } from '#server/feature.ts'
import { partyTopic } from '#server/live.ts'
import { agencyBillRoutes } from './agency-bills.ts'
import { charge, dropFallen } from './arise.ts'
import { checkCharges } from './check.ts'
import { dueRoutes } from './dues.ts'
import { home } from './home.ts'
import { incomeRoutes } from './incomes.ts'
import { keepRoutes } from './keep.ts'
import { messageKinds, messages } from './messages.ts'
import { monitorRoutes } from './monitor.ts'
import { noticeRoutes } from './notices.ts'
import { opennessRoutes } from './openness.ts'
import { notePaid, noteRefund } from './receipts.ts'
import { revenueRoutes } from './revenues.ts'
import { uploads } from './vouchers.ts'

const arising: readonly Subscriber[] = [
  {
    name: 'charges: charge who was admitted',
    kind: 'trade.decided',
    async handle(ctx, { payload }) {
      const { tradeId, pass } = payload as { tradeId: string; pass: boolean }
      if (pass) await charge(ctx, tradeId, 'sign-up')
    },
  },
  {
    name: 'charges: charge who has won',
    kind: 'order.awarded',
    handle: (ctx, { payload }) => charge(ctx, (payload as { tradeId: string }).tradeId, 'award'),
  },
  {
    name: 'charges: drop what a result that fell was charged',
    kind: 'order.result-fell',
    async handle(ctx, { payload }) {
      const { kind, tradeIds } = payload as { kind: string; tradeIds: string[] }
      if (kind === 'award') await dropFallen(ctx, tradeIds, '中标结果已变更')
    },
  },
]

/** What is charged for orders: standards, charges of awards, what came in for them. */
export function charges({ approvals }: { approvals: Approvals }): Feature {
  return {
    name: 'charges',
    home,
    uploads,
    files: { 'charge_receipt.voucher_file': 'id', 'revenue_item.voucher_file': 'id' },
    messageKinds,
    topics: [partyTopic('charges')],
    check: checkCharges,
    subscribers: [...arising, notePaid, noteRefund, ...messages],
    routes: [
      ...keepRoutes(approvals),
      ...opennessRoutes,
      ...noticeRoutes,
      ...agencyBillRoutes(approvals),
      ...dueRoutes,
      ...incomeRoutes(approvals),
      ...revenueRoutes,
      ...monitorRoutes,
    ],
  }
}

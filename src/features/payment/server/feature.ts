import type { Approvals } from '#features/workflow/server/public.ts'
import type { Feature, MessageKind } from '#server/feature.ts'
import { adminRoutes } from './admin-calls.ts'
import { payingOutRoutes } from './approvals.ts'
import { sendUnclaimedBack } from './cases.ts'
import { correctionRoutes, tellCorrections } from './corrections.ts'
import { financeRoutes } from './finance-calls.ts'
import { gatewayRoutes, orderRoutes } from './order-calls.ts'
import { orderExportRoutes } from './order-exports.ts'
import { orderListRoutes } from './order-lists.ts'
import { productRoutes } from './prices.ts'
import { promotionRoutes } from './promotions.ts'
import { receiptRoute } from './receipt.ts'
import { reconcile, reconTimers } from './reconcile.ts'
import { subAccountOpener } from './sub-accounts.ts'
import { payout, payoutAgain } from './withdrawals.ts'
import { noticeLadder, notifier } from './gateway/notify.ts'
import { tellBuyer, tellFinance } from './messages.ts'
import { topics } from './topics.ts'
import { subscribers, workers } from './work.ts'

const MONEY = { group: '支付与财务', workbenches: ['purchaser', 'agency', 'supplier'], channels: ['email'] } as const

const messageKinds: readonly MessageKind[] = [
  { ...MONEY, kind: 'payment.paid', label: '支付成功' },
  { ...MONEY, kind: 'payment.refunded', label: '退款结果' },
  { ...MONEY, kind: 'payment.withdrawn', label: '提现结果' },
  { ...MONEY, kind: 'payment.case', label: '待处理款项', workbenches: ['admin'], channels: [], isEssential: true },
  { ...MONEY, kind: 'payment.correction', label: '冲正复核', workbenches: ['admin'], channels: [], isEssential: true },
  { ...MONEY, kind: 'payment.corrected', label: '账务冲正', isEssential: true },
]

/** Orders and payments, their providers, refunds, suspense. */
export function payment({ approvals }: { approvals: Approvals }): Feature {
  return {
    name: 'payment',
    routes: [
      ...orderRoutes,
      ...orderListRoutes,
      ...orderExportRoutes,
      receiptRoute,
      ...productRoutes,
      ...promotionRoutes,
      ...financeRoutes,
      ...payingOutRoutes(approvals),
      ...adminRoutes,
      ...correctionRoutes,
      ...gatewayRoutes,
    ],
    workers: [...workers, payout, reconcile, subAccountOpener, notifier],
    subscribers: [
      ...subscribers,
      sendUnclaimedBack,
      noticeLadder,
      payoutAgain,
      ...reconTimers,
      tellBuyer,
      ...tellFinance,
      ...tellCorrections,
    ],
    topics,
    messageKinds,
  }
}

import { formatAmount } from '#contract/money.ts'
import { formatDate } from '#contract/time.ts'
import type { Workbench } from '#contract/workbench.ts'
import { notify } from '#features/messages/server/public.ts'
import type { MessageKind } from '#server/feature.ts'
import type { Subscriber } from '#server/events.ts'
import { FeeType, type Payer } from '../rules/enums.ts'
import { openOf } from '../rules/bill.ts'
import { named } from './bill-view.ts'
import { SENT_EVENT } from './bills.ts'
import { RECEIVED_EVENT } from './receipts.ts'

export const messageKinds: readonly MessageKind[] = [
  {
    kind: 'charge.sent',
    label: '费用待支付',
    group: '支付与财务',
    workbenches: ['purchaser', 'supplier'],
    channels: ['email'],
    isEssential: true,
  },
  {
    kind: 'charge.received',
    label: '收到费用',
    group: '支付与财务',
    workbenches: ['purchaser', 'agency'],
    channels: [],
  },
]

/** Where a payer reads of what it owes. */
const READS_AS: Record<Payer, Workbench> = { winner: 'supplier', purchaser: 'purchaser' }

export const messages: readonly Subscriber[] = [
  {
    name: 'charges: tell who owes',
    kind: SENT_EVENT,
    async handle(ctx, { id, payload }) {
      const bill = await named(ctx)
        .where('b.id', '=', (payload as { billId: string }).billId)
        .executeTakeFirstOrThrow()
      if (bill.state !== 'sent') return
      await notify(ctx, {
        to: { companyId: bill.debtorId, right: 'finance' },
        identity: READS_AS[bill.payer as Payer],
        kind: 'charge.sent',
        title: `待支付${FeeType.label(bill.feeType)}：${bill.orderTitle}`,
        content: `${bill.code}，${formatAmount(bill.amount)} 元，收款方 ${bill.creditorName ?? '平台'}，请于 ${formatDate(bill.dueAt)} 前支付。`,
        link: `/finance/charges/${bill.id}`,
        eventId: id,
      })
    },
  },
  {
    name: 'charges: tell who is paid',
    kind: RECEIVED_EVENT,
    async handle(ctx, { id, payload }) {
      const { billId, amount, channel } = payload as { billId: string; amount: string; channel: string }
      const bill = await named(ctx).where('b.id', '=', billId).executeTakeFirstOrThrow()
      // What was entered by hand is known already; the platform looks at its own desk.
      if (channel !== 'online' || bill.creditorId === null) return
      const isAgency = bill.feeType === FeeType.values.agency
      await notify(ctx, {
        to: { companyId: bill.creditorId, right: 'finance' },
        identity: isAgency ? 'agency' : 'purchaser',
        kind: 'charge.received',
        title: `收到${FeeType.label(bill.feeType)}：${bill.orderTitle}`,
        content: `${bill.debtorName} 支付 ${formatAmount(amount)} 元（${bill.code}），尚待收 ${formatAmount(openOf(bill))} 元。`,
        link: isAgency ? `/agency/service-fee/charge/${bill.id}/detail` : '/purchaser/financial-revenue/list',
        eventId: id,
      })
    },
  },
]

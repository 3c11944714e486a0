import { formatAmount } from '#contract/money.ts'
import type { HomeSource } from '#server/feature.ts'
import { openOf } from '../rules/bill.ts'
import { FeeType } from '../rules/enums.ts'
import { named } from './bill-view.ts'

/** Charges that the company owes, for whoever pays. */
export const home: HomeSource = {
  async todos(ctx, limit) {
    const { companyId, rights, workbench } = ctx.actor
    const mayPay = rights.has('finance') || rights.has('bidding')
    if (companyId === null || !mayPay || workbench === 'agency') return []
    const rows = await named(ctx)
      .where('b.debtorId', '=', companyId)
      .where('b.payer', '=', workbench === 'supplier' ? 'winner' : 'purchaser')
      .where('b.state', 'in', ['sent', 'part'])
      .orderBy('b.dueAt')
      .limit(limit)
      .execute()
    return rows.map((row) => ({
      key: `charge:${row.id}`,
      kind: 'company' as const,
      isMine: false,
      label: `支付${FeeType.label(row.feeType)}`,
      title: `${row.orderTitle}，${formatAmount(openOf(row))} 元`,
      link: `/finance/charges/${row.id}`,
      dueAt: row.dueAt,
    }))
  },
}

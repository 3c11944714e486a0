import { AppError } from '#contract/errors.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { implementEach, type Route } from '#server/implement.ts'
import { signUpLots } from '../contract/supplier.ts'
import { TRADE_STATUS } from '../engine/trade-status.ts'
import { SUPPLIER } from './bind.ts'
import { lotOutcome } from './lot-outcome.ts'
import { signUpFor } from './sign-up.ts'
import { type ListedTender, tenderRows, tenderValue } from './supplier-tenders.ts'
import { tradeFacts } from './trade-facts.ts'
import { isOwnTender, visibleTender } from './visible-tender.ts'

/** Orders of the package of this one that the own company may know of; none where it runs by itself. */
export async function ownLots(ctx: Context<Employee>, { packageId }: ListedTender) {
  if (packageId === null) return []
  const rows = await tenderRows(ctx).where('o.packageId', '=', packageId).orderBy('o.lotNo').orderBy('o.id').execute()
  const now = ctx.clock.now()
  const trades = await ctx.many('trade', {
    orderId: rows.map(({ id }) => id),
    supplierCompanyId: ctx.actor.companyId,
  })
  return rows.map((row) => {
    const trade = trades.find(({ orderId }) => orderId === row.id)
    const actions = isOwnTender(ctx, row)
      ? []
      : TRADE_STATUS.allowed(tradeFacts(row, trade), { part: 'supplier' }, now.getTime())
    const action = actions.find((one) => one.action === 'signUp')
    const { orderId, code, title, method, stage, state, admission, ...own } = tenderValue(row, now)
    const { signUpEnd, bidEnd, tradeId, tradeStatus, offer, result } = own
    return {
      orderId,
      code,
      title,
      method,
      stage,
      state,
      admission,
      signUpEnd,
      bidEnd,
      tradeId,
      tradeStatus,
      offer,
      result,
      lotNo: row.lotNo,
      blocked: action ? (action.reason ?? null) : trade ? '已报名' : '当前不能报名',
    }
  })
}

export const ownLotRoutes: readonly Route[] = [
  implementEach(signUpLots, SUPPLIER, {
    recordsOf: ({ body }) => body.orderIds,
    async before(ctx, { params }) {
      if (!(await visibleTender(ctx, params.orderId))) throw new AppError('notFound')
    },
    async act(ctx, { params, body }, orderId) {
      const [asked, lot] = [await visibleTender(ctx, params.orderId), await visibleTender(ctx, orderId)]
      const isBeside = lot?.id === asked?.id || (lot?.packageId && lot.packageId === asked?.packageId)
      if (!asked || !lot || !isBeside) throw new AppError('notFound')
      const { orderIds: _ticked, ...fields } = body
      return signUpFor(ctx, orderId, fields)
    },
    tell: (outcomes) => ({ rows: outcomes.map(lotOutcome) }),
  }),
]

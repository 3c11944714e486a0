import { AppError } from '#contract/errors.ts'
import type { Route } from '#server/implement.ts'
import * as contract from '../contract/notice.ts'
import { TradeStatus } from '../rules/enums.ts'
import { buyer } from './bind.ts'
import { orderFiles } from './files.ts'
import { noticeValue, publishedNotice } from './notices.ts'
import { ownOrder } from './public.ts'
import { iso } from './values.ts'

export const noticeRoutes: readonly Route[] = [
  buyer(contract.buyerNotice, async (ctx, { params }) => {
    const { order } = await ownOrder(ctx, params.orderId)
    const notice = await publishedNotice(ctx, params.noticeId)
    if (notice.orderId !== order.id) throw new AppError('notFound')
    const confirmations = notice.needsConfirmation
      ? await ctx.tx
          .selectFrom('trade as t')
          .innerJoin('company as c', 'c.id', 't.supplierCompanyId')
          .leftJoin('notice_confirmation as n', (j) =>
            j.onRef('n.tenantId', '=', 't.tenantId').onRef('n.tradeId', '=', 't.id').on('n.noticeId', '=', notice.id),
          )
          .select(['c.name', 'n.confirmedAt'])
          .where('t.tenantId', '=', ctx.tenantId)
          .where('t.orderId', '=', order.id)
          .where('t.status', '=', TradeStatus.values.passed)
          .orderBy('t.id')
          .execute()
      : []
    return {
      ...noticeValue(notice, await orderFiles(ctx, order.id, notice.id)),
      confirmations: confirmations.map((row) => ({ supplierName: row.name, confirmedAt: iso(row.confirmedAt) })),
    }
  }),
]

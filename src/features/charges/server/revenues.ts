import { type Selectable, sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { Exact } from '#contract/money.ts'
import { formatDate } from '#contract/time.ts'
import { claimSlip } from '#features/ledger/server/public.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { RevenueItem } from '#server/database/tables.ts'
import { implement, implementFile, type Route } from '#server/implement.ts'
import { includes } from '#server/search/includes.ts'
import { listPage } from '#server/search/list-page.ts'
import * as contract from '../contract/income.ts'
import { REVENUE, REVENUE_READER } from './own.ts'
import { REVENUE_SOURCES } from './revenue-items.ts'
import { demandVoucher, voucherFile, voucherOf } from './vouchers.ts'

type Ctx = Context<Employee>
type Item = Selectable<RevenueItem>

const TABS = {
  all: sql<boolean>`true`,
  open: sql<boolean>`i.actual is null`,
  equal: sql<boolean>`i.actual = i.receivable`,
  different: sql<boolean>`i.actual <> i.receivable`,
}

/** What a purchaser is to receive against what it has received. */
export const revenueRoutes: readonly Route[] = [
  implement(contract.revenues, REVENUE_READER, async (ctx, { query }) => {
    const { keyword, tab } = query
    const page = await listPage(ctx, {
      query,
      list: {
        alias: 'i',
        keys: ['createdAt', 'id'],
        rows: () =>
          ctx.tx
            .selectFrom('revenue_item as i')
            .where('i.tenantId', '=', ctx.tenantId)
            .where('i.companyId', '=', ctx.actor.companyId)
            .$if(Boolean(keyword), (q) => q.where(includes(keyword!, ['i.title', 'i.payerName']))),
      },
      tabs: TABS,
      tab: tab || 'all',
      show: (rows) =>
        ctx.tx
          .selectFrom('revenue_item as i')
          .innerJoin(rows, 'page.id', 'i.id')
          .selectAll('i')
          .where('i.tenantId', '=', ctx.tenantId),
    })
    return { ...page, rows: page.rows.map(rowOf) }
  }),

  implement(contract.revenue, REVENUE_READER, async (ctx, { params }) => {
    const item = await ownItem(ctx, params.revenueId)
    return {
      ...rowOf(item),
      orderId: item.orderId,
      receivedDay: item.receivedDay,
      voucher: await voucherOf(ctx, item),
      differenceReason: item.differenceReason,
      filledByName: item.filledByName,
      online: await onlineOf(ctx, item),
      mayFill: ctx.actor.rights.has('finance'),
    }
  }),

  implement(contract.fillRevenue, REVENUE, async (ctx, { params, body }) => {
    const item = await ownItem(ctx, params.revenueId, 'update')
    const { actual, receivedDay, voucher } = body
    const isDifferent = !new Exact(actual).eq(item.receivable)
    if (isDifferent && body.differenceReason === '')
      throw invalid('differenceReason', '实际收入与应收不一致，请填写差异原因')
    if (receivedDay > formatDate(ctx.clock.now())) throw invalid('receivedDay', '到账日期不能晚于今天')
    await demandVoucher(ctx, voucher, item.voucherFile)
    await claimSlip(ctx, { kind: 'revenue', recordId: item.id, title: `收入填报：${item.title}`, files: [voucher] })
    const differenceReason = isDifferent ? body.differenceReason : ''
    await ctx.update(
      'revenue_item',
      { id: item.id },
      {
        actual,
        receivedDay,
        voucherFile: voucher.fileId,
        voucherName: voucher.name,
        differenceReason,
        filledByName: ctx.actor.name,
        filledAt: ctx.clock.now(),
      },
    )
    ctx.audit({
      action: 'revenue.fill',
      entity: 'revenue',
      entityId: item.id,
      summary: `填报实际收入 ${actual} 元（应收 ${item.receivable} 元）${differenceReason && `：${differenceReason}`}`,
      data: { before: item.actual, actual, receivedDay },
    })
  }),

  implementFile(contract.revenueVoucher, REVENUE_READER, async (ctx, { params }) =>
    voucherFile(ctx, await ownItem(ctx, params.revenueId)),
  ),
]

async function ownItem(ctx: Ctx, id: string, lock?: 'update'): Promise<Item> {
  const item = await ctx.one('revenue_item', { id, companyId: ctx.actor.companyId }, lock ? { lock } : {})
  if (!item) throw new AppError('notFound')
  return item
}

/** What the cashier has taken for a charge and not given back. */
async function onlineOf(ctx: Ctx, { sourceId }: Item): Promise<string> {
  const { rows } = await sql<{ total: string }>`
    select coalesce(sum(s.amount), 0)::numeric(20, 2)::text as total from charge_settlement s
    join charge_receipt r on r.tenant_id = s.tenant_id and r.id = s.receipt_id
    where s.tenant_id = ${ctx.tenantId} and s.bill_id = ${sourceId} and r.channel = 'online'`.execute(ctx.tx)
  return rows[0]!.total
}

function rowOf(item: Item) {
  return {
    revenueId: item.id,
    title: item.title,
    sourceLabel: REVENUE_SOURCES[item.sourceKind as keyof typeof REVENUE_SOURCES] ?? item.sourceKind,
    payerName: item.payerName,
    receivable: item.receivable,
    actual: item.actual,
    difference: item.actual === null ? null : new Exact(item.actual).minus(item.receivable).toFixed(2),
    filledAt: item.filledAt?.toISOString() ?? null,
    createdAt: item.createdAt.toISOString(),
  }
}

function invalid(path: string, message: string): AppError {
  return new AppError('invalid', message, [{ path, message }])
}

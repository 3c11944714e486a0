import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { Exact } from '#contract/money.ts'
import { ACCOUNT_KINDS, type AccountKind } from '#features/ledger/rules/accounts.ts'
import { openBalanceOf } from '#features/ledger/server/public.ts'
import { implementForPerson, type Route } from '#server/implement.ts'
import { includes } from '#server/search/includes.ts'
import { listPage } from '#server/search/list-page.ts'
import * as contract from '../contract/finance.ts'
import { planBill } from '../contract/gateway.ts'
import {
  CASE_KINDS,
  type CaseKind,
  PaymentType,
  PROVIDER_LABELS,
  type ProviderCode,
  RECON_RESULTS,
  type ReconResult,
} from '../rules/enums.ts'
import { PLATFORM } from './access.ts'
import { isLocal } from './accounts.ts'
import { close, closingsOf, takeCase } from './cases.ts'
import { demandRecon } from './reconcile.ts'
import { closeDifference, takeDifference } from './differences.ts'
import { lockOrder } from './records.ts'
import { refund } from './refunds.ts'
import { services } from './sale-port.ts'
import { SKU_SUBJECT } from './service-orders.ts'

/** The platform's finance: cases first, then what was closed and compared. */
export const adminRoutes: readonly Route[] = [
  implementForPerson(contract.casePage, PLATFORM, async (ctx, { query }) => {
    const all = () =>
      ctx.tx
        .selectFrom('suspense_case as c')
        .leftJoin('pay_order as o', (j) => j.onRef('o.tenantId', '=', 'c.tenantId').onRef('o.id', '=', 'c.orderId'))
        .leftJoin('refund as r', (j) => j.onRef('r.tenantId', '=', 'c.tenantId').onRef('r.id', '=', 'c.refundId'))
        .leftJoin('sub_account as s', (j) =>
          j.onRef('s.tenantId', '=', 'c.tenantId').onRef('s.id', '=', 'c.subAccountId'),
        )
        .where('c.tenantId', '=', ctx.tenantId)
    const { keyword } = query
    const page = await listPage(ctx, {
      query,
      list: {
        alias: 'c',
        keys: ['openedAt', 'id'],
        rows: () =>
          all().$if(Boolean(keyword), (q) =>
            q.where(includes(keyword!, ['c.code', 'c.providerNo', 'c.payerName', 'o.code', 'o.title'])),
          ),
      },
      tabs: {
        all: sql<boolean>`true`,
        open: sql<boolean>`c.state = 'open'`,
        closing: sql<boolean>`c.state = 'closing'`,
        closed: sql<boolean>`c.state = 'closed'`,
      },
      tab: query.state || 'all',
      show: (rows) =>
        all()
          .innerJoin(rows, 'page.id', 'c.id')
          .leftJoin('company as b', (j) => j.on('b.id', '=', (e) => e.fn.coalesce('o.buyerId', 's.companyId')))
          .selectAll('c')
          .select((e) => [
            'o.code as orderCode',
            e.fn.coalesce('o.title', 's.purpose').as('title'),
            'b.name as buyerName',
            'r.failReason',
          ]),
    })
    return {
      ...page,
      rows: page.rows.map((row) => ({
        caseId: row.id,
        code: row.code,
        kind: row.kind,
        kindLabel: CASE_KINDS[row.kind as CaseKind],
        provider: PROVIDER_LABELS[row.provider as ProviderCode] ?? row.provider,
        providerNo: row.providerNo,
        amount: row.amount,
        expected: row.expected,
        payerName: row.payerName,
        reference: row.reference,
        orderCode: row.orderCode,
        title: row.title ?? '',
        buyerName: row.buyerName ?? '',
        state: row.state as 'open' | 'closing' | 'closed',
        closing: row.closing,
        closingReason: row.closingReason,
        openedAt: row.openedAt.toISOString(),
        closedAt: row.closedAt?.toISOString() ?? null,
        closedByName: row.closedByName,
        ownerName: row.ownerName,
        isMine: row.ownerId === ctx.actor.userId,
        failReason: row.failReason ?? '',
        closings: closingsOf(row),
      })),
    }
  }),

  implementForPerson(contract.takeCase, PLATFORM, (ctx, { params }) => takeCase(ctx, params.caseId)),
  implementForPerson(contract.closeCase, PLATFORM, (ctx, { params, body }) => close(ctx, { ...params, ...body })),

  implementForPerson(contract.closingPage, PLATFORM, async (ctx) => {
    const days = await ctx.tx
      .selectFrom('ledger_close')
      .selectAll()
      .where('tenantId', '=', ctx.tenantId)
      .orderBy('day', 'desc')
      .limit(60)
      .execute()
    const runs = await ctx.many(
      'recon_run',
      { state: ['matched', 'differences', 'no-file'] },
      { orderBy: ['day desc'], limit: 200 },
    )
    const open = await ctx.many('recon_line', { state: 'open' }, { columns: ['runId'] })
    const own = await ctx.tx
      .selectFrom('ledger_account')
      .select(['kind', 'subject'])
      .where('tenantId', '=', ctx.tenantId)
      .where('ownerId', 'is', null)
      .orderBy('kind')
      .orderBy('subject')
      .execute()
    const accounts = []
    for (const { kind, subject } of own) {
      const balance = await openBalanceOf(ctx, { kind: kind as AccountKind, subject })
      accounts.push({ kind, label: ACCOUNT_KINDS[kind as AccountKind] ?? kind, subject, balance })
    }
    return {
      accounts,
      days: days.map(({ day, journals, debit, head, closedAt }) => {
        const ofDay = runs.filter((run) => run.day === day)
        const isClear = ofDay.every((run) => !open.some(({ runId }) => runId === run.id))
        return {
          day,
          journals,
          amount: debit,
          head: head.toString('hex'),
          closedAt: closedAt.toISOString(),
          isReconciled: ofDay.length === 0 ? null : isClear,
        }
      }),
    }
  }),

  implementForPerson(contract.reconPage, PLATFORM, async (ctx) => {
    const runs = await ctx.many(
      'recon_run',
      { state: ['matched', 'differences', 'no-file'] },
      { orderBy: ['day desc', 'provider'], limit: 60 },
    )
    const ids = runs.map(({ id }) => id)
    const lines = ids.length > 0 ? await ctx.many('recon_line', { runId: ids }, { orderBy: ['id'] }) : []
    return runs.map((run) => ({
      runId: run.id,
      provider: run.provider,
      providerLabel: PROVIDER_LABELS[run.provider as ProviderCode],
      day: run.day,
      state: run.state as 'matched' | 'differences' | 'no-file',
      billLines: run.billLines,
      billAmount: run.billAmount,
      at: run.at.toISOString(),
      lines: lines
        .filter(({ runId }) => runId === run.id)
        .map((line) => ({
          lineId: line.id,
          kind: line.kind,
          result: line.result,
          resultLabel: RECON_RESULTS[line.result as ReconResult],
          ourNo: line.ourNo,
          providerNo: line.providerNo,
          ours: line.ours,
          theirs: line.theirs,
          state: line.state as 'open' | 'closed',
          closing: line.closing,
          closingText: line.closingText,
          closedByName: line.closedByName,
          ownerName: line.ownerName,
          isMine: line.ownerId === ctx.actor.userId,
        })),
    }))
  }),

  implementForPerson(contract.takeDifference, PLATFORM, (ctx, { params }) => takeDifference(ctx, params.lineId)),
  implementForPerson(contract.closeDifference, PLATFORM, (ctx, { params, body }) =>
    closeDifference(ctx, { ...params, ...body }),
  ),

  implementForPerson(contract.runReconciliation, PLATFORM, (ctx, { params }) => demandRecon(ctx, params.day)),

  implementForPerson(contract.platformOrders, PLATFORM, async (ctx, { query }) => {
    const all = () =>
      ctx.tx
        .selectFrom('pay_order as o')
        .innerJoin('company as b', 'b.id', 'o.buyerId')
        .where('o.tenantId', '=', ctx.tenantId)
    const { keyword } = query
    const page = await listPage(ctx, {
      query,
      list: {
        alias: 'o',
        keys: ['createdAt', 'id'],
        rows: () => all().$if(Boolean(keyword), (q) => q.where(includes(keyword!, ['o.code', 'o.title', 'b.name']))),
      },
      tabs: {
        all: sql<boolean>`true`,
        open: sql<boolean>`o.state = 'open'`,
        paid: sql<boolean>`o.state = 'paid'`,
        closed: sql<boolean>`o.state = 'closed'`,
      },
      tab: query.state || 'all',
      show: (rows) => all().innerJoin(rows, 'page.id', 'o.id').selectAll('o').select('b.name as buyerName'),
    })
    return {
      ...page,
      rows: page.rows.map((row) => {
        const left = new Exact(row.amount).minus(row.refunded).minus(row.refunding)
        const isOurs = row.state === 'paid' && row.payeeId === null && left.gt(0)
        return {
          orderId: row.id,
          orderCode: row.code,
          title: row.title,
          typeLabel: PaymentType.label(row.type),
          buyerName: row.buyerName,
          payeeName: row.payeeName,
          amount: row.amount,
          refunded: row.refunded,
          state: row.state as 'open' | 'paid' | 'closed',
          createdAt: row.createdAt.toISOString(),
          paidAt: row.paidAt?.toISOString() ?? null,
          refundable: isOurs ? left.toFixed(2) : null,
        }
      }),
    }
  }),

  implementForPerson(contract.platformRefund, PLATFORM, async (ctx, { body }) => {
    const found = await ctx.one('pay_order', { id: body.orderId }, { columns: ['buyerId'] })
    if (!found) throw new AppError('notFound')
    await services().lock(ctx, found.buyerId)
    const order = (await lockOrder(ctx, body.orderId))!
    if (order.payeeId !== null) throw new AppError('forbidden', '退款由收款方办理，请联系收款方')
    if (order.subjectKind === SKU_SUBJECT && order.state === 'paid') await services().takeBack(ctx, body)
    return refund(ctx, body)
  }),

  implementForPerson(planBill, PLATFORM, async (ctx, { params, body }) => {
    if (!isLocal(ctx, ctx.tenantId, 'wechat')) throw new AppError('notFound')
    const values = { lines: JSON.stringify(body.lines), missing: body.missing }
    const by = { provider: 'wechat', day: params.day }
    if ((await ctx.update('gateway_bill', by, values)) === 0) await ctx.insert('gateway_bill', { ...by, ...values })
  }),
]

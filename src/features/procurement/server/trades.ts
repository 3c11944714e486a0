import { type RawBuilder, sql } from 'kysely'
import type { BodyOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { holdOn } from '#features/workflow/server/public.ts'
import type { Actor, Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { logRecord } from '#server/public-log.ts'
import type { Route } from '#server/implement.ts'
import * as contract from '../contract/trade.ts'
import { say } from '../methods/say.ts'
import { TradeStatus } from '../rules/enums.ts'
import { TRADE_STATUS } from '../engine/trade-status.ts'
import { buyer, buyerFile } from './bind.ts'
import { fileAnswer, tradeFiles } from './files.ts'
import { demandQualified, lapsesOf } from './lapses.ts'
import { shownCode } from '#features/enterprise/server/public.ts'
import { canonicalJson } from '#features/sealing/core/canonical.ts'
import { listPage } from '#server/search/list-page.ts'
import { includes } from '#server/search/includes.ts'
import { type Lock, ownOrder } from './public.ts'
import { templates } from './template-port.ts'
import { tradeFacts } from './trade-facts.ts'
import { iso } from './values.ts'
import { seesParticipants } from './visible.ts'

export const tradeRoutes: readonly Route[] = [
  buyer(contract.tradePage, async (ctx, { params, query }) => {
    const { order, who } = await ownOrder(ctx, params.orderId)
    if (!seesParticipants(order, who))
      throw new AppError('tooEarly', say(order, '{opening}前不公开受邀供应商的报名情况'))
    const tabs: Record<string, RawBuilder<boolean>> = { all: sql<boolean>`true` }
    for (const status of Object.values(TradeStatus.values)) tabs[String(status)] = sql<boolean>`t.status = ${status}`
    const tab = query.status === undefined ? 'all' : String(query.status)
    if (!tabs[tab]) throw new AppError('badRequest')
    const page = await listPage(ctx, {
      query,
      list: { alias: 't', keys: ['id'], rows: () => tradesOf(ctx, params.orderId, query.keyword) },
      tabs,
      tab,
      show: (page) => tradeRows(ctx).innerJoin(page, 'page.id', 't.id'),
    })
    return { ...page, rows: page.rows.map((row) => tradeValue(ctx, row)) }
  }),

  buyer(contract.tradeDetail, async (ctx, { params }) => {
    const { order, who } = await ownTradeOf(ctx, params.tradeId)
    if (!seesParticipants(order, who)) throw new AppError('notFound')
    const trade = await tradeRows(ctx).where('t.id', '=', params.tradeId).executeTakeFirstOrThrow()
    const hold = await holdOn(ctx, { kind: 'trade', id: trade.id })
    const facts = { ...tradeFacts(order, trade), isPending: hold !== null }
    const files = await tradeFiles(ctx, trade.id)
    const actions =
      who.part === 'owner' ? TRADE_STATUS.allowed(facts, { part: 'owner' }, ctx.clock.now().getTime()) : []
    return {
      ...tradeValue(ctx, trade),
      orderId: order.id,
      orderTitle: order.title,
      contactEmail: trade.contactEmail,
      statement: trade.statement,
      legalPerson: trade.legalPerson,
      files,
      mayDecide: actions.some((a) => a.action === 'decide' && !a.reason),
      lapses: await lapsesOf(ctx, order, { companyId: trade.supplierCompanyId, given: files }),
      commitment: await templates().acceptanceOf(ctx, { tradeId: trade.id }),
      pendingApproval: hold && { workflowId: hold.workflowId },
    }
  }),

  buyerFile(contract.tradeFileDownload, async (ctx, { params }) => {
    const { order, who } = await ownTradeOf(ctx, params.tradeId)
    if (!seesParticipants(order, who)) throw new AppError('notFound')
    const file = await ctx.tx
      .selectFrom('trade_file')
      .select(['fileId as fileId', 'name'])
      .where('tenantId', '=', ctx.tenantId)
      .where('tradeId', '=', params.tradeId)
      .where('fileId', '=', params.fileId)
      .executeTakeFirst()
    if (!file) throw new AppError('notFound')
    return fileAnswer(ctx, file)
  }),
]

/** Approves or refuses a sign-up. */
export async function decideTrade(
  ctx: Context<Employee>,
  tradeId: string,
  body: Omit<BodyOf<typeof contract.decideTrade>, 'approval'>,
): Promise<void> {
  // Shared: a decision must not slip past the deadline that a change or the opening moves.
  const { order, who } = await ownTradeOf(ctx, tradeId, 'share')
  if (who.part !== 'owner') throw new AppError('notFound')
  const trade = await ctx.expectOne('trade', { id: tradeId }, { lock: 'update' })
  const now = ctx.clock.now()
  const isPending = (await holdOn(ctx, { kind: 'trade', id: trade.id })) !== null
  const record = { ...tradeFacts(order, trade), isPending }
  TRADE_STATUS.next('decide', { record, who: { part: 'owner' }, now: now.getTime() })
  const given = await tradeFiles(ctx, trade.id)
  const lapses = await lapsesOf(ctx, order, { companyId: trade.supplierCompanyId, given })
  if (body.pass) demandQualified(lapses)
  const status = body.pass ? TradeStatus.values.passed : TradeStatus.values.refused
  await ctx.update(
    'trade',
    { id: trade.id },
    { status, reason: body.pass ? '' : body.reason, decidedAt: now, decidedBy: ctx.actor.userId },
  )
  const supplier = await companyName(ctx, trade.supplierCompanyId)
  logRecord(ctx, {
    type: 'sign-up',
    subject: order.id,
    text: canonicalJson({
      type: 'kaibiao.sign-up/1',
      tenantId: String(ctx.tenantId),
      orderId: order.id,
      tradeId: trade.id,
      supplierId: trade.supplierCompanyId,
      pass: body.pass,
      reason: body.pass ? '' : body.reason,
      at: now.toISOString(),
    }),
  })
  ctx.audit({
    action: 'trade.decide',
    entity: 'order',
    entityId: order.id,
    summary: body.pass ? `通过${supplier}的报名` : `未通过${supplier}的报名：${body.reason}`,
    data: { tradeId: trade.id, pass: body.pass, reason: body.reason, lapses },
  })
  ctx.emit({
    kind: 'trade.decided',
    payload: { tradeId: trade.id, orderId: order.id, pass: body.pass },
    topics: [`order-owner:${order.id}`],
  })
}

export async function companyName(ctx: Context<Actor | null>, companyId: string): Promise<string> {
  const row = await ctx.one('company', { id: companyId }, { columns: ['name'] })
  return row?.name ?? ''
}

/** The own order that a trade belongs to, or `notFound`. */
export async function ownTradeOf<L extends Lock | undefined = undefined>(
  ctx: Context<Employee>,
  tradeId: string,
  lock?: L,
) {
  const trade = await ctx.one('trade', { id: tradeId }, { columns: ['orderId'] })
  if (!trade) throw new AppError('notFound')
  return ownOrder(ctx, trade.orderId, lock)
}

/** Sign-ups of an order, without names, by the names of the suppliers. */
function tradesOf(ctx: Context<Employee>, orderId: string, keyword: string | undefined) {
  return ctx.tx
    .selectFrom('trade as t')
    .where('t.tenantId', '=', ctx.tenantId)
    .where('t.orderId', '=', orderId)
    .$if(Boolean(keyword), (q) =>
      q.where((e) =>
        e.exists(
          e
            .selectFrom('company as c')
            .select('c.id')
            .whereRef('c.id', '=', 't.supplierCompanyId')
            .where(includes(keyword!, ['c.name'])),
        ),
      ),
    )
}

function tradeRows(ctx: Context<Employee>) {
  return ctx.tx
    .selectFrom('trade as t')
    .innerJoin('company as c', 'c.id', 't.supplierCompanyId')
    .selectAll('t')
    .select(['c.name', 'c.creditCode', 'c.identity', 'c.legalPerson'])
    .select((e) =>
      e
        .selectFrom('document_download as d')
        .select((n) => n.fn.countAll<number>().as('n'))
        .whereRef('d.tenantId', '=', 't.tenantId')
        .whereRef('d.orderId', '=', 't.orderId')
        .whereRef('d.tradeId', '=', 't.id')
        .as('downloads'),
    )
    .where('t.tenantId', '=', ctx.tenantId)
}

function tradeValue(
  ctx: Context<Employee>,
  row: Awaited<ReturnType<ReturnType<typeof tradeRows>['executeTakeFirstOrThrow']>>,
) {
  return {
    tradeId: row.id,
    supplierId: row.supplierCompanyId,
    supplierName: row.name,
    creditCode: shownCode(ctx, { ...row, id: row.supplierCompanyId }),
    origin: row.origin as 'sign-up',
    status: row.status as 0,
    reason: row.reason,
    contactName: row.contactName,
    contactMobile: ctx.cipher.open('trade.contact_mobile', row.id, row.contactMobile),
    createdAt: row.createdAt.toISOString(),
    decidedAt: iso(row.decidedAt),
    downloads: row.downloads ?? 0,
  }
}

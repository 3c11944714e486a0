import type { BodyOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { demandOwnFiles, storedFiles } from '#server/files/own-files.ts'
import { implement, type Route } from '#server/implement.ts'
import * as c from '../contract/supplier.ts'
import { missingOf, TRADE_STATUS } from '../rules/trade.ts'
import { APPLIES, type Ctx, type Order, record, topicsOf, type Trade } from './access.ts'
import { APPLY_USE } from './files.ts'
import { blockedFor, hasLicence, today, visibleOrder } from './own.ts'
import { noteCheck, tradeFacts } from './trades.ts'
import { categoriesOf, documentsOf, namesOf } from './values.ts'

/** A supplier applies, and changes what it handed in. What counts is the server's clock when everything was there. */
export const applyRoutes: readonly Route[] = [
  implement(c.applyTo, APPLIES, async (ctx, { params, body, at }) => {
    const { order, trade } = await visibleOrder(ctx, params.orderId, 'share')
    if (trade) throw new AppError('wrongState', '本单位已提交申请，请修改原申请')
    const blocked = blockedFor(order, at)
    if (blocked) throw new AppError('wrongState', blocked)
    const id = ctx.newId()
    const now = ctx.clock.now()
    const columns = await columnsOf(ctx, { order, id, body })
    const made = await ctx.tx
      .insertInto('recruit_trade')
      .values({
        tenantId: ctx.tenantId,
        id,
        orderId: order.id,
        supplierCompanyId: ctx.actor.companyId,
        status: 0,
        paymentId: ctx.newId(),
        createdBy: ctx.actor.userId,
        createdByName: ctx.actor.name,
        appliedAt: now,
        ...columns,
      })
      .onConflict((o) => o.columns(['tenantId', 'orderId', 'supplierCompanyId']).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!made) throw new AppError('wrongState', '本单位已提交申请，请修改原申请')
    await noteCheck(ctx, id, { action: 'handIn', byName: ctx.actor.name })
    tell(ctx, order, { tradeId: id, summary: '提交入库申请', categories: body.categories })
    return { tradeId: id }
  }),

  implement(c.applyAgain, APPLIES, async (ctx, { params, body, at }) => {
    const found = await ctx.one('recruit_trade', { id: params.tradeId, supplierCompanyId: ctx.actor.companyId })
    if (!found) throw new AppError('notFound')
    const { order } = await visibleOrder(ctx, found.orderId, 'share')
    const trade = await ctx.expectOne('recruit_trade', { id: found.id }, { lock: 'update' })
    const facts = { ...(await tradeFacts(ctx, order, trade)), held: null }
    const status = TRADE_STATUS.next('mend', { record: facts, who: 'supplier', now: at.getTime() })
    const blocked = blockedFor(order, at)
    if (blocked) throw new AppError('wrongState', blocked)
    const columns = await columnsOf(ctx, { order, id: trade.id, body, before: trade })
    const fresh = { status, reason: '', decidedAt: null, decidedByName: '' }
    await ctx.update('recruit_trade', { id: trade.id }, { ...columns, ...fresh })
    await noteCheck(ctx, trade.id, { action: 'mend', byName: ctx.actor.name })
    tell(ctx, order, { tradeId: trade.id, summary: '修改入库申请', categories: body.categories })
  }),
]

interface Given {
  order: Order
  id: string
  body: BodyOf<typeof c.applyTo>
  /** What was handed in before. */
  before?: Trade
}

/** What is handed in, as columns; what is missing is refused by its fields. */
async function columnsOf(ctx: Ctx, { order, id, body, before }: Given) {
  const wanted = categoriesOf(order)
  const categories = wanted.map(({ key }) => key).filter((key) => body.categories.includes(key))
  if (categories.length < new Set(body.categories).size) throw refused('categories', '所选品类不在征集范围内')
  // Documents of categories that were given up go with them.
  const documents = body.documents.filter(
    (one) =>
      categories.includes(one.category) &&
      wanted.some(({ key, documents: all }) => key === one.category && all.some((d) => d.key === one.document)),
  )
  const missing = missingOf(
    { ...body, categories, documents },
    { wanted, hasLicence: await hasLicence(ctx), today: today(ctx) },
  )
  if (missing.length > 0) throw new AppError('invalid', missing[0]!.message, missing)
  const kept = before ? documentsOf(before).flatMap(({ files }) => files.map(({ fileId }) => fileId)) : []
  const files = documents.flatMap((one) => one.files.map(({ fileId }) => fileId))
  await demandOwnFiles(ctx, files, { use: APPLY_USE, by: 'company', kept, path: 'documents' })
  const stored = await Promise.all(documents.map(async (one) => ({ ...one, files: await storedFiles(ctx, one.files) })))
  return {
    categories,
    documents: JSON.stringify(stored),
    note: body.note,
    contactName: body.contactName,
    ...ctx.cipher.fields('recruit_trade.contact_phone', id, body.contactPhone),
    handedInAt: ctx.clock.now(),
  }
}

function tell(
  ctx: Ctx,
  order: Order,
  { tradeId, summary, categories }: { tradeId: string; summary: string; categories: readonly string[] },
): void {
  record(ctx, order.id, {
    action: 'apply',
    summary: `${summary}：${namesOf(order, categories).join('、')}`,
    data: { tradeId },
  })
  const payload = { orderId: order.id, tradeId }
  ctx.emit({ kind: 'recruit.applied', payload, topics: topicsOf(order, ctx.actor.companyId) })
}

function refused(path: string, message: string): AppError {
  return new AppError('invalid', message, [{ path, message }])
}

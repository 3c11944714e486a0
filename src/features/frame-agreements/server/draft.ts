import type { Insertable } from 'kysely'
import type { BodyOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { Exact, sum } from '#contract/money.ts'
import { drawCode, openAwards } from '#features/contracts/server/public.ts'
import { payDaysProblem } from '#features/contracts/rules/payment.ts'
import { awardLines } from '#features/procurement/server/public.ts'
import type * as tables from '#server/database/tables.ts'
import { implement, type Route } from '#server/implement.ts'
import { keptFiles, type StoredFile } from '#server/files/own-files.ts'
import * as calls from '../contract/agreement.ts'
import { lastDay } from '../rules/checks.ts'
import type { Price } from '../rules/quota.ts'
import { demanded, demandPrices, KEEPS, record, SEES } from './access.ts'
import { type Agreement, type Ctx, entriesOf, invalid, itemsOf, now, pricesOf, today } from './rows.ts'
import { USE } from './files.ts'
import { objections } from './usage.ts'

type Body = BodyOf<typeof calls.createAgreement>

/** Agreements while the purchaser drafts them. */
export const draftRoutes: readonly Route[] = [
  implement(calls.agreementAwards, KEEPS, async (ctx) => {
    const awards = await openAwards(ctx, { companyId: ctx.actor.companyId })
    const orderIds = [...new Set(awards.map(({ orderId }) => orderId))]
    return orderIds.map((orderId) => {
      const of = awards.filter((one) => one.orderId === orderId)
      const { code, title } = of[0]!
      return {
        orderId,
        orderCode: code,
        title,
        suppliers: of.map(({ supplierName }) => supplierName),
        price: new Exact(sum(of.map(({ price }) => price))).toFixed(2),
      }
    })
  }),

  implement(calls.agreementSuppliers, SEES, async (ctx) => {
    const rows = await ctx.tx
      .selectFrom('supplier as s')
      .innerJoin('company as c', 'c.id', 's.companyId')
      .select(['c.id', 'c.name'])
      .where('s.tenantId', '=', ctx.tenantId)
      .where('s.ownerCompanyId', '=', ctx.actor.companyId)
      .where('s.state', '=', 'qualified')
      .orderBy('c.name')
      .limit(1000)
      .execute()
    const against = await objections(
      ctx,
      ctx.actor.companyId,
      rows.map(({ id }) => id),
    )
    return rows.map(({ id, name }) => ({ companyId: id, name, admission: against.get(id) ?? null }))
  }),

  implement(calls.createAgreement, KEEPS, async (ctx, { body }) => {
    const columns = await columnsOf(ctx, body, [])
    const row = await insert(ctx, { ...columns, orderId: null, renewsId: null })
    await fill(ctx, row.id, body)
    record(ctx, row, { action: 'create', summary: `登记框架协议：${body.title}` })
    return { agreementId: row.id }
  }),

  implement(calls.draftFromAward, KEEPS, async (ctx, { body: { orderId } }) => {
    const awards = await openAwards(ctx, { companyId: ctx.actor.companyId, orderId })
    if (awards.length === 0) throw new AppError('notFound')
    const from = today(ctx)
    const { title } = awards[0]!
    const row = await insert(ctx, {
      title: `${title}框架协议`,
      kind: 'price',
      regime: 'government',
      category: 'goods',
      rule: 'direct',
      fromDay: from,
      untilDay: lastDay(from, 1),
      quota: new Exact(sum(awards.map(({ price }) => price))).toFixed(2),
      payer: 'organ',
      payDays: 30,
      orderId,
      renewsId: null,
    })
    const items: { line: number; name: string; spec: string; unit: string; quantity: string }[] = []
    for (const [i, award] of awards.entries()) {
      const prices: Price[] = []
      for (const one of await awardLines(ctx, award)) {
        const [name, spec, unit] = [one.name ?? title, one.spec ?? '', one.unit ?? '项']
        let item = items.find((other) => other.name === name && other.spec === spec && other.unit === unit)
        if (!item) {
          item = { line: items.length + 1, name, spec, unit, quantity: '0' }
          items.push(item)
        }
        item.quantity = new Exact(item.quantity).plus(one.quantity).toFixed()
        prices.push({ line: item.line, unitPrice: one.unitPrice, quantity: one.quantity })
      }
      const { supplierCompanyId, tradeId, resultId } = award
      const part = { id: ctx.newId(), agreementId: row.id, no: i + 1, supplierCompanyId, tradeId, resultId }
      await ctx.insert('frame_entry', { ...part, prices: JSON.stringify(prices), state: 'drafted' })
    }
    await ctx.insert(
      'frame_item',
      items.map((item) => ({ agreementId: row.id, ...item })),
    )
    record(ctx, row, { action: 'create', summary: `由中标（成交）结果起草框架协议：${title}` })
    return { agreementId: row.id }
  }),

  implement(calls.updateAgreement, KEEPS, async (ctx, { params, body }) => {
    const { row } = await demanded(ctx, params.agreementId, 'edit')
    const columns = await columnsOf(ctx, body, row.files as StoredFile[])
    if (row.orderId !== null) {
      await keepAward(ctx, row, body)
      await ctx.update('frame_agreement', { id: row.id }, { ...columns, updatedAt: ctx.clock.now() })
      for (const one of await entriesOf(ctx, row.id)) {
        const given = body.entries.find(({ companyId }) => companyId === one.supplierCompanyId)!
        await ctx.update('frame_entry', { id: one.id }, { share: given.share })
      }
    } else {
      await ctx.update('frame_agreement', { id: row.id }, { ...columns, updatedAt: ctx.clock.now() })
      await ctx.remove('frame_entry', { agreementId: row.id })
      await ctx.remove('frame_item', { agreementId: row.id })
      await fill(ctx, row.id, body)
    }
    record(ctx, row, { action: 'update', summary: `修改框架协议：${body.title}` })
  }),

  implement(calls.removeAgreement, KEEPS, async (ctx, { params }) => {
    const { row } = await demanded(ctx, params.agreementId, 'remove')
    await ctx.remove('frame_agreement', { id: row.id })
    record(ctx, row, { action: 'remove', summary: `删除框架协议草稿：${row.title}` })
  }),

  implement(calls.renewAgreement, KEEPS, async (ctx, { params }) => {
    const { row } = await demanded(ctx, params.agreementId, 'renew')
    const from = row.untilDay >= today(ctx) ? dayAfter(row.untilDay) : today(ctx)
    const days = Math.round((Date.parse(row.untilDay) - Date.parse(row.fromDay)) / 86_400_000)
    const { title, kind, regime, category, rule, quota, terms, priceNote, place, payer, payDays, payReason } = row
    const terms1 = { title, kind, regime, category, rule, quota, terms, priceNote, place, payer, payDays, payReason }
    const made = await insert(ctx, {
      ...terms1,
      fromDay: from,
      untilDay: new Date(Date.parse(from) + days * 86_400_000).toISOString().slice(0, 10),
      files: JSON.stringify(row.files),
      orderId: null,
      renewsId: row.id,
    })
    const items = await itemsOf(ctx, row.id)
    await ctx.insert(
      'frame_item',
      items.map(({ line, name, spec, unit, quantity }) => ({ agreementId: made.id, line, name, spec, unit, quantity })),
    )
    const stay = (await entriesOf(ctx, row.id)).filter(({ state }) => state === 'active')
    if (stay.length > 0)
      await ctx.insert(
        'frame_entry',
        stay.map((one, i) => ({
          id: ctx.newId(),
          agreementId: made.id,
          no: i + 1,
          supplierCompanyId: one.supplierCompanyId,
          share: one.share,
          prices: JSON.stringify(one.prices),
          state: 'drafted',
        })),
      )
    record(ctx, made, { action: 'renew', summary: `续签框架协议 ${row.code}`, data: { renews: row.code } })
    return { agreementId: made.id }
  }),
]

const dayAfter = (day: string) => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)

type Own = 'tenantId' | 'id' | 'code' | 'purchaserCompanyId' | 'state' | 'createdByName' | 'createdAt' | 'updatedAt'
type New = Omit<Insertable<tables.FrameAgreement>, Own>

async function insert(ctx: Ctx, columns: New): Promise<{ id: string; code: string }> {
  const id = ctx.newId()
  const code = await drawCode(ctx, 'KJ')
  const at = new Date(now(ctx))
  const { companyId: purchaserCompanyId, name: createdByName } = ctx.actor
  const made = { id, code, purchaserCompanyId, state: 'draft', createdByName, createdAt: at, updatedAt: at }
  await ctx.insert('frame_agreement', { ...columns, ...made })
  return { id, code }
}

/** Terms as columns; throws where they contradict themselves. */
async function columnsOf(ctx: Ctx, body: Body, kept: readonly StoredFile[]) {
  const { title, kind, regime, category, rule, from, until, quota, terms, priceNote, place } = body
  const { payer, payDays, payReason } = body
  if (until < from) throw invalid('until', '截止日期不能早于起始日期')
  const problem = payDaysProblem(payer, payDays, payReason)
  if (problem) throw invalid('payDays', problem)
  const files = JSON.stringify(await keptFiles(ctx, body.files, { use: USE, kept }))
  const terms1 = { title, kind, regime, category, rule, quota, terms, priceNote, place, payer, payDays, payReason }
  return { ...terms1, fromDay: from, untilDay: until, files }
}

/** Items and suppliers of a draft. Suppliers come from the own library, and nothing there may forbid them. */
async function fill(ctx: Ctx, agreementId: string, { items, entries }: Body): Promise<void> {
  const rows = items.map((item, i) => ({ agreementId, line: i + 1, ...item }))
  await ctx.insert('frame_item', rows)
  const ids = entries.map(({ companyId }) => companyId)
  if (new Set(ids).size < ids.length) throw invalid('entries', '同一供应商重复')
  for (const [i, { companyId, share, prices }] of entries.entries()) {
    await demandAdmitted(ctx, companyId, `entries.${i}.companyId`)
    demandPrices(prices, rows, `entries.${i}.prices`)
    await ctx.insert('frame_entry', {
      id: ctx.newId(),
      agreementId,
      no: i + 1,
      supplierCompanyId: companyId,
      share,
      prices: JSON.stringify(prices),
      state: 'drafted',
    })
  }
}

/** Throws where a company is not a qualified supplier of the own library, or is kept out of something new. */
export async function demandAdmitted(ctx: Ctx, companyId: string, path: string): Promise<void> {
  const { companyId: ownerCompanyId } = ctx.actor
  const kept = await ctx.one('supplier', { ownerCompanyId, companyId }, { columns: ['state'] })
  if (kept?.state !== 'qualified') throw invalid(path, '请从本单位供应商库的合格供应商中选择')
  const against = (await objections(ctx, ownerCompanyId, [companyId])).get(companyId)
  if (against?.level === 'block') throw invalid(path, against.reason)
}

/** What was awarded stays: items, suppliers and prices, to the last digit. */
async function keepAward(ctx: Ctx, row: Agreement, body: Body): Promise<void> {
  const items = await itemsOf(ctx, row.id)
  const isSame = (a: string | null, b: string | null) => (a === null || b === null ? a === b : new Exact(a).eq(b))
  const keepsItems =
    items.length === body.items.length &&
    items.every(({ name, spec, unit, quantity }, i) => {
      const given = body.items[i]!
      return given.name === name && given.spec === spec && given.unit === unit && isSame(given.quantity, quantity)
    })
  if (!keepsItems) throw invalid('items', '标的须与中标（成交）结果一致')
  const entries = await entriesOf(ctx, row.id)
  if (entries.length !== body.entries.length) throw invalid('entries', '供应商须与中标（成交）结果一致')
  for (const [i, given] of body.entries.entries()) {
    const entry = entries.find(({ supplierCompanyId }) => supplierCompanyId === given.companyId)
    if (!entry) throw invalid(`entries.${i}.companyId`, '供应商须与中标（成交）结果一致')
    const awarded = pricesOf(entry)
    const keeps =
      awarded.length === given.prices.length &&
      awarded.every(({ line, unitPrice, quantity }) => {
        const one = given.prices.find((other) => other.line === line)
        return one !== undefined && isSame(one.unitPrice, unitPrice) && isSame(one.quantity, quantity)
      })
    if (!keeps) throw invalid(`entries.${i}.prices`, '协议价和数量须与中标（成交）结果一致')
  }
}

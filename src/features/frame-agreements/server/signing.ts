import { AppError } from '#contract/errors.ts'
import { lineTotal } from '#contract/money.ts'
import { isSme, type Payer, payDaysProblem, type Size } from '#features/contracts/rules/payment.ts'
import { openUnderAgreement } from '#features/contracts/server/public.ts'
import { implement, type Route } from '#server/implement.ts'
import * as calls from '../contract/agreement.ts'
import * as own from '../contract/entry.ts'
import { ceilingOf, type Price } from '../rules/quota.ts'
import { approved, demanded, demandedEntry, demandPrices, KEEPS, record, SELLS } from './access.ts'
import { type Agreement, type Ctx, type Entry, entriesOf, itemsOf, pricesOf, today } from './rows.ts'
import { contentHash } from './content.ts'
import { stopCompetitions } from './competitions.ts'
import { demandAdmitted } from './draft.ts'
import { dropPlans, planTerm } from './plan.ts'

/** The purchaser signs by sending every supplier the content of its own hash. */
export async function send(ctx: Ctx, agreementId: string): Promise<{ suppliers: number }> {
  const { row, to } = await approved(ctx, agreementId, 'send')
  const entries = await entriesOf(ctx, row.id)
  for (const [i, entry] of entries.entries()) {
    if (entry.tradeId === null) await demandAdmitted(ctx, entry.supplierCompanyId, `entries.${i}.companyId`)
    else await demandAward(ctx, row, entry)
    await offer(ctx, row, entry)
  }
  const at = ctx.clock.now()
  const by = { sentAt: at, sentByName: ctx.actor.name, updatedAt: at }
  await ctx.update('frame_agreement', { id: row.id }, { state: to, ...by })
  record(ctx, row, { action: 'send', summary: `框架协议提交 ${entries.length} 家供应商确认` })
  return { suppliers: entries.length }
}

async function offer(ctx: Ctx, row: Agreement, entry: Entry): Promise<void> {
  const hash = await contentHash(ctx, row, { entry, version: 1, prices: pricesOf(entry) })
  await ctx.update('frame_entry', { id: entry.id }, { state: 'offered', contentHash: hash, reason: '' })
  ctx.emit({ kind: 'frame.offered', payload: { agreementId: row.id, entryId: entry.id } })
}

/** An award that fell away, or has a contract of its own, makes no agreement. */
async function demandAward(ctx: Ctx, { orderId }: Agreement, { tradeId, resultId }: Entry): Promise<void> {
  const at = { orderId: orderId!, tradeId: tradeId!, resultId: resultId! }
  const held = await ctx.one('award_in_force', at, { columns: ['price'] })
  if (!held) throw new AppError('wrongState', '中标（成交）结果已变更，该协议不能再签订')
  if (await ctx.one('contract', { tradeId: tradeId! }, { columns: ['id'] }))
    throw new AppError('wrongState', '该中标（成交）结果已另签合同')
}

interface Further {
  companyId: string
  share: string | null
  prices: Price[]
}

/** Offers an agreement that others have signed to one more supplier. */
export async function supplement(
  ctx: Ctx,
  agreementId: string,
  { companyId, share, prices }: Further,
): Promise<{ entryId: string }> {
  const { row } = await approved(ctx, agreementId, 'supplement')
  await demandFurther(ctx, row, { companyId, share, prices })
  const entries = await entriesOf(ctx, row.id)
  const id = ctx.newId()
  const no = Math.max(...entries.map((one) => one.no)) + 1
  await ctx.insert('frame_entry', {
    id,
    agreementId: row.id,
    no,
    supplierCompanyId: companyId,
    share,
    prices: JSON.stringify(prices),
    state: 'drafted',
  })
  await offer(ctx, row, await ctx.expectOne('frame_entry', { id }))
  record(ctx, row, { action: 'supplement', summary: '补充供应商', data: { companyId, share, prices } })
  return { entryId: id }
}

/** Whether a further supplier may be asked with these prices; throws what is wrong. */
export async function demandFurther(ctx: Ctx, row: Agreement, { companyId, share, prices }: Further): Promise<void> {
  const entries = await entriesOf(ctx, row.id)
  if (entries.some(({ supplierCompanyId }) => supplierCompanyId === companyId))
    throw new AppError('wrongState', '该供应商已在协议中')
  await demandAdmitted(ctx, companyId, 'companyId')
  const items = await itemsOf(ctx, row.id)
  demandPrices(prices, items, 'prices')
  const isPriced = items.every(({ line }) => prices.some((one) => one.line === line && one.unitPrice !== null))
  if (row.kind !== 'supplier' && !isPriced) throw new AppError('invalid', '请填写每行标的的协议价')
  if (ceilingOf(row.quota, { share, prices }, items) === null) throw new AppError('invalid', '请填写每行标的的数量上限')
}

/** What both sides do until an agreement is signed. */
export const signingRoutes: readonly Route[] = [
  implement(calls.recallAgreement, KEEPS, async (ctx, { params }) => {
    const { row, to } = await demanded(ctx, params.agreementId, 'recall')
    await redraft(ctx, row, to)
    record(ctx, row, { action: 'recall', summary: '撤回待确认的框架协议' })
  }),

  implement(own.confirmEntry, SELLS, async (ctx, { params, body }) => {
    const { agreement: row, entry, to } = await demandedEntry(ctx, params.entryId, { action: 'confirm' })
    // Offered anew meanwhile: what is signed is what was read.
    if (entry.contentHash?.toString('hex') !== body.contentHash)
      throw new AppError('conflict', '协议内容已变更，请重新阅读后确认')
    const problem = isSme(body.size) ? payDaysProblem(row.payer as Payer, row.payDays, row.payReason) : null
    if (problem) throw new AppError('legalRule', `${problem}，请拒绝并由采购人修改`)
    if (entry.tradeId !== null) await demandAward(ctx, row, entry)
    const contractId = await open(ctx, row, { entry, size: body.size })
    const at = ctx.clock.now()
    const by = { answeredAt: at, answeredByName: ctx.actor.name }
    await ctx.update('frame_entry', { id: entry.id }, { state: to, contractId, size: body.size, ...by })
    await ctx.insert('frame_version', {
      entryId: entry.id,
      version: 1,
      prices: JSON.stringify(entry.prices),
      contentHash: entry.contentHash,
      state: 'agreed',
      proposedByName: row.sentByName,
      proposedAt: row.sentAt!,
      ...by,
    })
    record(ctx, row, { action: 'confirm', summary: '供应商确认框架协议', data: { hash: body.contentHash } })
    ctx.emit({ kind: 'frame.answered', payload: { agreementId: row.id, entryId: entry.id, to } })
    await progress(ctx, row)
  }),

  implement(own.refuseEntry, SELLS, async (ctx, { params, body: { reason } }) => {
    const { agreement: row, entry, to } = await demandedEntry(ctx, params.entryId, { action: 'refuse' })
    const by = { answeredAt: ctx.clock.now(), answeredByName: ctx.actor.name }
    await ctx.update('frame_entry', { id: entry.id }, { state: to, reason, ...by })
    record(ctx, row, { action: 'refuse', summary: `供应商拒绝框架协议：${reason}` })
    ctx.emit({ kind: 'frame.answered', payload: { agreementId: row.id, entryId: entry.id, to } })
    await progress(ctx, row)
  }),

  implement(calls.endAgreement, KEEPS, async (ctx, { params, body: { reason } }) => {
    const { row, to } = await demanded(ctx, params.agreementId, 'end')
    const at = ctx.clock.now()
    const ended = { endedAt: at, endedByName: ctx.actor.name, endReason: reason, updatedAt: at }
    await ctx.update('frame_agreement', { id: row.id }, { state: to, ...ended })
    await dropPlans(ctx, row.id)
    await stopCompetitions(ctx, row, ctx.actor.name)
    record(ctx, row, { action: 'end', summary: `终止框架协议：${reason}` })
    ctx.emit({ kind: 'frame.ended', payload: { agreementId: row.id, to } })
  }),
]

/** The contract under which orders of the supplier stand, worth at most what the agreement may give it. */
async function open(ctx: Ctx, row: Agreement, { entry, size }: { entry: Entry; size: Size }): Promise<string> {
  const items = await itemsOf(ctx, row.id)
  const prices = pricesOf(entry)
  const { orderId, title, terms, place, payDays, payReason, purchaserCompanyId } = row
  const { tradeId, resultId, supplierCompanyId } = entry
  return openUnderAgreement(ctx, {
    agreementId: row.id,
    award: orderId && tradeId && resultId ? { orderId, tradeId, resultId } : null,
    purchaserCompanyId,
    supplierCompanyId,
    title,
    price: ceilingOf(row.quota, { share: entry.share, prices }, items)!,
    terms,
    place,
    payer: row.payer as Payer,
    payDays,
    payReason,
    size,
    contentHash: entry.contentHash!,
    offeredAt: row.sentAt!,
    offeredByName: row.sentByName,
    createdBy: ctx.actor.userId,
    lines: items.map(({ line, name, spec, unit, quantity: whole }) => {
      const price = prices.find((one) => one.line === line)
      const quantity = price?.quantity ?? whole
      const unitPrice = price?.unitPrice ?? '0'
      const amount = quantity === null ? '0' : lineTotal(unitPrice, quantity)
      return { line, name, spec, unit, quantity, unitPrice, amount }
    }),
  })
}

/** Once nobody is waited for: signed, and in force where its first day has come; a draft again where nobody signed. */
export async function progress(ctx: Ctx, row: Agreement): Promise<void> {
  if (row.state !== 'sent') return
  const entries = await entriesOf(ctx, row.id)
  if (entries.some(({ state }) => state === 'offered')) return
  if (entries.every(({ contractId }) => contractId === null)) return redraft(ctx, row, 'draft')
  const at = ctx.clock.now()
  const isBegun = row.fromDay <= today(ctx)
  await ctx.update('frame_agreement', { id: row.id }, { state: 'signed', signedAt: at, updatedAt: at })
  record(ctx, row, { action: 'sign', summary: '框架协议已签订' })
  await planTerm(ctx, row)
  if (isBegun) await begin(ctx, row)
}

/** An agreement whose first day has come. */
export async function begin(ctx: Parameters<typeof record>[0], row: Agreement): Promise<void> {
  await ctx.update('frame_agreement', { id: row.id }, { state: 'inForce' })
  record(ctx, row, { action: 'begin', summary: `框架协议生效，有效期至 ${row.untilDay}` })
  ctx.emit({ kind: 'frame.begun', payload: { agreementId: row.id } })
}

async function redraft(ctx: Ctx, row: Agreement, to: string): Promise<void> {
  await ctx.update('frame_agreement', { id: row.id }, { state: to, updatedAt: ctx.clock.now() })
  await ctx.update('frame_entry', { agreementId: row.id }, { state: 'drafted', contentHash: null })
}

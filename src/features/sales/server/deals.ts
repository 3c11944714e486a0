import type { Selectable } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { Exact, trimZeros } from '#contract/money.ts'
import type { SaleTerms } from '#features/procurement/rules/sale-terms.ts'
import { OrderSettings } from '#features/procurement/rules/settings.ts'
import { orderItems, type Own, ownOrder, ownTrade } from '#features/procurement/server/public.ts'
import type { Actor, Employee } from '#server/actor.ts'
import { bindRow } from '#server/bound-rows.ts'
import type { Context } from '#server/context.ts'
import type { SaleDeal as Deal, SalePayment, SaleWeighing } from '#server/database/tables.ts'
import type { SaleDeal } from '../contract.ts'
import { amountOf, type SoldLine, type TakenLine, takenOf } from '../rules/settlement.ts'
import { DEALS } from './bound.ts'
import { DEAL_STATES, DEAL_STATUS, type DealAction, type DealFacts, type DealWho, restOf } from '../rules/status.ts'

type Any = Context<Actor | null>
type Order = Own<undefined>['order']
export type DealRow = Selectable<Deal>

/** A deal with all that it is judged by. */
export interface Standing {
  order: Order
  deal: DealRow
  lines: (SoldLine & { line: number; name: string; spec: string; unit: string })[]
  notes: Selectable<SaleWeighing>[]
  facts: DealFacts
  /** What both sides agree was taken, by line. */
  taken: Map<string, string>
}

/** What the documents of a sale say; `notFound` for an order that sells nothing. */
export function termsOf(order: Order): SaleTerms {
  const { sale } = OrderSettings.parse(order.settings)
  if (!sale || order.publishedAt === null) throw new AppError('notFound')
  return sale
}

/** Everything that a deal rests on. */
export async function standingOf(ctx: Any, order: Order, deal: DealRow): Promise<Standing> {
  const [items, notes] = await Promise.all([
    orderItems(ctx, order),
    ctx.many('sale_weighing', { orderId: order.id, tradeId: deal.tradeId }, { orderBy: ['no'] }),
  ])
  const lines = items.map(({ id, line, name, spec, unit, quantity, controlPrice }) => ({
    itemId: id,
    line,
    name,
    spec,
    unit,
    quantity,
    unitPrice: controlPrice,
  }))
  const confirmed = notes.filter(({ state }) => state === 'confirmed')
  const taken = takenOf(confirmed.map((one) => one.lines as unknown as TakenLine[]))
  const { isWeighed } = termsOf(order)
  const agreed = confirmed.length > 0 ? amountOf({ price: deal.price, lines, taken, isWeighed }) : deal.price
  return {
    order,
    deal,
    lines,
    notes,
    taken,
    facts: {
      state: deal.state as DealFacts['state'],
      dueAt: deal.dueAt.getTime(),
      price: deal.price,
      paid: deal.paid,
      amount: deal.amount ?? agreed,
      openNotes: notes.filter(({ state }) => state === 'open').length,
      confirmedNotes: confirmed.length,
    },
  }
}

/** The deal that is not in default, locked behind its order; `notFound` without one. `act` is asserted, and gives the next state. */
export async function lockSellersDeal(ctx: Context<Employee>, orderId: string, act: DealAction) {
  const { order, who } = await ownOrder(ctx, orderId, 'share')
  if (who.part !== 'owner') throw new AppError('notFound')
  termsOf(order)
  const rows = await ctx.many('sale_deal', { orderId }, { lock: 'update' })
  const deal = rows.find(({ state }) => state !== 'defaulted') ?? rows.at(-1)
  if (!deal) throw new AppError('wrongState', '尚未确定成交人')
  return judged(ctx, await standingOf(ctx, order, deal), { who: { part: 'seller' }, act })
}

/** The own company's deal, locked behind its order. */
export async function lockOwnDeal(ctx: Context<Employee>, orderId: string, act?: DealAction) {
  const { order, trade } = await ownTrade(ctx, orderId, { lock: 'share' })
  termsOf(order)
  const deal = await ctx.one('sale_deal', { orderId, tradeId: trade.id }, { lock: 'update' })
  if (!deal) throw new AppError('notFound')
  const standing = await standingOf(ctx, order, deal)
  return act ? judged(ctx, standing, { who: { part: 'buyer' }, act }) : { ...standing, next: standing.facts.state }
}

function judged(ctx: Any, standing: Standing, { who, act }: { who: DealWho; act: DealAction }) {
  demandSold(standing.order)
  const next = DEAL_STATUS.next(act, { record: standing.facts, who, now: ctx.clock.now().getTime() })
  return { ...standing, next }
}

/** A sale that was given up, or is in the archive, moves no goods and no money. */
export function demandSold(order: Order): void {
  if (order.state !== 'winner.fixed') throw new AppError('wrongState', '本次销售已终止或已归档')
}

/** Deals of an order as one of their sides sees them. */
export async function viewOf(ctx: Any, standing: Standing, part: DealWho['part']): Promise<SaleDeal> {
  const { order, deal, facts, lines, notes, taken } = standing
  const where = { orderId: deal.orderId, tradeId: deal.tradeId }
  const payments = await ctx.many('sale_payment', where, { orderBy: ['at', 'id'] })
  const trade = await ctx.expectOne('trade', { id: deal.tradeId }, { columns: ['supplierCompanyId'] })
  const company = await ctx.expectOne('company', { id: trade.supplierCompanyId }, { columns: ['name'] })
  const now = ctx.clock.now().getTime()
  return {
    tradeId: deal.tradeId,
    state: facts.state,
    stateLabel: DEAL_STATES[facts.state],
    buyerName: company.name,
    price: deal.price,
    dueAt: deal.dueAt.toISOString(),
    isOverdue: facts.state === 'due' && now >= facts.dueAt,
    paid: deal.paid,
    amount: facts.confirmedNotes > 0 ? facts.amount : null,
    rest: facts.state === 'defaulted' ? '0' : restOf(facts).toFixed(2),
    reason: deal.reason,
    endedAt: deal.endedAt?.toISOString() ?? null,
    lines: lines.map(({ itemId, line, name, spec, unit, quantity }) => ({
      itemId,
      line,
      name,
      spec,
      unit,
      quantity: trimZeros(quantity),
      taken: taken.get(itemId) ?? '0',
    })),
    weighings: notes.map(noteView),
    payments: payments.map(paymentView),
    actions: order.state === 'winner.fixed' ? DEAL_STATUS.allowed(facts, { part }, now) : [],
  }
}

function noteView(note: Selectable<SaleWeighing>): SaleDeal['weighings'][number] {
  return {
    weighingId: note.id,
    no: note.no,
    at: note.at.toISOString(),
    vehicle: note.vehicle,
    lines: note.lines as SaleDeal['weighings'][number]['lines'],
    state: note.state as 'open',
    reason: note.reason,
    byName: note.byName,
    answeredAt: note.answeredAt?.toISOString() ?? null,
  }
}

function paymentView(payment: Selectable<SalePayment>): SaleDeal['payments'][number] {
  return {
    amount: payment.amount,
    isOnline: payment.payOrderId !== null,
    voucher: payment.voucher,
    at: payment.at.toISOString(),
    byName: payment.byName,
  }
}

/** What has come in (`amount` above zero) or goes back, booked to the locked deal. */
export async function book(
  ctx: Any,
  deal: DealRow,
  { amount, payOrderId = null, voucher = '' }: { amount: string; payOrderId?: string | null; voucher?: string },
): Promise<{ paid: string; paymentId: string }> {
  const now = ctx.clock.now()
  const { orderId, tradeId } = deal
  const by = { at: now, byName: ctx.actor?.name ?? '平台' }
  const paymentId = ctx.newId()
  await ctx.insert('sale_payment', { id: paymentId, orderId, tradeId, amount, payOrderId, voucher, ...by })
  const paid = new Exact(deal.paid).plus(amount).toFixed(2)
  const isPaid = deal.state === 'due' && new Exact(paid).gte(deal.price)
  await ctx.update('sale_deal', { orderId, tradeId }, { paid, ...(isPaid && { state: 'paid', paidAt: now }) })
  return { paid, paymentId }
}

/** Ends every change of a deal: it is bound to the audit chain as it stands then, open pages ask anew, people are told; `weighingId`: of which note. */
export function announceDeal(
  ctx: Any,
  { orderId, tradeId, weighingId }: Pick<DealRow, 'orderId' | 'tradeId'> & { weighingId?: string },
  kind: 'sale.opened' | 'sale.paid' | 'sale.weighed' | 'sale.answered' | 'sale.settled' | 'sale.defaulted',
): void {
  bindRow(ctx, DEALS, [orderId, tradeId])
  ctx.emit({
    kind,
    payload: { orderId, tradeId, ...(weighingId && { weighingId }) },
    topics: [`order-owner:${orderId}`, `bid:${tradeId}`],
  })
}

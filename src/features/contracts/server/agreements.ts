import { type NotNull, sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { lineTotal } from '#contract/money.ts'
import type { Payer, Size } from '../rules/payment.ts'
import { type Any, type Contract, type Ctx, drawCode, invalid, record, today } from './access.ts'
import { placeOrder } from './call-offs.ts'
import { linesOf } from './content.ts'

/*
 * Contracts that rest on a frame agreement. Which quantities, prices and amounts it allows is the matter of whoever keeps the
 * agreements, under a lock of its own; orders, deliveries and payments are those of every contract.
 */

/** What both sides have agreed to; `price` is the most that may be ordered, a line without quantity is bounded by it alone. */
export interface AgreementContract {
  agreementId: string
  award: { orderId: string; resultId: string; tradeId: string } | null
  purchaserCompanyId: string
  supplierCompanyId: string
  title: string
  price: string
  terms: string
  place: string
  payer: Payer
  payDays: number
  payReason: string
  size: Size
  contentHash: Buffer
  offeredAt: Date
  offeredByName: string
  createdBy: string
  lines: readonly {
    line: number
    name: string
    spec: string
    unit: string
    quantity: string | null
    /** `0` where each order names it. */
    unitPrice: string
    amount: string
  }[]
}

/** Opens the contract of a supplier that has signed an agreement; throws `wrongState` where its award has a contract. */
export async function openUnderAgreement(ctx: Ctx, { award, lines, ...of }: AgreementContract): Promise<string> {
  if (award && (await ctx.one('contract', { tradeId: award.tradeId }, { columns: ['id'] })))
    throw new AppError('wrongState', '该中标（成交）结果已另签合同')
  const id = ctx.newId()
  const code = await drawCode(ctx, 'HT')
  const now = ctx.clock.now()
  const { name } = ctx.actor
  await ctx.insert('contract', {
    ...of,
    id,
    code,
    ...(award ?? { orderId: null, resultId: null, tradeId: null }),
    awardPrice: of.price,
    awardNoticeAt: of.offeredAt,
    payMode: 'accepted',
    state: 'signed',
    createdByName: of.offeredByName,
    createdAt: now,
    updatedAt: now,
    signedAt: now,
    signedByName: name,
    signedOn: today(ctx),
  })
  await ctx.insert(
    'contract_line',
    lines.map((one) => ({ contractId: id, ...one })),
  )
  record(
    ctx,
    { id, code },
    { action: 'open', summary: `按框架协议建立履约合同：${of.title}`, data: { price: of.price } },
  )
  return id
}

interface Repricing {
  /** Higher than the one before. */
  version: number
  /** The most that may be ordered from now on. */
  price: string
  contentHash: Buffer
  prices: readonly { line: number; unitPrice: string | null }[]
}

/** New prices of an agreement's entry; orders made before keep theirs. */
export async function repriceUnderAgreement(
  ctx: Ctx,
  contractId: string,
  { version, price, contentHash, prices }: Repricing,
): Promise<void> {
  const row = await goesOn(ctx, contractId)
  await ctx.update('contract', { id: row.id }, { version, price, contentHash, updatedAt: ctx.clock.now() })
  for (const { line, quantity } of await linesOf(ctx, row.id)) {
    const unitPrice = prices.find((one) => one.line === line)?.unitPrice ?? '0'
    const amount = quantity === '' ? '0' : lineTotal(unitPrice, quantity)
    await ctx.update('contract_line', { contractId: row.id, line }, { unitPrice, amount })
  }
  record(ctx, row, { action: 'reprice', summary: `按框架协议调整价格（第 ${version} 版）`, data: { prices, price } })
}

interface UnderAgreement {
  deliverBy: string
  place: string
  note: string
  /** Who orders; the clock orders for whoever has asked for quotes. */
  byName: string
  lines: readonly { line: number; quantity: string; unitPrice: string }[]
}

/**
 * A purchase order under the contract of an agreement's entry, whose quota the caller has held it against. A contract that
 * was completed meanwhile goes on: what may be ordered is the agreement's matter.
 */
export async function orderUnderAgreement(ctx: Any, contractId: string, { lines, ...order }: UnderAgreement) {
  const row = await goesOn(ctx, contractId)
  if (order.deliverBy < today(ctx)) throw invalid('deliverBy', '交货日期不能早于今天')
  const known = await linesOf(ctx, row.id)
  const priced = lines.map((one) => ({ ...one, ordered: known.find(({ line }) => line === one.line)!.ordered }))
  return placeOrder(ctx, row, { ...order, lines: priced })
}

/** The locked contract of an entry; one that was completed is in force again. */
async function goesOn(ctx: Any, contractId: string): Promise<Contract> {
  const row = await ctx.expectOne('contract', { id: contractId }, { lock: 'update' })
  if (row.agreementId === null || row.state === 'terminated')
    throw new AppError('wrongState', '该供应商的协议合同已终止，不能再下订单')
  if (row.state !== 'completed') return row
  const again = { state: 'signed', endedAt: null, endedByName: '', updatedAt: ctx.clock.now() }
  await ctx.update('contract', { id: row.id }, again)
  record(ctx, row, { action: 'resume', summary: '框架协议有新订单或新价格，合同继续履行' })
  return { ...row, ...again }
}

/** What orders take: those that were refused or cancelled take nothing. Amounts in yuan. */
export interface Ordered {
  amount: string
  /** Worth of what was accepted. */
  accepted: string
  lines: { line: number; ordered: string; accepted: string }[]
}

const LIVE = ['sent', 'confirmed', 'done']

/** What was ordered and accepted under contracts, by contract; whose they are is the caller's matter. */
export async function orderedUnder(ctx: Any, contractIds: readonly string[]): Promise<Map<string, Ordered>> {
  if (contractIds.length === 0) return new Map()
  const orders = ctx.tx
    .selectFrom('call_off as c')
    .where('c.tenantId', '=', ctx.tenantId)
    .where('c.contractId', 'in', [...contractIds])
    .where('c.state', 'in', LIVE)
  const accepted = sql<string>`coalesce(sum((select sum(a.amount) from acceptance a join delivery d
    on d.tenant_id = a.tenant_id and d.id = a.delivery_id where d.tenant_id = c.tenant_id and d.call_off_id = c.id)), 0)`
  const amounts = await orders
    .groupBy('c.contractId')
    .select('c.contractId')
    .select(sql<string>`sum(c.amount)::numeric(20, 2)`.as('amount'))
    .select(sql<string>`${accepted}::numeric(20, 2)`.as('accepted'))
    .execute()
  const lines = await orders
    .innerJoin('call_off_line as l', (j) => j.onRef('l.tenantId', '=', 'c.tenantId').onRef('l.callOffId', '=', 'c.id'))
    .groupBy(['c.contractId', 'l.line'])
    .select(['c.contractId', 'l.line'])
    .select((e) => [e.fn.sum<string>('l.quantity').as('ordered'), e.fn.sum<string>('l.accepted').as('accepted')])
    .$narrowType<{ ordered: NotNull }>()
    .execute()
  return new Map(
    amounts.map(({ contractId, ...of }) => [
      contractId,
      { ...of, lines: lines.filter((one) => one.contractId === contractId) },
    ]),
  )
}

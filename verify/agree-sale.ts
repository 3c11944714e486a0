import { demand } from '#features/sealing/core/check.ts'
import { orderOf } from './agree-order.ts'
import { demandFigure, demandSame, factsOf, figure, member, type Row, rowsIn } from './agree-values.ts'
import type { Contents } from './record-types.ts'

/* What was sold: who owed, paid, took and settled how much, computed again from its entries (docs/protocol 6.12). */

interface Deal {
  tradeId: string
  state: string
  buyerName: string
  price: string
  awardedAt: string
  dueAt: string
  paid: string
  paidAt: string | null
  amount: string | null
  rest: string
  endedAt: string | null
  lines: { itemId: string; quantity: string; taken: string }[]
  weighings: { no: number; at: string; lines: { itemId: string; quantity: string }[]; state: string }[]
  payments: { amount: string; isOnline: boolean; at: string }[]
}

interface Terms {
  paymentDays: number
  isWeighed: boolean
  nextBidder: boolean
}

const DAY = 86_400_000
/** Digits behind the point of a quantity and of a unit price at most. */
const DIGITS = 8

/** Each deal follows from its own payments and notes and the order's terms; the next one buys only behind a default. */
export async function checkSale(contents: Contents): Promise<string> {
  const sale = await member<{ terms: Terms; deals: Deal[] }>(contents, 'sale/deals.json')
  if (!sale) return '没有销售'
  const { terms, deals } = sale
  const order = await orderOf(contents)
  const published = (order['settings'] as Row | undefined)?.['sale'] as Row | undefined
  demand(published !== undefined, '采购单没有约定付款和提货')
  for (const [name, value] of Object.entries(published))
    demandSame(`付款和提货约定 ${name} 在销售记录与采购单中`, terms[name as keyof Terms], value)
  demand(deals.length > 0, '没有成交记录')
  demand(new Set(deals.map(({ tradeId }) => tradeId)).size === deals.length, '同一成交人有两项成交记录')
  const items = await rowsIn(contents, 'order/items.json')
  for (const deal of deals) {
    await checkBuyer(contents, deal)
    checkPayments(deal, terms)
    checkTaken(deal, { items, terms })
    checkEnd(deal)
  }
  for (const [i, next] of deals.slice(1).entries()) {
    const { state, endedAt, buyerName } = deals[i]!
    demand(terms.nextBidder && state === 'defaulted', `${buyerName} 没有违约登记，其后却由他人递补`)
    demand(instant(endedAt) <= instant(next.awardedAt), `${next.buyerName} 在 ${buyerName} 登记违约之前成交`)
  }
  if (contents.body.outcome === 'awarded') await checkLast(contents, deals.at(-1)!)
  checkHistory(contents, deals)
  const paid = deals.map(({ buyerName, paid: sum }) => `${buyerName} ${sum} 元`)
  return `收付、提货与结算重新计算，结果一致：${paid.join('、')}`
}

/** The buyer signed up, and a version of the result says that it won at this price. */
async function checkBuyer(contents: Contents, { tradeId, buyerName, price }: Deal): Promise<void> {
  const own = (await rowsIn(contents, 'sign-ups/sign-ups.json')).find(({ id }) => id === tradeId)
  demandSame('成交人在销售记录与报名中', buyerName, own?.['name'])
  const versions = await member<{ award: { rows: Row[] }[] }>(contents, 'order/result-versions.json')
  const row = versions?.award.flatMap(({ rows }) => rows).find((one) => one['tradeId'] === tradeId)
  demandFigure(`${buyerName} 的成交价在销售记录与结果中`, price, row?.['price'])
}

/** The sums of what came in and went back, when the price was reached, and until when it was due. */
function checkPayments({ buyerName, price, awardedAt, dueAt, paid, paidAt, payments }: Deal, terms: Terms): void {
  const due = instant(awardedAt) + terms.paymentDays * DAY
  demand(instant(dueAt) === due, `${buyerName} 的付款期限应为 ${new Date(due).toISOString()}`)
  let [sum, before] = [0n, instant(awardedAt)]
  let reached: string | null = null
  for (const { amount, isOnline, at } of payments) {
    demand(instant(at) >= before, `${buyerName} 的收付次序不对`)
    demand(typeof isOnline === 'boolean', `${buyerName} 的收付方式有误`)
    before = instant(at)
    sum += cents(amount)
    if (reached === null && sum >= cents(price)) reached = at
  }
  demand(sum === cents(paid), `${buyerName} 的收付合计应为 ${inYuan(sum)} 元，归档为 ${paid} 元`)
  demandSame(`${buyerName} 的付清时间在销售记录与各笔收款中`, paidAt, reached)
}

/** What left the gate by confirmed notes, and what that costs. */
function checkTaken(deal: Deal, { items, terms }: { items: readonly Row[]; terms: Terms }): void {
  const { buyerName, lines, weighings, price, amount, paid, paidAt, state, rest } = deal
  demandSame(
    `${buyerName} 的标的在销售记录与清单中`,
    lines.map(({ itemId }) => itemId),
    items.map((item) => item['itemId']),
  )
  const taken = new Map(lines.map(({ itemId }) => [itemId, 0n]))
  for (const [i, note] of weighings.entries()) {
    demand(note.no === i + 1, `${buyerName} 的提货单编号不连续`)
    demand(['open', 'confirmed', 'refused'].includes(note.state), `提货单状态 ${note.state} 有误`)
    demand(paidAt !== null && instant(note.at) >= instant(paidAt), `${buyerName} 付清之前已提货`)
    if (note.state !== 'confirmed') continue
    for (const { itemId, quantity } of note.lines) {
      demand(taken.has(itemId), `${buyerName} 提取的标的不在清单中`)
      taken.set(itemId, taken.get(itemId)! + scaled(quantity))
    }
  }
  for (const [i, line] of lines.entries()) {
    demandFigure('标的数量在销售记录与清单中', line.quantity, items[i]!['quantity'])
    demand(scaled(line.taken) === taken.get(line.itemId), `${buyerName} 的提货数量与已确认的提货单不一致`)
  }
  const isTaken = weighings.some((note) => note.state === 'confirmed')
  const owed = isTaken ? owedFor({ price, items, taken }, terms) : null
  const told = amount === null ? null : cents(amount)
  demand(told === owed, `${buyerName} 的结算价款应为 ${owed === null ? '空' : inYuan(owed)}，归档为 ${amount ?? '空'}`)
  const left = state === 'defaulted' ? 0n : (state === 'due' ? cents(price) : (owed ?? cents(price))) - cents(paid)
  demand(cents(rest) === left, `${buyerName} 的待付价款应为 ${inYuan(left)} 元，归档为 ${rest} 元`)
}

/** In cents, half up: by weight the price's share of what was taken in what was announced, else the price. */
function owedFor(
  { price, items, taken }: { price: string; items: readonly Row[]; taken: ReadonlyMap<string, bigint> },
  { isWeighed }: Terms,
): bigint {
  if (!isWeighed) return cents(price)
  const worth = (quantity: bigint, item: Row) => quantity * (items.length === 1 ? 1n : scaled(item['controlPrice']))
  const sum = (quantityOf: (item: Row) => bigint) =>
    items.reduce((total, item) => total + worth(quantityOf(item), item), 0n)
  const announced = sum((item) => scaled(item['quantity']))
  const got = sum((item) => taken.get(item['itemId'] as string)!)
  demand(announced > 0n, '公告的标的没有数量或单价')
  return (2n * cents(price) * got + announced) / (2n * announced)
}

/** How a deal ended, if it did. */
function checkEnd({ state, buyerName, paid, paidAt, amount, dueAt, endedAt, weighings }: Deal): void {
  demand(['due', 'paid', 'settled', 'defaulted'].includes(state), `成交状态 ${state} 有误`)
  demand((endedAt === null) === (state === 'due' || state === 'paid'), `${buyerName} 的办结时间与状态不符`)
  demand((paidAt === null) === (state === 'due' || state === 'defaulted'), `${buyerName} 的付清时间与状态不符`)
  if (state === 'defaulted') {
    demand(instant(endedAt) >= instant(dueAt), `${buyerName} 在付款期限之前被登记违约`)
    demand(cents(paid) === 0n, `${buyerName} 违约，已付部分没有退还`)
  }
  if (state !== 'settled') return
  demand(
    weighings.every((note) => note.state !== 'open'),
    `${buyerName} 有提货单未经确认即结算`,
  )
  demand(amount !== null && cents(amount) === cents(paid), `${buyerName} 结算时的收付合计与结算价款不一致`)
  demand(instant(endedAt) >= instant(paidAt), `${buyerName} 在付清之前结算`)
}

/** Of an order that was awarded, whoever bought last is the winner, and has settled. */
async function checkLast(contents: Contents, { tradeId, buyerName, state, price }: Deal): Promise<void> {
  const [award, ...others] = await rowsIn(contents, 'order/award.json')
  demand(award?.['trade_id'] === tradeId && others.length === 0, `${buyerName} 不是公布的成交人`)
  demandFigure(`${buyerName} 的成交价在销售记录与成交结果中`, price, award['price'])
  demand(state === 'settled', `${buyerName} 尚未结算`)
}

/** As many payments, defaults and settlements as the history tells of, and its notes. */
function checkHistory(contents: Contents, deals: readonly Deal[]): void {
  const all = deals.flatMap(({ payments }) => payments).filter(({ amount }) => cents(amount) > 0n)
  const counts = {
    'sale.record': all.filter(({ isOnline }) => !isOnline).length,
    'sale.paid': all.filter(({ isOnline }) => isOnline).length,
    'sale.default': deals.filter(({ state }) => state === 'defaulted').length,
    'sale.settle': deals.filter(({ state }) => state === 'settled').length,
  }
  for (const [action, count] of Object.entries(counts))
    demandSame(`${action} 的次数在过程记录与销售记录中`, factsOf(contents, action).length, count)
  const notes = deals.flatMap(({ weighings }) => weighings.map(({ lines }) => lines))
  demandSame('提货单在过程记录与销售记录中', factsOf(contents, 'sale.weigh'), notes)
}

/** Epoch ms. */
function instant(text: unknown): number {
  const is = typeof text === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text)
  const at = is ? Date.parse(text) : Number.NaN
  demand(Number.isFinite(at), `时间 ${String(text)} 格式有误`)
  return at
}

/** Of an amount that may go the other way. */
function cents(amount: string): bigint {
  const isBack = amount.startsWith('-')
  const [whole = '', part = ''] = (figure(isBack ? amount.slice(1) : amount) ?? '').split('.')
  demand(whole !== '' && part.length <= 2, `金额 ${amount} 格式有误`)
  const value = BigInt(whole + part.padEnd(2, '0'))
  return isBack ? -value : value
}

function scaled(value: unknown): bigint {
  const [whole = '', part = ''] = (figure(value) ?? '').split('.')
  demand(whole !== '' && part.length <= DIGITS, `数量或单价 ${String(value)} 格式有误`)
  return BigInt(whole + part.padEnd(DIGITS, '0'))
}

function inYuan(value: bigint): string {
  const size = value < 0n ? -value : value
  return `${value < 0n ? '-' : ''}${size / 100n}.${String(size % 100n).padStart(2, '0')}`
}

import { AppError } from '#contract/errors.ts'
import { Exact, lineTotal, sum, trimZeros } from '#contract/money.ts'
import { formatDate, MINUTE } from '#contract/time.ts'
import { drawCode } from '#features/contracts/server/public.ts'
import type { Subscriber } from '#server/events.ts'
import { implement, type Route } from '#server/implement.ts'
import * as calls from '../contract/competition.ts'
import {
  COMPETITION_STATUS,
  type CompetitionAction,
  type CompetitionState,
  ENOUGH,
  LEAST_MINUTES,
  quoteOf,
  ranked,
} from '../rules/competition.ts'
import { amountLeft, leftOf } from '../rules/quota.ts'
import { demanded, demandPrices, ORDERS, ownAgreement, record, SELLS } from './access.ts'
import { type Agreement, type Any, type Ctx, type Entry, invalid, now, pricesOf } from './rows.ts'
import { keepQuote, ownQuote, type Quote, revealedQuotes } from './competition-quotes.ts'
import { type Competition, ownParty, partiesOf, wantedOf } from './competition-rows.ts'
import { findingsOf, placeFrom } from './orders.ts'
import { type AgreementBounds, boundsOf, objections } from './usage.ts'

/** Event of the clock at a deadline. */
const DUE = 'frame.competition-due'

/** Mini-competitions: the agreement's lock orders quotes, deadline and order. */
export const competitionRoutes: readonly Route[] = [
  implement(calls.openCompetition, ORDERS, async (ctx, { params, body }) => {
    const { row } = await demanded(ctx, params.agreementId, 'compete')
    const until = new Date(body.until)
    demandTimes(ctx, row, { until, deliverBy: body.deliverBy })
    const found = await boundsOf(ctx, row)
    const lines = body.lines.map(({ line, quantity }) => ({ line, unitPrice: null, quantity }))
    demandPrices(lines, found.items, 'lines')
    const may = await mayDeliver(ctx, row, { found, lines: body.lines })
    const id = ctx.newId()
    const code = await drawCode(ctx, 'JJ')
    const { title, deliverBy, place, note } = body
    const by = { createdByName: ctx.actor.name, createdAt: ctx.clock.now() }
    const terms = { code, title, until, deliverBy, place, note, state: 'open' }
    await ctx.insert('frame_competition', { id, agreementId: row.id, ...terms, ...by })
    await ctx.insert(
      'frame_competition_line',
      body.lines.map((one) => ({ competitionId: id, ...one })),
    )
    await ctx.insert(
      'frame_competition_party',
      may.map((entry) => ({ competitionId: id, entryId: entry.id })),
    )
    const payload = { agreementId: row.id, competitionId: id }
    await ctx.schedule(timerOf(id), until, { kind: DUE, payload })
    record(ctx, row, {
      action: 'compete',
      summary: `发起二次竞价 ${code}：${title}，邀请 ${may.length} 家供应商`,
      data: { code, until: body.until, lines: body.lines },
    })
    ctx.emit({ kind: 'frame.competition', payload })
    return { competitionId: id }
  }),

  implement(calls.cancelCompetition, ORDERS, async (ctx, { params, body: { reason } }) => {
    const { row, competition } = await deciding(ctx, params, 'cancel')
    await close(ctx, row, { competition, state: 'cancelled', reason, byName: ctx.actor.name })
  }),

  implement(calls.decideCompetition, ORDERS, async (ctx, { params, body: { accept, reason } }) => {
    const { row, competition } = await deciding(ctx, params, accept ? 'accept' : 'reject')
    const byName = ctx.actor.name
    if (!accept) return close(ctx, row, { competition, state: 'failed', reason, byName })
    const found = await boundsOf(ctx, row)
    const parties = await partiesOf(ctx, competition.id)
    const first = parties.find(({ rank }) => rank === 1)
    const quote = (await revealedQuotes(ctx, competition.id)).find(({ entryId }) => entryId === first?.entryId)
    if (!quote) throw new AppError('wrongState')
    await award(ctx, row, { competition, found, quote, reason, byName })
  }),

  implement(calls.submitQuote, SELLS, async (ctx, { params, body }) => {
    const { row, entry, competition } = await quoting(ctx, params, 'quote')
    if (entry.state !== 'active') throw new AppError('wrongState', '贵单位在协议中已暂停或退出，不能报价')
    const { amount, problem } = quoteOf(await wantedOf(ctx, competition), body.prices, pricesOf(entry))
    if (problem) throw invalid('prices', problem)
    const at = { competitionId: competition.id, entryId: entry.id }
    const prices = body.prices.map(({ line, unitPrice }) => ({ line, unitPrice: trimZeros(unitPrice) }))
    const quotedAt = await keepQuote(ctx, at, { quote: { prices, amount }, byName: ctx.actor.name })
    // No figure stands in the record before the deadline.
    record(ctx, row, { action: 'quote', summary: `供应商提交二次竞价 ${competition.code} 的报价` })
    return { amount, quotedAt: quotedAt.toISOString() }
  }),

  implement(calls.withdrawQuote, SELLS, async (ctx, { params }) => {
    const { row, entry, competition } = await quoting(ctx, params, 'withdraw')
    const at = { competitionId: competition.id, entryId: entry.id }
    await keepQuote(ctx, at, { quote: null, byName: ctx.actor.name })
    record(ctx, row, { action: 'withdraw-quote', summary: `供应商撤回二次竞价 ${competition.code} 的报价` })
  }),
]

/** The server's clock ends a competition, however late the timer is. */
export const competitionTimers: readonly Subscriber[] = [
  {
    name: 'frame-agreements: end a mini-competition at its deadline',
    kind: DUE,
    async handle(ctx, { payload }) {
      const row = await ctx.expectOne('frame_agreement', { id: String(payload.agreementId) }, { lock: 'update' })
      const competition = await ctx.expectOne('frame_competition', { id: String(payload.competitionId) })
      if (competition.state === 'open' && competition.until.getTime() <= now(ctx)) await decide(ctx, row, competition)
    },
  },
]

/** What is open of an agreement that ends early; its quotes stay sealed. */
export async function stopCompetitions(ctx: Any, row: Agreement, byName: string): Promise<void> {
  const rows = await ctx.many('frame_competition', { agreementId: row.id, state: ['open', 'lone'] })
  for (const competition of rows) {
    const state = competition.state === 'open' ? 'cancelled' : 'failed'
    await close(ctx, row, { competition, state, reason: '框架协议已终止', byName })
  }
}

const timerOf = (id: string) => `${DUE}:${id}`

function demandTimes(ctx: Ctx, row: Agreement, { until, deliverBy }: { until: Date; deliverBy: string }): void {
  if (until.getTime() < now(ctx) + LEAST_MINUTES * MINUTE)
    throw invalid('until', `报价时间不少于 ${LEAST_MINUTES} 分钟`)
  if (formatDate(until) > row.untilDay) throw invalid('until', `报价截止不能晚于协议截止日期 ${row.untilDay}`)
  if (deliverBy < formatDate(until)) throw invalid('deliverBy', '交货日期不能早于报价截止')
}

interface Asked {
  found: AgreementBounds
  lines: readonly { line: number; quantity: string }[]
}

/** Everybody who may deliver all of it is asked; throws where fewer than two may, or the agreement does not leave so much. */
async function mayDeliver(ctx: Ctx, row: Agreement, { found, lines }: Asked): Promise<Entry[]> {
  const { bounds, entries } = found
  const promised = await promisedOf(ctx, row, found)
  for (const { line, quantity } of lines) {
    const { name, quantity: most } = bounds.items.find((one) => one.line === line)!
    if (most === null) continue
    const ordered = bounds.used.lines.find((one) => one.line === line)?.ordered ?? '0'
    const left = new Exact(most).minus(ordered).minus(promised.lines.get(line) ?? '0')
    if (left.lt(quantity))
      throw new AppError('wrongState', `“${name}”最多还可竞价 ${Exact.max(left, 0).toFixed()}（已扣除正在竞价的数量）`)
  }
  const against = await objections(
    ctx,
    row.purchaserCompanyId,
    entries.map(({ entry }) => entry.supplierCompanyId),
  )
  const may = entries.filter(
    ({ entry, limits }) =>
      entry.state === 'active' &&
      against.get(entry.supplierCompanyId)?.level !== 'block' &&
      lines.every(({ line, quantity }) => {
        const left = leftOf(line, bounds, limits)
        return left === null || new Exact(quantity).lte(left)
      }) &&
      // A quote above what the amount leaves cannot become an order; one without an agreed price is held against it then.
      amountLeft(bounds, limits) !== '0.00',
  )
  if (may.length < ENOUGH) throw new AppError('wrongState', '有效且剩余额度足够的供应商不足两家，不能二次竞价')
  const most = Exact.max(...may.map(({ entry }) => worthOf(lines, entry)))
  if (row.quota !== null && new Exact(bounds.used.amount).plus(promised.amount).plus(most).gt(row.quota))
    throw new AppError('wrongState', '按协议价计算，竞价金额超过协议剩余额度（已扣除正在竞价的金额）')
  return may.map(({ entry }) => entry)
}

/** At the agreed prices; a line without one counts nothing. */
function worthOf(lines: Asked['lines'], entry: Entry): string {
  const priceOf = (line: number) => pricesOf(entry).find((one) => one.line === line)?.unitPrice ?? '0'
  return sum(lines.map(({ line, quantity }) => lineTotal(priceOf(line), quantity)))
}

/** What running competitions may take, at the highest agreed prices. */
async function promisedOf(ctx: Ctx, row: Agreement, { entries }: AgreementBounds) {
  const open = await ctx.many(
    'frame_competition',
    { agreementId: row.id, state: ['open', 'lone'] },
    { columns: ['id'] },
  )
  const ids = open.map(({ id }) => id)
  const rows = ids.length === 0 ? [] : await ctx.many('frame_competition_line', { competitionId: ids })
  const lines = new Map<number, string>()
  for (const { line, quantity } of rows) lines.set(line, new Exact(lines.get(line) ?? 0).plus(quantity).toFixed())
  const amounts = ids.map((id) => {
    const of = rows.filter(({ competitionId }) => competitionId === id)
    return Exact.max(0, ...entries.map(({ entry }) => worthOf(of, entry))).toFixed()
  })
  return { lines, amount: sum(amounts) }
}

/** A competition of the own company with its locked agreement, for an act that is allowed now; `notFound` for strangers. */
async function deciding(
  ctx: Ctx,
  { agreementId, competitionId }: { agreementId: string; competitionId: string },
  action: CompetitionAction,
) {
  const row = await ownAgreement(ctx, agreementId, 'update')
  const competition = await ctx.one('frame_competition', { id: competitionId, agreementId })
  if (!competition) throw new AppError('notFound')
  demandAct(ctx, competition, { action, side: 'purchaser', hasQuote: false })
  return { row, competition }
}

async function quoting(ctx: Ctx, params: { entryId: string; competitionId: string }, action: CompetitionAction) {
  const { agreementId } = await ownParty(ctx, params)
  const row = await ctx.expectOne('frame_agreement', { id: agreementId }, { lock: 'update' })
  // Behind the lock: what happened meanwhile counts.
  const { entry, competition } = await ownParty(ctx, params)
  const quote = await ownQuote(ctx, params)
  demandAct(ctx, competition, { action, side: 'supplier', hasQuote: quote !== undefined })
  return { row, entry, competition }
}

function demandAct(
  ctx: Ctx,
  competition: Competition,
  { action, side, hasQuote }: { action: CompetitionAction; side: 'purchaser' | 'supplier'; hasQuote: boolean },
): void {
  const until = competition.until.getTime()
  const facts = { state: competition.state as CompetitionState, until, hasQuote }
  COMPETITION_STATUS.next(action, { record: facts, who: side, now: now(ctx) })
}

/** Ranks what may become an order; the clock takes the cheapest of two and more, and leaves a lone one to the purchaser. */
async function decide(ctx: Any, row: Agreement, competition: Competition): Promise<void> {
  // Reveals the quotes within this transaction alone: `lone` is left below unless it holds.
  const closedAt = ctx.clock.now()
  await ctx.update('frame_competition', { id: competition.id }, { state: 'lone', closedAt })
  const quotes = await revealedQuotes(ctx, competition.id)
  const found = await boundsOf(ctx, row)
  const valid: (Quote & { no: number; at: number })[] = []
  for (const quote of quotes) {
    const of = found.entries.find(({ entry }) => entry.id === quote.entryId)!
    const excluded = await objectionTo(ctx, row, { competition, found, quote })
    if (excluded === null) valid.push({ ...quote, no: of.entry.no, at: quote.quotedAt.getTime() })
    else await setParty(ctx, { competition, entryId: quote.entryId }, { excluded })
  }
  const order = ranked(valid.map((one) => ({ ...one, quotedAt: one.at, quote: one })))
  for (const [i, { entryId }] of order.entries()) await setParty(ctx, { competition, entryId }, { rank: i + 1 })
  const [first] = order
  const closed = { ...competition, state: 'lone', closedAt }
  if (!first)
    return close(ctx, row, {
      competition: closed,
      state: 'failed',
      reason: quotes.length === 0 ? '截止时没有供应商报价' : '截止时没有有效报价',
      byName: '',
    })
  if (order.length < ENOUGH) {
    record(ctx, row, { action: 'lone-quote', summary: `二次竞价 ${competition.code} 有效报价不足两家，待采购人确定` })
    ctx.emit({ kind: 'frame.competition-lone', payload: { agreementId: row.id, competitionId: competition.id } })
    return
  }
  const byName = competition.createdByName
  await award(ctx, row, { competition: closed, found, quote: first.quote, reason: '', byName })
}

interface Judged {
  competition: Competition
  found: AgreementBounds
  quote: Quote
}

/** Why a quote cannot become an order now; null: it can. */
async function objectionTo(ctx: Any, row: Agreement, judged: Judged): Promise<string | null> {
  const placed = await placedOf(ctx, row, judged)
  return findingsOf(ctx, row, placed).find(({ severity }) => severity === 'block')?.text ?? null
}

async function placedOf(ctx: Any, row: Agreement, { competition, found, quote }: Judged) {
  const entry = found.entries.find((one) => one.entry.id === quote.entryId)!
  const { supplierCompanyId } = entry.entry
  const against = (await objections(ctx, row.purchaserCompanyId, [supplierCompanyId])).get(supplierCompanyId) ?? null
  const lines = (await wantedOf(ctx, competition)).map(({ line, quantity }) => ({
    line,
    quantity,
    unitPrice: quote.prices.find((one) => one.line === line)!.unitPrice,
  }))
  return { entry, bounds: found.bounds, lines, against, passesOver: null, skipReason: '' }
}

/** Makes the order of a quote, and says so. */
async function award(
  ctx: Any,
  row: Agreement,
  { reason, byName, ...judged }: Judged & { reason: string; byName: string },
): Promise<void> {
  const { competition, quote } = judged
  const { deliverBy, place, code, note } = competition
  const terms = { deliverBy, place, note: `二次竞价 ${code}${note && `：${note}`}`, byName }
  const { callOffId } = await placeFrom(ctx, row, { ...(await placedOf(ctx, row, judged)), terms })
  const won = { callOffId, entryId: quote.entryId }
  await close(ctx, row, { competition, state: 'won', reason, byName: reason && byName, won })
}

interface Closing {
  competition: Competition
  state: 'won' | 'failed' | 'cancelled'
  reason: string
  /** Who decided; empty: the clock. */
  byName: string
  won?: { callOffId: string; entryId: string }
}

async function close(ctx: Any, row: Agreement, { competition, state, reason, byName, won }: Closing): Promise<void> {
  const closedAt = competition.closedAt ?? ctx.clock.now()
  await ctx.update(
    'frame_competition',
    { id: competition.id },
    { state, reason, closedAt, decidedByName: byName, ...won },
  )
  if (state === 'cancelled') await ctx.schedule(timerOf(competition.id), null, { kind: DUE, payload: {} })
  const said = { won: '已成交', failed: '未成交', cancelled: '已取消' }[state]
  const summary = `二次竞价 ${competition.code} ${said}${reason && `：${reason}`}`
  record(ctx, row, { action: `competition-${state}`, summary, ...(won && { data: won }) })
  ctx.emit({ kind: 'frame.competition-ended', payload: { agreementId: row.id, competitionId: competition.id } })
}

async function setParty(
  ctx: Any,
  { competition: { id: competitionId }, entryId }: { competition: Competition; entryId: string },
  set: { rank?: number; excluded?: string },
): Promise<void> {
  await ctx.update('frame_competition_party', { competitionId, entryId }, set)
}

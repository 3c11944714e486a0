import { AppError } from '#contract/errors.ts'
import { formatTime, MINUTE } from '#contract/time.ts'
import { say } from '#features/procurement/methods/say.ts'
import { orderItems, orderRow, participants } from '#features/procurement/server/public.ts'
import { type NotAbove, QuoteMode, QuoteStatus, RoundStatus } from '../rules/enums.ts'
import { openingRefusal, type RoundTerms } from '../rules/opening.ts'
import { ROUND_STATUS, type RoundAction, type RoundFacts } from '../rules/status.ts'
import type { Any, Order, QuoteHost, RoundPlace } from './host.ts'
import { roundFacts, type RoundRow, roundRows, roundsSoFar, standings } from './reads.ts'
import { takeBack } from './submit.ts'

const S = RoundStatus.values

export interface NewRound {
  mode: 1 | 2 | 3
  note: string
  notAbove: NotAbove
  isFinal: boolean
  mayChange?: boolean
  isPartial?: boolean
  /** Target price of the whole, yuan. */
  target?: string
  /** How many people of the host must agree before it is opened; 0: the clock opens it. */
  openers?: number
  /** Who goes on; without `items` with all lines of the bill. `target`: of a unit, yuan. */
  parts: readonly { tradeId: string; items?: readonly { itemId: string; target?: string }[] }[]
  /** From the start, or a fixed instant. */
  until: { minutes: number } | { deadline: Date }
  createdBy: string
  terms: RoundTerms
}

/**
 * Prepares a round. Throws `wrongState` while another is open or after the final one, `legalRule` where the documents
 * or the method allow no further one, `invalid` for who or what is not part of the order.
 */
export async function openRound(
  ctx: Any,
  { host, order }: { host: QuoteHost; order: Order },
  given: NewRound,
): Promise<string> {
  // Of two at once the second finds the round of the first.
  await orderRow(ctx, order.id, 'update')
  const rounds = await roundRows(ctx, { orderId: order.id, kind: host.kind })
  const refusal = openingRefusal(roundsSoFar(rounds), given.terms)
  if (refusal) throw new AppError(refusal.rule === null ? 'wrongState' : 'legalRule', refusal.reason)
  const bidder = say(order, '{bidder}')
  const problem = await problemOf(ctx, order, given)
  if (problem) throw new AppError('invalid', problem)
  const { parts, until, terms: _, ...terms } = given
  const { mode, note, notAbove, isFinal } = terms
  const [roundId, roundNo] = [ctx.newId(), rounds.length + 1]
  const [minutes, deadline] = 'minutes' in until ? [until.minutes, null] : [null, until.deadline]
  await ctx.insert('quote_round', {
    id: roundId,
    orderId: order.id,
    kind: host.kind,
    roundNo,
    ...terms,
    minutes,
    deadline,
    createdAt: ctx.clock.now(),
  })
  await ctx.insert(
    'quote_part',
    parts.map(({ tradeId, items }) => ({ roundId, tradeId, items: items && JSON.stringify(items) })),
  )
  const lines = parts.some(({ items }) => items)
    ? parts.map(({ tradeId, items }) => ({ tradeId, lines: items?.length ?? null }))
    : undefined
  host.record(ctx, order.id, {
    action: 'round',
    summary: `准备${host.label(roundNo)}（${QuoteMode.label(mode)}），邀请${bidder} ${parts.length} 家`,
    data: {
      roundId,
      mode,
      note,
      notAbove,
      isFinal,
      minutes,
      target: terms.target,
      invited: parts.map((p) => p.tradeId),
      lines,
    },
  })
  host.tell(ctx, order.id, [])
  return roundId
}

/** The first round of an order whose publication asks for quotes; it takes quotes at once. Once only. */
export async function beginRounds(
  ctx: Any,
  { host, order }: { host: QuoteHost; order: Order },
  terms: { isPartial: boolean; deadline: Date; createdBy: string; openers: number },
): Promise<void> {
  if ((await roundRows(ctx, { orderId: order.id, kind: host.kind })).length > 0) return
  const now = ctx.clock.now()
  await ctx.insert('quote_round', {
    id: ctx.newId(),
    orderId: order.id,
    kind: host.kind,
    roundNo: 1,
    mode: QuoteMode.values.items,
    notAbove: 'none',
    mayChange: true,
    status: S.quoting,
    createdAt: now,
    startedAt: now,
    ...terms,
  })
}

/** Moves the deadline of a round that takes quotes, as whoever holds it has moved it. */
export async function moveDeadline(ctx: Any, roundId: string, deadline: Date): Promise<void> {
  await ctx.update('quote_round', { id: roundId, status: S.quoting }, { deadline })
}

export async function startRound(ctx: Any, place: RoundPlace): Promise<Date> {
  const { row, to } = await acting(ctx, place, 'start')
  const { host, order } = place
  const now = ctx.clock.now()
  const deadline = row.deadline ?? new Date(now.getTime() + row.minutes! * MINUTE)
  if (deadline <= now) throw new AppError('wrongState', '报价截止时间已过，请取消本轮后重新发起')
  await ctx.update('quote_round', { id: row.id }, { status: to, startedAt: now, deadline })
  await schedule(ctx, place, deadline)
  const label = host.label(row.roundNo)
  const tradeIds = await invitedTo(ctx, row.id)
  const lasts = row.minutes === null ? `${formatTime(deadline, true)} 截止` : `${row.minutes} 分钟`
  const given = row.minutes === null ? `${formatTime(deadline, true)} 截止` : `报价时间 ${row.minutes} 分钟`
  await host.notify(
    ctx,
    { order, tradeIds },
    { title: `请进行${label}`, content: `${label}已开始，${given}，请在截止前提交。` },
  )
  host.record(ctx, order.id, {
    action: 'round-started',
    summary: `${label}开始，${lasts}`,
    data: { orderId: order.id, roundId: row.id, deadline: deadline.toISOString() },
  })
  host.tell(ctx, order.id, tradeIds)
  return deadline
}

/** Closes a round in which everybody has quoted. */
export async function closeRound(ctx: Any, place: RoundPlace): Promise<void> {
  const { row, to } = await acting(ctx, place, 'close')
  await end(ctx, place, { row, to, reason: `全部${say(place.order, '{bidder}')}均已报价，提前结束` })
}

export async function extendRound(
  ctx: Any,
  place: RoundPlace,
  { minutes, reason }: { minutes: number; reason: string },
): Promise<Date> {
  const { row, to } = await acting(ctx, place, 'extend')
  const { host, order } = place
  const before = row.deadline!
  const deadline = new Date(before.getTime() + minutes * MINUTE)
  await ctx.update('quote_round', { id: row.id }, { status: to, deadline })
  await schedule(ctx, place, deadline)
  const label = host.label(row.roundNo)
  host.record(ctx, order.id, {
    action: 'round-extended',
    summary: `${label}延长 ${minutes} 分钟：${reason}`,
    data: { orderId: order.id, roundId: row.id, before: before.toISOString(), deadline: deadline.toISOString() },
  })
  const tradeIds = await invitedTo(ctx, row.id)
  await host.notify(
    ctx,
    { order, tradeIds },
    {
      title: `${label}延长 ${minutes} 分钟`,
      content: `${label}的截止时间延长至 ${formatTime(deadline, true)}。`,
    },
  )
  host.tell(ctx, order.id, tradeIds)
  return deadline
}

/** Takes back a round that has not started. */
export async function dropRound(ctx: Any, place: RoundPlace): Promise<void> {
  const { row } = await acting(ctx, place, 'drop')
  const { host, order } = place
  await ctx.remove('quote_round', { id: row.id })
  const summary = `取消${host.label(row.roundNo)}`
  host.record(ctx, order.id, { action: 'round-dropped', summary, data: { orderId: order.id, roundId: row.id } })
  host.tell(ctx, order.id, [])
}

/**
 * The time to quote is over: quotes become visible, to all at the same instant. `store` puts in what was sealed until now.
 * Resolves to false, and does nothing, before the deadline and where the round is closed already.
 */
export async function closeAtDeadline(
  ctx: Any,
  { host, orderId, roundId }: { host: QuoteHost; orderId: string; roundId: string },
  store?: (round: RoundRow) => Promise<void>,
): Promise<boolean> {
  const row = (await roundRows(ctx, { orderId, kind: host.kind }, 'update')).find((r) => r.id === roundId)
  const now = ctx.clock.now()
  if (!row || row.status !== S.quoting || row.deadline === null || row.deadline > now) return false
  await store?.(row)
  const record = await roundFacts(ctx, row, '')
  const to = ROUND_STATUS.next('expire', { record, who: 'clock', now: now.getTime() })
  await end(ctx, { host, order: await orderRow(ctx, orderId) }, { row, to, reason: '报价时间截止' })
  return true
}

/** Ends what is still open. Nothing of a round that was cut off counts: its quotes are void, not late. */
export async function cutOffRounds(
  ctx: Any,
  { host, orderId }: { host: QuoteHost; orderId: string },
  reason: string,
): Promise<void> {
  const rows = await roundRows(ctx, { orderId, kind: host.kind }, 'update')
  const roundId = rows.filter((r) => r.status !== S.closed).map((r) => r.id)
  if (roundId.length === 0) return
  const now = ctx.clock.now()
  await takeBack(ctx, { roundId })
  await ctx.remove('quote_part', { roundId })
  await ctx.update('quote_round', { id: roundId }, { status: S.closed, closedAt: now, closeReason: reason })
}

async function acting(ctx: Any, { host, order, roundId, who, over }: RoundPlace, action: RoundAction) {
  const row = (await roundRows(ctx, { orderId: order.id, kind: host.kind }, 'update')).find((r) => r.id === roundId)
  if (!row) throw new AppError('notFound')
  const record = await roundFacts(ctx, row, over)
  return { row, to: ROUND_STATUS.next(action, { record, who, now: ctx.clock.now().getTime() }) }
}

async function end(
  ctx: Any,
  { host, order }: { host: QuoteHost; order: Order },
  { row, to, reason }: { row: RoundRow; to: RoundFacts['status']; reason: string },
): Promise<void> {
  await ctx.update(
    'quote_part',
    { roundId: row.id, status: [QuoteStatus.values.none, QuoteStatus.values.saved] },
    { status: QuoteStatus.values.missed, draftTotal: null, draftLines: '[]' },
  )
  await ctx.update('quote_round', { id: row.id }, { status: to, closedAt: ctx.clock.now(), closeReason: reason })
  await ctx.schedule(timerOf(host, row.id), null, { kind: host.due, payload: {} })
  const quotes = await standings(ctx, [row])
  host.record(ctx, order.id, {
    action: 'round-closed',
    summary: `${host.label(row.roundNo)}结束：${reason}`,
    data: { roundId: row.id, offers: quotes.map(({ tradeId, total, status }) => ({ tradeId, total, status })) },
  })
  host.tell(
    ctx,
    order.id,
    quotes.map((q) => q.tradeId),
  )
}

/** Why a round cannot be as it was given, in words; empty when it can. */
async function problemOf(ctx: Any, order: Order, { parts, notAbove, isPartial, mayChange, terms }: NewRound) {
  const bidder = say(order, '{bidder}')
  const tradeIds = new Set((await participants(ctx, order.id)).map((p) => p.tradeId))
  if (parts.length === 0 || new Set(parts.map((p) => p.tradeId)).size < parts.length) return `请选择参加报价的${bidder}`
  if (parts.some((p) => !tradeIds.has(p.tradeId))) return `所选${bidder}不存在`
  const named = parts.flatMap((p) => (p.items ? [p.items] : []))
  const itemIds = new Set(named.length > 0 ? (await orderItems(ctx, order)).map((item) => item.id) : [])
  for (const items of new Set(named)) {
    const asked = new Set(items.map((i) => i.itemId))
    if (asked.size === 0 || asked.size < items.length) return '请选择报价的清单行'
    if (!asked.isSubsetOf(itemIds)) return '所选清单行不存在'
  }
  const isLimited = named.some((items) => items.length < itemIds.size)
  if (notAbove === 'total' && (isPartial || isLimited)) return '报价不含全部清单行的，须逐行与上一次报价比较'
  return terms.isSingle && mayChange ? '供应商须一次报出不得更改的价格，不能设为可修改' : ''
}

/** Who was asked to quote in a round. */
export async function invitedTo(ctx: Any, roundId: string): Promise<string[]> {
  return (await ctx.many('quote_part', { roundId }, { columns: ['tradeId'] })).map((row) => row.tradeId)
}

function schedule(ctx: Any, { host, order, roundId }: RoundPlace, deadline: Date): Promise<void> {
  return ctx.schedule(timerOf(host, roundId), deadline, { kind: host.due, payload: { orderId: order.id, roundId } })
}

function timerOf(host: QuoteHost, id: string): string {
  return `${host.timer}:${id}`
}

/** Takes a supplier out of the round that is open; what it may have sealed in it stands by itself. */
export async function dropPart(
  ctx: Any,
  { orderId, kind, tradeId }: { orderId: string; kind: QuoteHost['kind']; tradeId: string },
): Promise<void> {
  const open = (await roundRows(ctx, { orderId, kind }, 'update')).filter(({ status }) => status !== S.closed)
  const roundId = open.map(({ id }) => id)
  if (roundId.length > 0) await ctx.remove('quote_part', { roundId, tradeId })
}

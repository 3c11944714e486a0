import { type RawBuilder, sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { formatTime, MINUTE } from '#contract/time.ts'
import type { LowPriceHit } from '#features/evaluation/rules/low-price.ts'
import { bindRow } from '#server/bound-rows.ts'
import { NULL } from '#server/database/records.ts'
import type { QuestionKind } from '../rules/enums.ts'
import { QUESTIONS } from './bound.ts'
import type { Any, Order, QuoteHost, Supplier } from './host.ts'
import { roundRows } from './reads.ts'
import { insertRulings, ruleInvalid } from './rulings.ts'

interface Place {
  host: QuoteHost
  order: Order
}

/** What a supplier was asked about its quote, its answer, and what became of it. */
export interface Question {
  id: string
  quoteId: string
  roundId: string
  roundNo: number
  tradeId: string
  supplierName: string
  kind: QuestionKind
  question: string
  grounds: LowPriceHit[] | null
  askedName: string
  askedAt: Date
  dueAt: Date
  answer: string | null
  agreed: boolean | null
  answeredName: string
  answeredAt: Date | null
  opinion: string | null
  accepted: boolean | null
  decidedName: string
  decidedAt: Date | null
}

/** Questions about quotes of an order, the newest first. With `tradeId` those of one supplier. */
export async function questionsOf(
  ctx: Any,
  { host, order, tradeId }: { host: Pick<QuoteHost, 'kind'>; order: Pick<Order, 'id'>; tradeId?: string },
): Promise<Question[]> {
  const { rows } = await sql<Question>`
    select n.*, q.round_id, q.round_no, q.trade_id, c.name as supplier_name
    from quote_question n
    join quote_revealed q on q.tenant_id = n.tenant_id and q.id = n.quote_id
    join trade t on t.tenant_id = q.tenant_id and t.id = q.trade_id
    join company c on c.id = t.supplier_company_id
    where n.tenant_id = ${ctx.tenantId} and q.order_id = ${order.id} and q.kind = ${host.kind}
      and q.trade_id = coalesce(${tradeId ?? null}::uuid, q.trade_id)
    order by n.asked_at desc, n.id desc`.execute(ctx.tx)
  return rows
}

interface Asked {
  quoteId: string
  kind: QuestionKind
  question: string
  minutes: number
  grounds?: readonly LowPriceHit[]
  /** Null: the clock. */
  by: { userId: string; name: string } | null
}

/**
 * Asks a supplier about its revealed quote; it is told. Throws `notFound` for a quote that is not of the order or not revealed,
 * `wrongState` while another question about it is open, or where a correction is asked for and nothing is wrong.
 */
export async function askAboutQuote(
  ctx: Any,
  { over, ...place }: Place & { over: string },
  { quoteId, kind, question, minutes, grounds, by }: Asked,
): Promise<string> {
  const { host, order } = place
  const { round, tradeId } = await revealed(ctx, place, quoteId)
  if (over) throw new AppError('wrongState', over)
  const invalid = await ctx.one('quote_invalid', { quoteId }, { columns: ['cause'] })
  if (kind === 'correct' && invalid?.cause !== 'arithmetic')
    throw new AppError('wrongState', '该报价没有可以修正的计算错误')
  if (kind !== 'correct' && invalid) throw new AppError('wrongState', '该报价已被认定无效，无需说明')
  const open = await ctx.one('quote_question', { quoteId, decidedAt: NULL }, { columns: ['id'] })
  if (open) throw new AppError('wrongState', '已要求该供应商说明，请先处理')
  const [id, askedAt] = [ctx.newId(), ctx.clock.now()]
  const dueAt = new Date(askedAt.getTime() + minutes * MINUTE)
  await ctx.insert('quote_question', {
    id,
    quoteId,
    kind,
    question,
    ...(grounds && { grounds: JSON.stringify(grounds) }),
    askedBy: by?.userId ?? null,
    askedName: by?.name ?? '',
    askedAt,
    dueAt,
  })
  bindRow(ctx, QUESTIONS, [id])
  const label = host.label(round.roundNo)
  host.record(ctx, order.id, {
    action: 'offer-question',
    summary: `要求供应商对${label}${ASKS[kind]}`,
    data: { roundId: round.id, bidderId: tradeId, quoteId, questionId: id, kind, question, grounds, dueAt },
  })
  await host.notify(
    ctx,
    { order, tradeIds: [tradeId] },
    {
      title: `请对${label}${ASKS[kind]}`,
      content: `请在 ${formatTime(dueAt, true)} 前答复：${question}`,
    },
  )
  host.tell(ctx, order.id, [tradeId])
  return id
}

const ASKS: Readonly<Record<QuestionKind, string>> = {
  explain: '作出说明',
  correct: '确认计算修正',
  'low-price': '作出异常低价说明',
}

/** The supplier's answer, once, in time. A correction that it agrees to counts at once; one it refuses leaves the quote invalid. */
export async function answerQuestion(
  ctx: Supplier,
  place: Place,
  { questionId, tradeId, answer, agreed }: { questionId: string; tradeId: string; answer: string; agreed?: boolean },
): Promise<void> {
  const question = await questionFor(ctx, place, questionId)
  if (!question || question.tradeId !== tradeId) throw new AppError('notFound')
  const { kind, quoteId } = question
  const now = ctx.clock.now()
  if (question.decidedAt) throw new AppError('wrongState', '该事项已处理')
  if (question.answeredAt) throw new AppError('wrongState', '已答复，不能修改')
  if (now >= question.dueAt) throw new AppError('tooLate', '已超过答复截止时间')
  const isCorrection = kind === 'correct'
  if (isCorrection && agreed === undefined) throw new AppError('invalid', '请选择是否同意修正')
  const { userId, name } = ctx.actor
  await ctx.update(
    'quote_question',
    { id: questionId },
    {
      answer,
      ...(isCorrection && { agreed: agreed! }),
      answeredBy: userId,
      answeredName: name,
      answeredAt: now,
      ...(isCorrection && {
        opinion: agreed ? '供应商同意修正' : '供应商不同意修正',
        accepted: agreed!,
        decidedAt: now,
      }),
    },
  )
  bindRow(ctx, QUESTIONS, [questionId])
  if (isCorrection && agreed) {
    const invalid = await ctx.one('quote_invalid', { quoteId }, { columns: ['id', 'reason', 'cause'] })
    if (invalid?.cause !== 'arithmetic') throw new AppError('wrongState', '该报价没有可以修正的计算错误')
    await insertRulings(ctx, [
      {
        id: ctx.newId(),
        quoteId,
        kind: 'corrected',
        reason: `${invalid.reason}，以单价为准修正，供应商同意`,
        lifts: invalid.id,
        ruledBy: userId,
        ruledName: name,
        ruledAt: now,
      },
    ])
  }
  place.host.record(ctx, place.order.id, {
    action: 'offer-answer',
    summary: isCorrection ? `供应商${agreed ? '同意' : '不同意'}计算修正` : '供应商答复报价说明',
    data: { questionId, quoteId, kind, answer, agreed },
  })
  place.host.tell(ctx, place.order.id, [tradeId])
}

/**
 * What the owner makes of an answer, or of none once it is due: an explanation that holds is a ruling for good, one that does not
 * makes the quote invalid. Of a correction only that none came.
 */
export async function decideQuestion(
  ctx: Supplier,
  place: Place & { over: string },
  { questionId, accepted, opinion }: { questionId: string; accepted: boolean; opinion: string },
): Promise<void> {
  const question = await questionFor(ctx, place, questionId)
  if (!question) throw new AppError('notFound')
  if (place.over) throw new AppError('wrongState', place.over)
  const { kind, quoteId, tradeId } = question
  const now = ctx.clock.now()
  if (question.decidedAt) throw new AppError('wrongState', '该事项已处理')
  if (!question.answeredAt && now < question.dueAt)
    throw new AppError('wrongState', '供应商尚未答复，答复截止后方可处理')
  if (kind === 'correct' && accepted) throw new AppError('wrongState', '计算修正须经供应商同意')
  const { userId, name } = ctx.actor
  const decided = { opinion, accepted, decidedBy: userId, decidedName: name, decidedAt: now }
  await ctx.update('quote_question', { id: questionId }, decided)
  bindRow(ctx, QUESTIONS, [questionId])
  if (accepted)
    await insertRulings(ctx, [
      {
        id: ctx.newId(),
        quoteId,
        kind: 'explained',
        reason: opinion,
        cause: kind === 'low-price' ? 'low-price' : '',
        ruledBy: userId,
        ruledName: name,
        ruledAt: now,
      },
    ])
  else if (kind !== 'correct')
    await ruleInvalid(ctx, place, { quoteId, reason: opinion, ...(kind === 'low-price' && { cause: kind }) })
  place.host.record(ctx, place.order.id, {
    action: 'offer-decided',
    summary: `${accepted ? '认可' : '不认可'}供应商的说明：${opinion}`,
    data: { questionId, quoteId, bidderId: tradeId, kind, accepted, opinion },
  })
  place.host.tell(ctx, place.order.id, [tradeId])
}

/** Whether a question about a quote of an order is open, as a condition of a query. */
export function hasOpenQuestion(tenantId: number, orderId: string | RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from quote_question n
    join quote q on q.tenant_id = n.tenant_id and q.id = n.quote_id
    join quote_round r on r.tenant_id = q.tenant_id and r.id = q.round_id
    where n.tenant_id = ${tenantId} and n.decided_at is null and r.order_id = ${orderId})`
}

/** The question behind the lock of its round: of two who answer or decide the second finds what the first did. */
async function questionFor(ctx: Any, { host, order }: Place, id: string): Promise<Question | undefined> {
  const found = (await questionsOf(ctx, { host, order })).find((one) => one.id === id)
  if (!found) return undefined
  await roundRows(ctx, { orderId: order.id, kind: host.kind, id: found.roundId }, 'update')
  return (await questionsOf(ctx, { host, order })).find((one) => one.id === id)
}

async function revealed(ctx: Any, { host, order }: Place, quoteId: string) {
  const which = { orderId: order.id, kind: host.kind }
  const quote = await ctx.one('quote_revealed', { id: quoteId, ...which }, { columns: ['roundId', 'tradeId'] })
  if (!quote) throw new AppError('notFound')
  const [round] = await roundRows(ctx, { ...which, id: quote.roundId! }, 'update')
  return { round: round!, tradeId: quote.tradeId! }
}

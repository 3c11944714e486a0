import { AppError } from '#contract/errors.ts'
import { bindRow } from '#server/bound-rows.ts'
import { verifyPassword } from '#features/passport/server/public.ts'
import { say } from '#features/procurement/methods/say.ts'
import { keepFile } from '#server/files/keep-file.ts'
import { QuoteMode, RoundStatus } from '../rules/enums.ts'
import { type Previous, pricedLines, quoteProblem, quoteTotal, type QuoteLine, subsOf } from '../rules/prices.ts'
import { QUOTE_STATUS, type QuoteAction } from '../rules/status.ts'
import type { Any, Order, QuoteHost, QuotePlace, Supplier } from './host.ts'
import { GIVEN_QUOTES } from './bound.ts'
import { quotation } from './quotation.ts'
import { quoteFacts, quoteItems, roundRows } from './reads.ts'

export interface GivenQuote {
  total?: string | undefined
  lines: readonly { itemId: string; unitPrice: string; remark: string }[]
}

/** Keeps the own quote as a draft, which replaces the draft before; with `subId` only the prices of that part of the bill. */
export async function saveDraft(
  ctx: Supplier,
  place: QuotePlace,
  { subId, ...given }: GivenQuote & { subId?: number },
): Promise<{ savedAt: Date; subTotal: string | null; total: string | null }> {
  const { round, part, to } = await acting(ctx, place, 'save')
  const items = await askedItems(ctx, place.order, part)
  const sub = subId === undefined ? { items } : subsOf(items).find((s) => s.subId === subId)
  if (!sub) throw new AppError('notFound')
  const fresh = pricedLines(sub.items, given.lines)
  const kept = (part.draftLines as QuoteLine[]).filter((l) => !sub.items.some((i) => i.itemId === l.itemId))
  const lines = [...kept, ...fresh]
  const total = quoteTotal(round.mode, lines, subId === undefined ? given.total : (part.draftTotal ?? undefined))
  const savedAt = ctx.clock.now()
  await setPart(ctx, place, { status: to, draftTotal: total, draftLines: JSON.stringify(lines), savedAt })
  return { savedAt, subTotal: quoteTotal(QuoteMode.values.items, fresh, undefined), total }
}

/**
 * Submits the quote, as a further version where the round takes one. The quotation is made as a document from it, whose
 * hash the supplier then signs. `previous`: what counted before. Throws `tooLate`, `wrongState`, `invalid`.
 */
export async function submitQuote(
  ctx: Supplier,
  place: QuotePlace,
  { given, previous, supplierName }: { given: GivenQuote; previous: Previous; supplierName: string },
): Promise<{ submittedAt: Date; total: string; sha256: Buffer }> {
  const { round, part, to } = await acting(ctx, place, 'submit')
  const { host, order, roundId, tradeId } = place
  const items = await askedItems(ctx, order, part)
  const lines = pricedLines(items, given.lines)
  const total = quoteTotal(round.mode, lines, given.total)
  const { notAbove, isPartial } = round
  const limits = { items, previous, notAbove, isPartial, ceiling: order.controlPrice }
  const problem = quoteProblem({ mode: round.mode, lines, total }, limits)
  if (problem) throw new AppError('invalid', problem, [{ path: 'total', message: problem }])
  const submittedAt = ctx.clock.now()
  const of = { host, order, round, supplierName, total: total!, lines, items, submittedAt }
  const stored = await ctx.files.put(await host.document(quotation(of), submittedAt))
  const { fileId, sha256 } = await keepFile(ctx, stored, { name: quotationName(place, round), use: host.use })
  const before = await ctx.many('quote', { roundId, tradeId }, { columns: ['id', 'withdrawnAt'], orderBy: ['version'] })
  const last = before.at(-1)
  const id = ctx.newId()
  await ctx.insert('quote', {
    id,
    roundId,
    tradeId,
    version: before.length + 1,
    supersedes: last && !last.withdrawnAt ? last.id : null,
    total: total!,
    submittedAt,
    submittedBy: ctx.actor.userId,
    submittedName: ctx.actor.name,
    sha256,
    fileId,
  })
  await ctx.insert(
    'quote_line',
    lines.map((line) => ({ quoteId: id, ...line })),
  )
  bindRow(ctx, GIVEN_QUOTES, [id])
  await setPart(ctx, place, { status: to, draftTotal: null, draftLines: '[]' })
  // The figure stays sealed until the round closes: the history tells that there is a quote, and its hash.
  happened(ctx, place, {
    action: 'offer',
    summary: `提交${host.label(round.roundNo)}`,
    data: { sha256: stored.sha256 },
  })
  return { submittedAt, total: total!, sha256 }
}

/** The supplier's signature on the quotation's hash, with the password entered again. */
export async function signQuote(
  ctx: Supplier,
  place: QuotePlace,
  { sha256, prepared }: { sha256: string; prepared: unknown },
): Promise<Date> {
  const { round, to } = await acting(ctx, place, 'sign')
  const { roundId, tradeId } = place
  const quote = await ctx.expectOne('quote_in_force', { roundId, tradeId }, { columns: ['id', 'sha256'] })
  if (quote.sha256!.toString('hex') !== sha256)
    throw new AppError('tampered', '报价单与签署内容不一致，请重新阅读后签署')
  await verifyPassword(ctx, prepared)
  const signedAt = ctx.clock.now()
  const by = { signedBy: ctx.actor.userId, signedName: ctx.actor.name, signedIp: ctx.ip }
  await ctx.update('quote', { id: quote.id! }, { signedAt, ...by })
  bindRow(ctx, GIVEN_QUOTES, [quote.id!])
  await setPart(ctx, place, { status: to })
  const summary = `签署${place.host.label(round.roundNo)}的报价单`
  happened(ctx, place, { action: 'offer-signed', summary, data: { sha256 } })
  return signedAt
}

/** Takes the own quote back; until the deadline another may be submitted. */
export async function withdrawQuote(ctx: Supplier, place: QuotePlace): Promise<void> {
  const { round, to } = await acting(ctx, place, 'withdraw')
  const { host, roundId, tradeId } = place
  await takeBack(ctx, { roundId: [roundId], tradeId })
  await setPart(ctx, place, { status: to })
  happened(ctx, place, { action: 'offer-withdrawn', summary: `撤回${host.label(round.roundNo)}`, data: {} })
}

/** Marks the quotes of rounds as withdrawn, or those of one supplier. */
export async function takeBack(
  ctx: Any,
  { roundId, tradeId }: { roundId: readonly string[]; tradeId?: string },
): Promise<void> {
  const rows = await ctx.tx
    .updateTable('quote')
    .set({ withdrawnAt: ctx.clock.now() })
    .where('tenantId', '=', ctx.tenantId)
    .where('roundId', 'in', [...roundId])
    .where('withdrawnAt', 'is', null)
    .$if(tradeId !== undefined, (q) => q.where('tradeId', '=', tradeId!))
    .returning(['id', 'submissionId'])
    .execute()
  for (const { id, submissionId } of rows) if (submissionId === null) bindRow(ctx, GIVEN_QUOTES, [id])
}

/** What the file of a quotation is called. */
export function quotationName(
  { host, order }: { host: Pick<QuoteHost, 'label'>; order: Order },
  { roundNo }: { roundNo: number },
): string {
  return `报价单-${order.code}-${host.label(roundNo)}.pdf`
}

async function acting(ctx: Supplier, { host, order, roundId, tradeId, over }: QuotePlace, action: QuoteAction) {
  // The round first, shared: closing it takes the row whole, so no quote slips in behind the close.
  const [round] = await roundRows(ctx, { orderId: order.id, kind: host.kind, id: roundId }, 'share')
  const part = await ctx.one('quote_part', { roundId, tradeId }, { lock: 'update' })
  if (!round || !part || round.status === RoundStatus.values.notStarted) throw new AppError('notFound')
  const now = ctx.clock.now().getTime()
  const record = quoteFacts(part.status as 0, round, over)
  if (action !== 'sign' && record.isQuoting && record.deadline !== null && now >= record.deadline)
    throw new AppError('tooLate', '已超过报价截止时间')
  return { round, part, to: QUOTE_STATUS.next(action, { record, who: 'supplier', now }) }
}

/** The lines of the bill that the supplier is asked for. */
async function askedItems(ctx: Any, order: Order, part: { items: unknown }) {
  const items = await quoteItems(ctx, order)
  if (part.items === null) return items
  const asked = new Set((part.items as { itemId: string }[]).map((i) => i.itemId))
  return items.filter((i) => asked.has(i.itemId))
}

async function setPart(
  ctx: Any,
  { roundId, tradeId }: QuotePlace,
  set: { status: number; draftTotal?: string | null; draftLines?: string; savedAt?: Date },
): Promise<void> {
  await ctx.update('quote_part', { roundId, tradeId }, set)
}

function happened(
  ctx: Any,
  { host, order, roundId, tradeId }: QuotePlace,
  { action, summary, data }: { action: string; summary: string; data: object },
): void {
  host.record(ctx, order.id, {
    action,
    summary: `${say(order, '{bidder}')}${summary}`,
    data: { roundId, bidderId: tradeId, ...data },
  })
  host.tell(ctx, order.id, [tradeId])
}

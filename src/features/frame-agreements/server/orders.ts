import { Exact } from '#contract/money.ts'
import { AppError } from '#contract/errors.ts'
import { orderUnderAgreement } from '#features/contracts/server/public.ts'
import { implement, type Route } from '#server/implement.ts'
import * as calls from '../contract/agreement.ts'
import { orderFindings } from '../rules/checks.ts'
import { nextInTurn } from '../rules/quota.ts'
import { demanded, demandPrices, ORDERS, record } from './access.ts'
import { type Agreement, type Any, type Entry, invalid, namesOf, pricesOf, today } from './rows.ts'
import { type AgreementBounds, boundsOf, type Objection, objections } from './usage.ts'

/** Orders from an agreement in force. Its lock is held: of two at once the second sees what the first has taken. */
export const orderRoutes: readonly Route[] = [
  implement(calls.orderFromAgreement, ORDERS, async (ctx, { params, body }) => {
    const { row } = await demanded(ctx, params.agreementId, 'order')
    const { bounds, items, entries } = await boundsOf(ctx, row)
    const chosen = entries.find(({ entry }) => entry.id === body.entryId)
    if (!chosen) throw new AppError('notFound')
    const { entry } = chosen
    demandPrices(
      body.lines.map(({ line }) => ({ line, unitPrice: null, quantity: null })),
      items,
      'lines',
    )
    const lines = body.lines.map(({ line, quantity, unitPrice }, i) => {
      const price = unitPrice ?? pricesOf(entry).find((one) => one.line === line)?.unitPrice
      if (!price) throw invalid(`lines.${i}.unitPrice`, '该行标的没有协议价，请填写本次单价')
      return { line, quantity: new Exact(quantity).toFixed(), unitPrice: price }
    })
    const against = await objections(
      ctx,
      row.purchaserCompanyId,
      entries.map((one) => one.entry.supplierCompanyId),
    )
    const passes = row.rule === 'rotation' ? passedOver(entries, { entry, turn: row.turn, against }) : null
    const made = await placeFrom(ctx, row, {
      entry: chosen,
      bounds,
      lines,
      against: against.get(entry.supplierCompanyId) ?? null,
      passesOver: passes && ((await namesOf(ctx, [passes.supplierCompanyId])).get(passes.supplierCompanyId) ?? ''),
      skipReason: passes === null ? '' : body.skipReason,
      terms: { deliverBy: body.deliverBy, place: body.place, note: body.note, byName: ctx.actor.name },
    })
    await ctx.update('frame_agreement', { id: row.id }, { turn: entry.no })
    return { callOffId: made.callOffId }
  }),
]

interface Placed {
  entry: AgreementBounds['entries'][number]
  bounds: AgreementBounds['bounds']
  lines: readonly { line: number; quantity: string; unitPrice: string }[]
  /** What the library of suppliers says against it. */
  against: Objection | null
  /** Whose turn it was; null: nobody is passed over. */
  passesOver: string | null
  skipReason: string
  terms: { deliverBy: string; place: string; note: string; byName: string }
}

/** Makes an order under the lock of the agreement; throws `wrongState`, `invalid` where it may not be made. */
export async function placeFrom(
  ctx: Any,
  row: Agreement,
  placed: Placed,
): Promise<{ callOffId: string; code: string }> {
  const { lines, skipReason, terms } = placed
  const { entry } = placed.entry
  const findings = findingsOf(ctx, row, placed)
  const block = findings.find(({ severity }) => severity === 'block')
  if (block?.rule === 'turn') throw invalid('skipReason', block.text)
  if (block) throw new AppError('wrongState', block.text)
  const made = await orderUnderAgreement(ctx, entry.contractId!, { ...terms, lines })
  await ctx.insert('frame_order', { callOffId: made.callOffId, agreementId: row.id, entryId: entry.id, skipReason })
  record(ctx, row, {
    action: 'order',
    summary: `由框架协议下达采购订单 ${made.code}${skipReason && `，未按轮候顺序：${skipReason}`}`,
    data: { amount: made.amount, lines, warnings: findings.map(({ text }) => text) },
  })
  return made
}

/** What is to be said of an order now. */
export function findingsOf(
  ctx: Any,
  row: Agreement,
  { entry: { entry, limits }, bounds, lines, against, passesOver, skipReason }: Omit<Placed, 'terms'>,
) {
  return orderFindings({
    today: today(ctx),
    from: row.fromDay,
    until: row.untilDay,
    bounds,
    entry: { ...limits, isActive: entry.state === 'active' },
    lines,
    passesOver,
    skipReason,
    admission: against,
  })
}

/** The supplier whose turn it is where another is chosen: nobody is passed over who cannot be ordered from anyway. */
function passedOver(
  entries: readonly { entry: Entry }[],
  { entry, turn, against }: { entry: Entry; turn: number; against: Awaited<ReturnType<typeof objections>> },
): Entry | null {
  const next = nextServed(
    entries.map((one) => one.entry),
    { turn, against },
  )
  return next === null || next.id === entry.id ? null : next
}

/** Who is served next among those who may be. */
export function nextServed(
  entries: readonly Entry[],
  { turn, against }: { turn: number; against: Awaited<ReturnType<typeof objections>> },
): Entry | null {
  const may = entries.filter(
    ({ state, supplierCompanyId }) => state === 'active' && against.get(supplierCompanyId)?.level !== 'block',
  )
  return nextInTurn(may, turn)
}

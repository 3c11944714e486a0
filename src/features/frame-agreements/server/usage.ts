import { orderedUnder } from '#features/contracts/server/public.ts'
import { admissions } from '#features/suppliers/server/public.ts'
import { amountLeft, type Bounds, type EntryBounds, together, type Used } from '../rules/quota.ts'
import { type Agreement, type Any, type Entry, entriesOf, itemsOf, pricesOf } from './rows.ts'

/** What an agreement allows, with what live orders take of it, in all and by supplier. Under its lock nothing is added to it. */
export async function boundsOf(ctx: Any, row: Agreement) {
  const [items, entries] = await Promise.all([itemsOf(ctx, row.id), entriesOf(ctx, row.id)])
  const orders = await orderedUnder(
    ctx,
    entries.flatMap(({ contractId }) => contractId ?? []),
  )
  const usedOf = ({ contractId }: Entry): Used & { accepted: string } =>
    (contractId !== null && orders.get(contractId)) || { amount: '0.00', accepted: '0.00', lines: [] }
  const of = entries.map((entry) => {
    const used = usedOf(entry)
    const limits: EntryBounds = { share: entry.share, prices: pricesOf(entry), used }
    return { entry, used, limits }
  })
  const bounds: Bounds = { quota: row.quota, items, used: together(of.map(({ used }) => used)) }
  return {
    items,
    bounds,
    entries: of.map((one) => ({ ...one, left: amountLeft(bounds, one.limits) })),
    acceptedOf: (line: number) =>
      of.flatMap(({ used }) => used.lines.filter((one) => one.line === line).map((one) => one.accepted ?? '0')),
  }
}

export type AgreementBounds = Awaited<ReturnType<typeof boundsOf>>

export interface Objection {
  level: 'warn' | 'block'
  reason: string
}

/** What the own library of suppliers says against companies, by company; those without an objection are left out. */
export async function objections(
  ctx: Any,
  ownerCompanyId: string,
  companyIds: readonly string[],
): Promise<Map<string, Objection>> {
  const found = await admissions(ctx, { ownerCompanyId, companyIds, act: 'invite', isOpenByLaw: false })
  return new Map(
    [...found].flatMap(([companyId, one]) =>
      one.level === 'ok' ? [] : [[companyId, { level: one.level, reason: one.reason }] as const],
    ),
  )
}

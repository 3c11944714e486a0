import { formatDate } from '#contract/time.ts'
import { agreementFindings, type Finding } from '../rules/checks.ts'
import type { CallRule, Category, Kind, Regime } from '../rules/words.ts'
import { type Agreement, type Any, entriesOf, itemsOf, namesOf, pricesOf } from './rows.ts'

/** What is to be said of a draft: warnings, and what keeps it from being sent. */
export async function findingsOf(ctx: Any, row: Agreement): Promise<Finding[]> {
  const [items, entries] = await Promise.all([itemsOf(ctx, row.id), entriesOf(ctx, row.id)])
  const names = await namesOf(
    ctx,
    entries.map(({ supplierCompanyId }) => supplierCompanyId),
  )
  return agreementFindings({
    kind: row.kind as Kind,
    regime: row.regime as Regime,
    category: row.category as Category,
    rule: row.rule as CallRule,
    from: row.fromDay,
    until: row.untilDay,
    today: formatDate(ctx.clock.now()),
    quota: row.quota,
    hasTerms: row.terms.trim() !== '' || (row.files as unknown[]).length > 0,
    items,
    entries: entries.map((one) => ({
      name: names.get(one.supplierCompanyId) ?? '',
      share: one.share,
      prices: pricesOf(one),
    })),
  })
}

/** Why an agreement cannot be sent; null: it can. */
export async function blockedOf(ctx: Any, row: Agreement): Promise<string | null> {
  return (await findingsOf(ctx, row)).find(({ severity }) => severity === 'block')?.text ?? null
}

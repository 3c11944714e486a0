import { createHash } from 'node:crypto'
import { trimZeros } from '#contract/money.ts'
import { canonicalBytes } from '#features/sealing/core/canonical.ts'
import type { StoredFile } from '#server/files/own-files.ts'
import type { Price } from '../rules/quota.ts'
import { type Agreement, type Any, type Entry, itemsOf } from './rows.ts'

/**
 * SHA-256 of what purchaser and one supplier agree to: parties, items with this supplier's prices and share, terms, and files
 * by their hashes, as canonical JSON (RFC 8785). Nothing of other suppliers is in it.
 */
export async function contentHash(
  ctx: Any,
  row: Agreement,
  { entry, version, prices }: { entry: Entry; version: number; prices: readonly Price[] },
): Promise<Buffer> {
  const ids = [row.purchaserCompanyId, entry.supplierCompanyId]
  const companies = await ctx.many('company', { id: ids }, { columns: ['id', 'name', 'creditCode'] })
  const party = (id: string) => {
    const { name, creditCode } = companies.find((one) => one.id === id)!
    return { name, creditCode }
  }
  const items = await itemsOf(ctx, row.id)
  const agreed = {
    type: 'kaibiao/frame-agreement/1',
    code: row.code,
    version,
    purchaser: party(row.purchaserCompanyId),
    supplier: party(entry.supplierCompanyId),
    title: row.title,
    kind: row.kind,
    category: row.category,
    rule: row.rule,
    from: row.fromDay,
    until: row.untilDay,
    quota: row.quota,
    share: entry.share,
    items: items.map(({ line, name, spec, unit, quantity }) => ({
      line,
      name,
      spec,
      unit,
      quantity: quantity && trimZeros(quantity),
    })),
    prices: prices.toSorted((a, b) => a.line - b.line).map((one) => ({ ...one })),
    terms: row.terms,
    priceNote: row.priceNote,
    place: row.place,
    payer: row.payer,
    payDays: row.payDays,
    payReason: row.payReason,
    files: (row.files as unknown as StoredFile[]).map(({ name, sha256 }) => ({ name, sha256 })),
  }
  return createHash('sha256').update(canonicalBytes(agreed)).digest()
}

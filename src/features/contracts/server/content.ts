import { createHash } from 'node:crypto'
import { canonicalBytes } from '#features/sealing/core/canonical.ts'
import type { StoredFile } from '#server/files/own-files.ts'
import { trimZeros } from '#contract/money.ts'
import type { Any, Contract } from './access.ts'

export interface ContentLine {
  line: number
  name: string
  spec: string
  unit: string
  quantity: string
  unitPrice: string
  amount: string
}

/** What a version of a contract says and a change may alter. */
export interface Content {
  lines: ContentLine[]
  terms: string
  place: string
  deliverBy: string | null
  payDays: number
}

/** Lines of the version in force. */
export async function linesOf(ctx: Any, contractId: string) {
  const rows = await ctx.many('contract_line', { contractId }, { orderBy: ['line'] })
  return rows.map(({ line, name, spec, unit, quantity, unitPrice, amount, ordered }) => ({
    line,
    name,
    spec,
    unit,
    // Of an agreement that bounds the amount alone: empty.
    quantity: quantity === null ? '' : trimZeros(quantity),
    unitPrice: trimZeros(unitPrice),
    amount,
    ordered: trimZeros(ordered),
  }))
}

export async function contentOf(ctx: Any, { id, terms, place, deliverBy, payDays }: Contract): Promise<Content> {
  const lines = (await linesOf(ctx, id)).map(({ ordered: _ordered, ...line }) => line)
  return { lines, terms, place, deliverBy, payDays }
}

/**
 * SHA-256 of what both sides agree to: parties, price, terms, lines, and files by their hashes, as canonical JSON (RFC 8785).
 * What the supplier confirms is this hash, so that neither side can have read something else.
 */
export async function contentHash(
  ctx: Any,
  row: Contract,
  of: { version: number; price: string; content: Content; files: readonly StoredFile[] },
): Promise<Buffer> {
  const ids = [row.purchaserCompanyId, row.supplierCompanyId]
  const companies = await ctx.many('company', { id: ids }, { columns: ['id', 'name', 'creditCode'] })
  const party = (id: string) => {
    const { name, creditCode } = companies.find((one) => one.id === id)!
    return { name, creditCode }
  }
  const agreed = {
    type: 'kaibiao/contract/1',
    code: row.code,
    version: of.version,
    orderId: row.orderId,
    purchaser: party(row.purchaserCompanyId),
    supplier: party(row.supplierCompanyId),
    title: row.title,
    price: of.price,
    ...of.content,
    warranty: row.warranty,
    // Left out where none is demanded: contracts from before it could be keep their hash.
    ...(row.performanceBond !== null && { performanceBond: row.performanceBond }),
    payer: row.payer,
    payMode: row.payMode,
    milestones: row.milestones as unknown,
    lateRate: row.lateRate,
    lpr: row.lpr,
    files: of.files.map(({ name, sha256 }) => ({ name, sha256 })),
  }
  return createHash('sha256').update(canonicalBytes(agreed)).digest()
}

import * as z from 'zod'
import type { PriceSheet } from './price-sheet.ts'

/**
 * Double envelope: what the opening of the business envelopes reads out, sealed in that envelope. It never holds a
 * price: those are in the price sheet, in the other one.
 */
const Statement = z.strictObject({
  type: z.literal('kaibiao.statement/1'),
  orderId: z.string(),
  marks: z.array(
    z.object({ name: z.string().max(40), value: z.string().trim().max(100), unit: z.number().int().nullable() }),
  ),
})
export type Statement = z.output<typeof Statement>

/** The bytes that are sealed as the file of role `statement`. */
export function statementBytes(orderId: string, marks: PriceSheet['marks']): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify({ type: 'kaibiao.statement/1', orderId, marks } satisfies Statement))
}

/** Reads an opened statement; the Chinese reason when it is none, or of another order. */
export function readStatement(
  bytes: Uint8Array,
  orderId: string,
): { ok: true; statement: Statement } | { ok: false; reason: string } {
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return { ok: false, reason: '商务开标一览表格式不正确' }
  }
  const parsed = Statement.safeParse(value)
  if (!parsed.success) return { ok: false, reason: '商务开标一览表格式不正确' }
  if (parsed.data.orderId !== orderId) return { ok: false, reason: '商务开标一览表不属于本标段' }
  return { ok: true, statement: parsed.data }
}

import { canonicalJson } from '#features/sealing/core/canonical.ts'
import { demand } from '#features/sealing/core/check.ts'
import { MACHINE } from '#features/sealing/core/record-manifest.ts'
import type { PublishedNotice } from '#features/sealing/core/verify-record.ts'
import type { Contents } from './record-types.ts'

/* Values of one member of a record against those of another: how they are read, and when they are the same. */

/** An object of a record, of which nothing is believed. */
export type Row = Record<string, unknown>

/** A file for programs, by its path among them; undefined: there is none. */
export async function member<T = Row>({ container }: Contents, path: string): Promise<T | undefined> {
  const entry = container.entries.find((one) => one.path === `${MACHINE}/${path}`)
  return entry && (JSON.parse(await entry.blob.text()) as T)
}

/** The rows of a member that is a list; none where there is no such member. */
export async function rowsIn(contents: Contents, path: string): Promise<Row[]> {
  return (await member<Row[]>(contents, path)) ?? []
}

/** What was recorded of an act of the order, each time. */
export function factsOf({ found }: Contents, action: string): unknown[] {
  return found.facts.flatMap(({ body }) => {
    const fact = JSON.parse(body) as { action?: unknown; data?: unknown }
    return fact.action === action ? [fact.data] : []
  })
}

/** The texts that the log holds of the order, of one type that they state. */
export function textsOf({ found, body }: Contents, type: string): Row[] {
  return found.records
    .flatMap(({ records }) => records)
    .filter(({ record, text }) => record.subject === body.orderId && text !== null)
    .map(({ text }) => JSON.parse(text!) as Row)
    .filter((text) => text['type'] === type)
}

/** Notices in the order in which they were published. */
export function noticesOf({ found }: Contents): (PublishedNotice & { id?: string; order_id?: string; data: Row })[] {
  return found.published.toSorted((a, b) => (a.code < b.code ? -1 : 1)) as never
}

/** A number as it is compared: without what changes nothing. Throws for what is no number; null stays. */
export function figure(value: unknown): string | null {
  if (value === null || value === undefined) return null
  const [, whole, part = ''] =
    /^(\d+)(?:\.(\d+))?$/.exec(typeof value === 'number' ? String(value) : typeof value === 'string' ? value : '') ?? []
  demand(whole !== undefined, `数字 ${JSON.stringify(value)} 格式有误`)
  const rest = part.replace(/0+$/, '')
  return `${whole.replace(/^0+(?=\d)/, '')}${rest && '.'}${rest}`
}

/** Both the same number, or none both. `what` names both places. */
export function demandFigure(what: string, a: unknown, b: unknown): void {
  demand(figure(a) === figure(b), `${what}不一致：${shown(a)} 与 ${shown(b)}`)
}

/** Both the same value. */
export function demandSame(what: string, a: unknown, b: unknown): void {
  demand(canonicalJson(a ?? null) === canonicalJson(b ?? null), `${what}不一致：${shown(a)} 与 ${shown(b)}`)
}

/** Both lists hold the same texts, in whatever order. */
export function demandSet(what: string, a: readonly unknown[], b: readonly unknown[]): void {
  demandSame(what, a.map(String).toSorted(), b.map(String).toSorted())
}

function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? null)
  return text.length > 120 ? `${text.slice(0, 120)}…` : text
}

import * as z from 'zod'
import type { LineColumn } from '../../methods/method.ts'

/** The most that one cell holds. */
export const MAX_FACT = 200

/** What is asked of each line, by its id and the key of the method's column. Lines that are no longer in the bill stay unread. */
export const LineFacts = z.record(z.uuid(), z.record(z.string().max(20), z.string().trim().max(MAX_FACT)))
export type LineFacts = z.output<typeof LineFacts>

type Columns = readonly LineColumn[] | undefined

/** The lines with what is asked of them behind their specification, where suppliers, comparison and contract read it. */
export function withFacts<T extends { id: string; spec: string }>(
  items: readonly T[],
  columns: Columns,
  facts: LineFacts | undefined,
): T[] {
  return items.map((item) => {
    const own = facts?.[item.id]
    const said = (columns ?? []).flatMap(({ key, title }) => (own?.[key] ? [`${title}：${own[key]}`] : []))
    return said.length === 0 ? item : { ...item, spec: [item.spec, ...said].filter(Boolean).join('；') }
  })
}

/** Lines that lack something required, with the titles of what they lack. */
export function missingFacts(
  items: readonly { id: string; line: number }[],
  columns: Columns,
  facts: LineFacts | undefined,
): { line: number; titles: string[] }[] {
  const required = (columns ?? []).filter(({ isRequired }) => isRequired)
  return items
    .map(({ id, line }) => ({ line, titles: required.filter(({ key }) => !facts?.[id]?.[key]).map((c) => c.title) }))
    .filter(({ titles }) => titles.length > 0)
}

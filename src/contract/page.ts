import * as z from 'zod'

export const PAGE_SIZES = [20, 50, 100] as const

/** Counting stops here: beyond it a list shows "1000+", because an exact count costs more than the page itself. */
export const COUNT_LIMIT = 1001

/**
 * What every list takes: an opaque cursor from the page before (keyset paging), or nothing for the first page.
 * `pageNo` serves jumps within the first COUNT_LIMIT rows.
 */
export const PageQuery = z.object({
  pageNo: z.coerce.number().int().min(1).max(1000).default(1),
  pageSize: z.coerce.number().int().min(1).max(100).default(20),
  cursor: z.string().max(500).optional(),
  keyword: z.string().trim().max(100).optional(),
})
export type PageQuery = z.output<typeof PageQuery>

/** A page of rows. `total` is exact up to 1000; 1001 means "more than 1000". `counts`: rows per status tab. */
export function pageOf<T extends z.ZodType>(row: T) {
  return z.object({
    rows: z.array(row),
    total: z.number().int(),
    next: z.string().nullable().describe('cursor of the next page, null at the end'),
    counts: z.record(z.string(), z.number().int()).optional(),
  })
}

export interface Page<T> {
  rows: T[]
  total: number
  next: string | null
  counts?: Record<string, number>
}

export function totalLabel(total: number): string {
  return total >= COUNT_LIMIT ? `${COUNT_LIMIT - 1}+` : String(total)
}

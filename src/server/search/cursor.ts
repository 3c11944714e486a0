import * as z from 'zod'
import { AppError } from '#contract/errors.ts'
import { COUNT_LIMIT } from '#contract/page.ts'

/** Where a page ended, and what the first page counted: nothing is counted again behind it. */
export interface Cursor {
  /** Values of the list's key columns in the last row: instants and ids. */
  keys: string[]
  /** Of the last row, where a search lists its best hits first. */
  rank?: number | undefined
  total: number
  counts?: Record<string, number> | undefined
}

/** Opaque to clients, who can change in it nothing but where they read on and what they themselves are shown. */
export function writeCursor({ keys, rank, total, counts }: Cursor): string {
  return Buffer.from(JSON.stringify([keys, rank ?? null, total, counts ?? null])).toString('base64url')
}

/** Throws `badRequest` for a cursor that is not of a list with `length` key columns. */
export function readCursor(cursor: string, length: number): Cursor {
  const read = Written.safeParse(parse(cursor))
  if (!read.success || read.data[0].length !== length)
    throw new AppError('badRequest', '翻页参数有误，请从第一页重新查询')
  const [keys, rank, total, counts] = read.data
  return { keys, rank: rank ?? undefined, total, counts: counts ?? undefined }
}

const Count = z.number().int().min(0).max(COUNT_LIMIT)
const Written = z.tuple([
  z.array(z.union([z.guid(), z.string().refine(isInstant)])).max(3),
  z.number().int().min(0).max(2).nullable(),
  Count,
  z.record(z.string().max(20), Count).nullable(),
])

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** Of the form, and on the calendar: the database takes no 31st of February. */
function isInstant(value: string): boolean {
  const at = new Date(value)
  return INSTANT.test(value) && !Number.isNaN(at.getTime()) && at.toISOString() === value
}

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    return null
  }
}

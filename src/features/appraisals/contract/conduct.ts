import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { Instant } from '#contract/time.ts'
import { GRADES } from '#features/suppliers/rules/grades.ts'
import { Day, Fact } from './shared.ts'

/** So many of the newest records stand on the page of a supplier. */
export const MOST_RECORDS = 50

const Share = z.object({ good: z.number().int(), all: z.number().int() })

export const supplierConduct = endpoint({
  method: 'GET',
  path: '/workbench/buyer/suppliers/{supplierId}/conduct',
  summary: 'How a supplier of the own library delivered within a year, and what it came to in published appraisals',
  params: z.object({ supplierId: Id }),
  returns: z.object({
    from: Day,
    until: Day,
    /** Orders that came whole by their day, and deliveries that were accepted whole. */
    deliveries: Share,
    acceptances: Share,
    /** The newest first, `MOST_RECORDS` at most. */
    records: z.array(Fact),
    /** By their results in force, the newest first. */
    appraisals: z.array(
      z.object({
        appraisalId: Id,
        title: z.string(),
        from: Day,
        until: Day,
        publishedAt: Instant,
        /** Null: nothing happened in the period, so there is no score. */
        score: z.string().nullable(),
        grade: z.enum(GRADES).nullable(),
        gradeUntil: Day,
        veto: z.string(),
      }),
    ),
  }),
})

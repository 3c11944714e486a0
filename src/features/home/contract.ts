import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Instant } from '#contract/time.ts'

const Entry = z.object({ key: z.string(), label: z.string(), title: z.string(), link: z.string() })

export const homePage = endpoint({
  method: 'GET',
  path: '/workbench/home',
  summary: 'What waits for the person in the workbench it is in, what is due, and how its work stands',
  returns: z.object({
    /** Nearest deadline first, what has none last. */
    todos: z.array(Entry.extend({ dueAt: Instant.nullable() })),
    /** There is more to do than is listed. */
    hasMore: z.boolean(),
    /** Of the next seven days, in order. */
    deadlines: z.array(Entry.extend({ at: Instant })),
    board: z.array(
      z.object({ label: z.string(), count: z.number().int().describe('1001 means more'), link: z.string() }),
    ),
    figures: z.array(
      z.object({
        label: z.string(),
        value: z.string(),
        unit: z.enum(['count', 'yuan', 'percent']),
        hint: z.string().nullable(),
      }),
    ),
    /** Something could not be looked up; the rest is complete. */
    isPartial: z.boolean(),
  }),
})

import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { Instant } from '#contract/time.ts'
import { CHANGE_KINDS, OUT_CAUSES } from './rules/panel.ts'

/** A review by a group as one supplier sees it: its own standing, and the changes of demands that it was told. Nothing of others. */

const params = z.object({ orderId: Id })
const SUPPLIER = '/workbench/supplier/tenders/{orderId}/panel'

export const ownPanel = endpoint({
  method: 'GET',
  path: SUPPLIER,
  summary: 'How the own company stands in the review, and the changes of demands it was told',
  params,
  returns: z.object({
    orderId: Id,
    code: z.string(),
    title: z.string(),
    method: z.number().int(),
    tradeId: Id,
    /** `waiting`: the review has not begun; `none`: no response was handed in. */
    stand: z.enum(['waiting', 'in', 'out', 'none']),
    cause: z.enum(['', ...(Object.keys(OUT_CAUSES) as (keyof typeof OUT_CAUSES)[])]),
    reason: z.string(),
    outAt: Instant.nullable(),
    changes: z.array(
      z.object({
        version: z.number().int(),
        kinds: z.array(z.enum(Object.keys(CHANGE_KINDS) as [keyof typeof CHANGE_KINDS])),
        content: z.string(),
        deadline: Instant,
        at: Instant,
        hash: z.string(),
      }),
    ),
    /** What is asked for now. */
    open: z.object({ roundId: Id, deadline: Instant, isFinal: z.boolean() }).nullable(),
    /** Why the own company cannot leave now; null when it can, '' when there is nothing to leave. */
    blocked: z.string().nullable(),
  }),
})

export const leavePanel = endpoint({
  method: 'POST',
  path: `${SUPPLIER}/exit`,
  summary: 'Leave the order before the final offer, with a reason; for good',
  params,
  body: z.object({ reason: z.string().trim().min(2, '请填写退出原因').max(500) }),
  errors: ['wrongState', 'invalid'],
})

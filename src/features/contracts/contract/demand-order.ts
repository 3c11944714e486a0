import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { PageQuery, pageOf } from '#contract/page.ts'
import { Instant } from '#contract/time.ts'
import * as shared from './shared.ts'

/* What departments need of contracts in force. */

const base = '/workbench/demand-orders'
const params = z.object({ demandOrderId: Id })

export const demandOrderPage = endpoint({
  method: 'GET',
  path: `${base}/page`,
  summary: 'Needs of the own company: purchasing sees all of them, others their own; counts per state',
  query: PageQuery.extend({ state: shared.DemandStateValue.optional() }),
  returns: pageOf(
    z.object({
      demandOrderId: Id,
      code: z.string(),
      contractId: Id,
      contractTitle: z.string(),
      supplierName: z.string(),
      department: z.string(),
      purpose: z.string(),
      needBy: shared.Day.nullable(),
      lines: z.array(z.object({ line: z.number().int(), name: z.string(), unit: z.string(), quantity: z.string() })),
      state: shared.DemandStateValue,
      reason: z.string(),
      callOffId: Id.nullable(),
      askedByName: z.string(),
      askedAt: Instant,
      isOwn: z.boolean(),
      /** Whoever asks may turn it into an order, or refuse it. */
      mayAnswer: z.boolean(),
    }),
  ),
})

export const orderableContracts = endpoint({
  method: 'GET',
  path: `${base}/contracts`,
  summary: 'Contracts in force with what they leave to be ordered; without prices',
  returns: z.array(
    z.object({
      contractId: Id,
      code: z.string(),
      title: z.string(),
      supplierName: z.string(),
      lines: z.array(
        z.object({ line: z.number().int(), name: z.string(), spec: z.string(), unit: z.string(), left: z.string() }),
      ),
    }),
  ),
})

export const askDemandOrder = endpoint({
  method: 'POST',
  path: base,
  summary: 'Ask purchasing for what a contract in force leaves',
  body: z.object({
    contractId: Id,
    department: z.string().trim().min(2, '请填写需求部门').max(100),
    purpose: z.string().trim().min(2, '请填写用途').max(500),
    needBy: shared.Day.nullable().default(null),
    lines: z.array(shared.LineQuantity).min(1, '请填写需求数量').max(500),
  }),
  returns: z.object({ demandOrderId: Id }),
  errors: ['wrongState'],
})

export const withdrawDemandOrder = endpoint({
  method: 'POST',
  path: `${base}/{demandOrderId}/withdraw`,
  summary: 'Take the own need back before it is ordered',
  params,
  errors: ['wrongState'],
})

export const refuseDemandOrder = endpoint({
  method: 'POST',
  path: `${base}/{demandOrderId}/refuse`,
  summary: 'Send a need back with the reason',
  params,
  body: z.object({ reason: shared.Reason }),
  errors: ['wrongState'],
})

import * as z from 'zod'
import { Action } from '#contract/action.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { Amount } from '#contract/money.ts'
import { PageQuery, pageOf } from '#contract/page.ts'
import { Instant } from '#contract/time.ts'
import { OrderStateValue } from '#features/procurement/contract/shared.ts'
import { ENTRUST_STATES } from '../rules/status.ts'
import { FEE_PAYERS, FEE_RULES, KEPT_STEPS } from '../rules/terms.ts'

const State = z.enum(Object.keys(ENTRUST_STATES) as [keyof typeof ENTRUST_STATES])
const Side = z.enum(['purchaser', 'agency'])
const Kept = z.enum(Object.keys(KEPT_STEPS) as [keyof typeof KEPT_STEPS])
const FeeRule = z.enum(Object.keys(FEE_RULES) as [keyof typeof FEE_RULES])
const FeePayer = z.enum(Object.keys(FEE_PAYERS) as [keyof typeof FEE_PAYERS])
const params = z.object({ entrustmentId: Id })
const reason = z.string().trim().min(2, '请填写原因').max(500)
const FileRef = z.object({ fileId: Id, name: z.string(), size: z.number().int(), sha256: z.string() })

export const Terms = z.object({
  /** Chosen by a purchaser; an agency proposes itself. */
  agencyCompanyId: Id.nullable().default(null),
  /** Steps that the purchaser approves itself; none: the agency decides alone. */
  kept: z.array(Kept).max(10).default([]),
  feeRule: FeeRule,
  feePayer: FeePayer,
  /** Where it is fixed. */
  feeAmount: Amount.nullable().default(null),
  note: z.string().trim().max(2000).default(''),
  /** The contract, at least before it is offered. */
  contractFiles: z
    .array(z.object({ fileId: Id, name: z.string().trim().min(1).max(255) }))
    .max(10)
    .default([]),
})

export const EntrustRow = z.object({
  entrustmentId: Id,
  projectId: Id,
  projectCode: z.string(),
  projectName: z.string(),
  budget: Amount,
  purchaserName: z.string(),
  agencyName: z.string(),
  proposedBy: Side,
  state: State,
  kept: z.array(Kept),
  offeredAt: Instant.nullable(),
  decidedAt: Instant.nullable(),
  endedAt: Instant.nullable(),
  createdAt: Instant,
})

export const Entrustment = EntrustRow.extend({
  agencyCompanyId: Id,
  feeRule: FeeRule,
  feePayer: FeePayer,
  feeAmount: Amount.nullable(),
  note: z.string(),
  contractFiles: z.array(FileRef),
  createdByName: z.string(),
  decidedByName: z.string(),
  refusal: z.string(),
  endedByName: z.string(),
  endReason: z.string(),
  /** Orders that were open when it ended, and went back. */
  returnedOrders: z.array(Id),
  actions: z.array(Action),
})

export const entrustPage = endpoint({
  method: 'GET',
  path: '/workbench/buyer/entrustments/page',
  summary: 'Entrustments of the own projects, or offered to the own agency; counts per state',
  query: PageQuery.extend({ state: State.optional() }),
  returns: pageOf(EntrustRow),
})

export const projectEntrustments = endpoint({
  method: 'GET',
  path: '/workbench/buyer/projects/{projectId}/entrustments',
  summary: 'How a project was entrusted, newest first, with its orders',
  params: z.object({ projectId: Id }),
  returns: z.object({
    project: z.object({
      projectId: Id,
      code: z.string(),
      name: z.string(),
      category: z.enum(['goods', 'works', 'services']),
      budget: Amount,
      region: z.string(),
      description: z.string(),
      purchaserName: z.string(),
      items: z.number().int(),
    }),
    entrustments: z.array(Entrustment),
    /** An agency registered it for a client of its own. */
    isByAgency: z.boolean(),
    /** Of a project that the purchaser may entrust, or whose agency may ask for the purchaser's consent, now. */
    mayPropose: z.boolean(),
    orders: z.array(
      z.object({
        orderId: Id,
        code: z.string(),
        title: z.string(),
        method: z.number().int(),
        state: OrderStateValue,
        runnerName: z.string(),
        /** The own company runs it. */
        isOwn: z.boolean(),
      }),
    ),
  }),
})

export const entrustableProjects = endpoint({
  method: 'GET',
  path: '/workbench/buyer/entrustable-projects',
  summary: 'Own projects in nobody else’s hands',
  query: z.object({ keyword: z.string().trim().max(60).optional() }),
  returns: z.array(z.object({ projectId: Id, code: z.string(), name: z.string() })),
})

export const createEntrustment = endpoint({
  method: 'POST',
  path: '/workbench/buyer/entrustments',
  summary: 'Draft the entrustment of a project: of the own one, or of one that the own agency registered',
  body: Terms.extend({ projectId: Id }),
  returns: z.object({ entrustmentId: Id }),
  errors: ['wrongState'],
})

export const updateEntrustment = endpoint({
  method: 'PUT',
  path: '/workbench/buyer/entrustments/{entrustmentId}',
  summary: 'Change a draft',
  params,
  body: Terms,
  errors: ['wrongState'],
})

export const removeEntrustment = endpoint({
  method: 'DELETE',
  path: '/workbench/buyer/entrustments/{entrustmentId}',
  summary: 'Remove a draft',
  params,
  errors: ['wrongState'],
})

export const offerEntrustment = endpoint({
  method: 'POST',
  path: '/workbench/buyer/entrustments/{entrustmentId}/offer',
  summary: 'Offer it to the other side',
  params,
  errors: ['wrongState'],
})

export const withdrawEntrustment = endpoint({
  method: 'POST',
  path: '/workbench/buyer/entrustments/{entrustmentId}/withdraw',
  summary: 'Take an offer back that was not answered',
  params,
  errors: ['wrongState'],
})

export const acceptEntrustment = endpoint({
  method: 'POST',
  path: '/workbench/buyer/entrustments/{entrustmentId}/accept',
  summary: 'Accept it: the agency runs and announces the project’s orders from now on',
  params,
  errors: ['wrongState'],
})

export const refuseEntrustment = endpoint({
  method: 'POST',
  path: '/workbench/buyer/entrustments/{entrustmentId}/refuse',
  summary: 'Refuse it with the reason',
  params,
  body: z.object({ reason }),
  errors: ['wrongState'],
})

export const endEntrustment = endpoint({
  method: 'POST',
  path: '/workbench/buyer/entrustments/{entrustmentId}/end',
  summary: 'End it: open orders go back to the purchaser',
  params,
  body: z.object({ reason }),
  returns: z.object({ returned: z.number().int() }),
  errors: ['wrongState'],
})

export const entrustFile = endpoint({
  method: 'GET',
  path: '/workbench/buyer/entrustments/{entrustmentId}/files/{fileId}',
  summary: 'A file of the contract',
  params: params.extend({ fileId: Id }),
  answer: 'file',
})

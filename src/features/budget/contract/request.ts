import * as z from 'zod'
import { Action } from '#contract/action.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { Amount, Exact } from '#contract/money.ts'
import { PageQuery, pageOf } from '#contract/page.ts'
import { Instant } from '#contract/time.ts'
import { ItemFields } from '#features/procurement/contract/project.ts'
import { RegimeValue } from '#features/procurement/rules/regimes.ts'
import { REQUEST_STATES } from '../rules/request-status.ts'
import { CategoryName, reason } from './plan.ts'

const base = '/workbench/purchaser/demand-requests'
const plans = '/workbench/purchaser/purchase-plans'
const params = z.object({ requestId: Id })
const planParams = z.object({ purchasePlanId: Id })
const State = z.enum(Object.keys(REQUEST_STATES) as [keyof typeof REQUEST_STATES])

export const RequestFields = z.object({
  title: z.string().trim().min(2, '请输入名称').max(100),
  category: CategoryName,
  reason: z.string().trim().min(2, '请填写申报理由').max(1000),
  neededBy: z.iso.date('请选择需用日期'),
  items: z
    .array(ItemFields.pick({ code: true, name: true, spec: true, unit: true, quantity: true, remark: true }))
    .min(1, '请填写采购内容')
    .max(500),
  estimate: Amount.refine((value) => new Exact(value).gt(0), '金额须大于零'),
  lineId: Id.nullable().default(null),
})

const RequestRow = z.object({
  requestId: Id,
  code: z.string(),
  title: z.string(),
  category: CategoryName,
  departmentName: z.string(),
  state: State,
  neededBy: z.string(),
  estimate: Amount,
  items: z.number().int(),
  createdByName: z.string(),
  submittedAt: Instant.nullable(),
  returnReason: z.string(),
  actions: z.array(Action),
})

export const requestPage = endpoint({
  method: 'GET',
  path: `${base}/page`,
  summary: 'Requests of the own department, or all that purchasing has to handle; counts per state',
  query: PageQuery.extend({ scope: z.enum(['own', 'handle']), state: State.optional() }),
  returns: pageOf(RequestRow),
})

export const requestDetail = endpoint({
  method: 'GET',
  path: `${base}/{requestId}`,
  summary: 'One request with its lines and what became of it',
  params,
  returns: RequestRow.omit({ items: true }).extend({
    reason: z.string(),
    items: z.array(
      z.object({
        code: z.string(),
        name: z.string(),
        spec: z.string(),
        unit: z.string(),
        quantity: z.string(),
        remark: z.string(),
        /** Code of the request that asked for it. */
        from: z.string(),
      }),
    ),
    lineId: Id.nullable(),
    budget: z.array(z.object({ lineId: Id, subject: z.string(), amount: Amount })),
    decidedByName: z.string(),
    decidedAt: Instant.nullable(),
    /** The requests that it was made of. */
    sources: z.array(z.object({ requestId: Id, code: z.string(), title: z.string(), departmentName: z.string() })),
    mergedInto: z.object({ requestId: Id, code: z.string() }).nullable(),
    plan: z.object({ purchasePlanId: Id, code: z.string(), title: z.string(), projectId: Id.nullable() }).nullable(),
  }),
})

export const createRequest = endpoint({
  method: 'POST',
  path: base,
  summary: 'Draft a request of the own department',
  body: RequestFields,
  returns: z.object({ requestId: Id }),
})

export const updateRequest = endpoint({
  method: 'PUT',
  path: `${base}/{requestId}`,
  summary: 'Change a draft, or what came back',
  params,
  body: RequestFields,
  errors: ['wrongState'],
})

export const removeRequest = endpoint({
  method: 'DELETE',
  path: `${base}/{requestId}`,
  summary: 'Remove a draft, or what came back',
  params,
  errors: ['wrongState'],
})

export const submitRequest = endpoint({
  method: 'POST',
  path: `${base}/{requestId}/submit`,
  summary: 'Hand it in to purchasing',
  params,
  errors: ['wrongState'],
})

export const recallRequest = endpoint({
  method: 'POST',
  path: `${base}/{requestId}/recall`,
  summary: 'Take it back before purchasing has taken it up',
  params,
  errors: ['wrongState'],
})

export const acceptRequest = endpoint({
  method: 'POST',
  path: `${base}/{requestId}/accept`,
  summary: 'Take it up',
  params,
  errors: ['wrongState'],
})

export const returnRequest = endpoint({
  method: 'POST',
  path: `${base}/{requestId}/return`,
  summary: 'Send it back with the reason',
  params,
  body: z.object({ reason }),
  errors: ['wrongState'],
})

export const mergeRequests = endpoint({
  method: 'POST',
  path: `${base}/merge`,
  summary: 'Make one request of several; each line keeps where it came from',
  body: z.object({
    title: z.string().trim().min(2, '请输入名称').max(100),
    requestIds: z.array(Id).min(2, '请至少选择两项申报').max(50),
  }),
  returns: z.object({ requestId: Id }),
  errors: ['wrongState'],
})

export const purchasePlanPage = endpoint({
  method: 'GET',
  path: `${plans}/page`,
  summary: 'Purchase plans, each made of requests that were taken up; counts per state',
  query: PageQuery.extend({ state: z.enum(['planned', 'handed']).optional() }),
  returns: pageOf(
    z.object({
      purchasePlanId: Id,
      code: z.string(),
      title: z.string(),
      state: z.enum(['planned', 'handed']),
      estimate: Amount,
      requests: z.array(z.object({ requestId: Id, code: z.string(), title: z.string() })),
      items: z.number().int(),
      neededBy: z.string(),
      createdByName: z.string(),
      createdAt: Instant,
      project: z.object({ projectId: Id, code: z.string(), name: z.string() }).nullable(),
      /** Whether the caller may make its project. */
      mayHand: z.boolean(),
    }),
  ),
})

export const createPurchasePlan = endpoint({
  method: 'POST',
  path: plans,
  summary: 'Group requests that were taken up into a purchase plan',
  body: z.object({
    title: z.string().trim().min(2, '请输入名称').max(100),
    requestIds: z.array(Id).min(1, '请选择申报').max(50),
  }),
  returns: z.object({ purchasePlanId: Id }),
  errors: ['wrongState'],
})

export const handPurchasePlan = endpoint({
  method: 'POST',
  path: `${plans}/{purchasePlanId}/project`,
  summary: 'Make the project of a plan: lines, estimate and budget are carried over',
  params: planParams,
  body: z.object({
    name: z.string().trim().min(2, '请输入项目名称').max(200),
    regime: RegimeValue,
    region: z.string().trim().max(100).default(''),
  }),
  returns: z.object({ projectId: Id, code: z.string() }),
  errors: ['wrongState'],
})

export const projectRequests = endpoint({
  method: 'GET',
  path: `${plans}/projects/{projectId}`,
  summary: 'The plan and requests that a project of the own company was made of; null: none',
  params: z.object({ projectId: Id }),
  returns: z
    .object({
      code: z.string(),
      title: z.string(),
      requests: z.array(z.object({ requestId: Id, code: z.string(), title: z.string(), departmentName: z.string() })),
    })
    .nullable(),
})

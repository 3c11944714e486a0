import * as z from 'zod'
import { Action } from '#contract/action.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { Amount } from '#contract/money.ts'
import { PageQuery, pageOf } from '#contract/page.ts'
import { Instant } from '#contract/time.ts'
import { ApprovalInput, orHeld } from '#features/workflow/contract/businesses.ts'
import { OPINIONS, PLAN_STATES, REVIEW_KINDS } from '../rules/plan-status.ts'
import * as shared from './shared.ts'

const base = '/workbench/demand-plans'
const params = z.object({ planId: Id })
const State = z.enum(Object.keys(PLAN_STATES) as [keyof typeof PLAN_STATES])
const Kind = z.enum(Object.keys(REVIEW_KINDS) as [keyof typeof REVIEW_KINDS])
const Opinion = z.enum(Object.keys(OPINIONS) as [keyof typeof OPINIONS])
const text = (message: string) => z.string().trim().min(2, message).max(5000)

export const PlanFields = z.object({
  /** Code of a purchase method. */
  method: z.number().int(),
  lots: z
    .array(
      z.object({
        lotNo: z.number().int().min(1).max(99),
        name: z.string().trim().min(1, '请输入包名称').max(200),
        budget: Amount,
      }),
    )
    .min(1, '请填写采购包划分')
    .max(99),
  qualification: text('请填写供应商资格条件'),
  evaluation: text('请填写评审方法和评审因素'),
  contractType: text('请填写合同类型'),
  pricing: text('请填写定价方式'),
  acceptance: text('请填写履约验收方案'),
  risks: text('请填写风险管控措施'),
  announceOn: shared.Day.nullable().default(null),
  signOn: shared.Day.nullable().default(null),
  deliverOn: shared.Day.nullable().default(null),
  /** Of a plan that replaces one in force. */
  changeReason: z.string().trim().max(1000).default(''),
  files: shared.GivenFiles,
})

const PlanRow = z.object({
  planId: Id,
  demandId: Id,
  demandCode: z.string(),
  demandTitle: z.string(),
  profile: shared.ProfileName,
  no: z.number().int(),
  method: z.number().int(),
  state: State,
  budget: Amount,
  createdByName: z.string(),
  updatedAt: Instant,
  isOwn: z.boolean(),
})

export const planPage = endpoint({
  method: 'GET',
  path: `${base}/page`,
  summary: 'Plans of the own company, and those that one is asked to review; counts per state',
  query: PageQuery.extend({ profile: shared.ProfileName.optional(), state: State.optional() }),
  returns: pageOf(PlanRow),
})

const Review = z.object({
  no: z.number().int(),
  kind: Kind,
  note: z.string(),
  openedByName: z.string(),
  openedAt: Instant,
  endedAt: Instant.nullable(),
  result: z.enum(['', 'passed', 'returned', 'recalled']),
  recallReason: z.string(),
  reviewers: z.array(
    z.object({
      employeeId: Id,
      name: z.string(),
      department: z.string(),
      hasGiven: z.boolean(),
      isOwn: z.boolean(),
      /** Empty until all have given theirs; the own one is always there. */
      opinion: z.union([Opinion, z.literal('')]),
      reason: z.string(),
      givenAt: Instant.nullable(),
    }),
  ),
})

export const planDetail = endpoint({
  method: 'GET',
  path: `${base}/{planId}`,
  summary: 'One plan with its reviews, and what it is made for; opinions once all are given',
  params,
  returns: PlanRow.extend({
    ...PlanFields.omit({ files: true }).shape,
    announceOn: z.string().nullable(),
    signOn: z.string().nullable(),
    deliverOn: z.string().nullable(),
    files: z.array(shared.FileRef),
    /** The key review is due. */
    isKeyCase: z.boolean(),
    demand: z.object({
      purpose: z.string(),
      items: z.array(shared.DemandItem.extend({ itemId: Id })),
      parameters: z.array(shared.KnownParameter),
      summary: z.string(),
      priceLow: Amount.nullable(),
      priceHigh: Amount.nullable(),
    }),
    reviews: z.array(Review),
    versions: z.array(z.object({ planId: Id, no: z.number().int(), state: State, updatedAt: Instant })),
    actions: z.array(Action),
  }),
})

export const createPlan = endpoint({
  method: 'POST',
  path: base,
  summary: 'Draft the plan of a concluded demand, or one that is to replace the plan in force',
  body: PlanFields.extend({ demandId: Id }),
  returns: z.object({ planId: Id }),
  errors: ['wrongState'],
})

export const updatePlan = endpoint({
  method: 'PUT',
  path: `${base}/{planId}`,
  summary: 'Change a plan that is drafted, or came back from review',
  params,
  body: PlanFields,
  errors: ['wrongState'],
})

export const planReviewers = endpoint({
  method: 'GET',
  path: `${base}/{planId}/reviewers`,
  summary: 'Who may review: people of the company and the purchaser who did not draft',
  params,
  returns: z.array(z.object({ employeeId: Id, name: z.string(), department: z.string() })),
})

export const reviewPlan = endpoint({
  method: 'POST',
  path: `${base}/{planId}/review`,
  summary: 'Ask people who did not draft to review demand and plan',
  params,
  body: z.object({
    kind: Kind,
    employeeIds: z.array(Id).min(1, '请选择审查人员').max(15),
    note: z.string().trim().max(1000).default(''),
  }),
  errors: ['wrongState'],
})

export const recallReview = endpoint({
  method: 'POST',
  path: `${base}/{planId}/recall`,
  summary: 'Take a plan back from review with the reason',
  params,
  body: z.object({ reason: shared.reason }),
  errors: ['wrongState'],
})

export const giveOpinion = endpoint({
  method: 'POST',
  path: `${base}/{planId}/opinion`,
  summary: 'Give one’s opinion; it stays sealed until all are given, and the last one decides',
  params,
  body: z
    .object({ opinion: Opinion, reason: z.string().trim().max(2000).default('') })
    .refine(({ opinion, reason }) => opinion === 'agree' || reason.length >= 2, {
      path: ['reason'],
      message: '请填写意见内容',
    }),
  errors: ['wrongState'],
})

export const resultPage = endpoint({
  method: 'GET',
  path: '/workbench/demand-results/page',
  summary: 'Demands whose plan was passed, and the projects made of them',
  query: PageQuery.extend({
    profile: shared.ProfileName.optional(),
    state: z.enum(['planned', 'handed']).optional(),
  }),
  returns: pageOf(
    z.object({
      demandId: Id,
      code: z.string(),
      title: z.string(),
      profile: shared.ProfileName,
      state: shared.DemandState,
      budget: Amount,
      /** Of it in projects. */
      given: Amount,
      items: z.number().int(),
      freeItems: z.number().int(),
      projects: z.number().int(),
      plannedAt: Instant.nullable(),
      isOwn: z.boolean(),
    }),
  ),
})

export const handOver = endpoint({
  method: 'POST',
  path: '/workbench/demands/{demandId}/projects',
  summary: 'Make a project of lines of a demand: items, budget and plan are carried over',
  params: z.object({ demandId: Id }),
  body: z.object({
    name: z.string().trim().min(2, '请输入项目名称').max(200),
    budget: Amount,
    itemIds: z.array(Id).min(1, '请选择标的').max(2000),
    approval: ApprovalInput,
  }),
  returns: orHeld({ projectId: Id, code: z.string() }),
  errors: ['wrongState'],
})

export const projectDemand = endpoint({
  method: 'GET',
  path: '/workbench/demand-results/projects/{projectId}',
  summary: 'The demand that a project of the own company was made of; null: none',
  params: z.object({ projectId: Id }),
  returns: z
    .object({
      demandId: Id,
      code: z.string(),
      title: z.string(),
      profile: shared.ProfileName,
      planNo: z.number().int(),
    })
    .nullable(),
})

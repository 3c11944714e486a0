import * as z from 'zod'
import { Action } from '#contract/action.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Exact } from '#contract/money.ts'
import { Id } from '#contract/id.ts'
import { Amount } from '#contract/money.ts'
import { PageQuery, pageOf } from '#contract/page.ts'
import { Instant } from '#contract/time.ts'
import { ApprovalInput, orHeld } from '#features/workflow/contract/businesses.ts'
import { LEVEL_NAMES } from '../rules/levels.ts'

export const LevelName = z.enum(LEVEL_NAMES)
export const PlanStateName = z.enum(['draft', 'inForce', 'closed'])
export const CategoryName = z.enum(['goods', 'works', 'services'])
export const reason = z.string().trim().min(2, '请填写原因').max(500)
const base = '/workbench/purchaser/budget'
const params = z.object({ planId: Id })
const Year = z.coerce.number().int().min(2000, '年度不正确').max(2100, '年度不正确')
const positive = Amount.refine((value) => new Exact(value).gt(0), '金额须大于零')

export const LineFields = z.object({
  subject: z.string().trim().min(1, '请输入预算科目').max(100),
  category: CategoryName,
  /** Of a year's plan: the department that it is meant for; below, that of the budget. */
  departmentId: Id.nullable().default(null),
  funds: z.string().trim().max(100).default(''),
  amount: positive,
  /** The line of the level above; none in a year's plan. */
  parentId: Id.nullable().default(null),
})

export const PlanFields = z.object({
  title: z.string().trim().min(2, '请输入名称').max(100),
  year: Year,
  departmentId: Id.nullable().default(null),
  purpose: z.string().trim().max(1000).default(''),
  lines: z.array(LineFields).min(1, '请填写预算明细').max(500),
})

/** What became of a line, with all that was made of it below; decimal strings in yuan. */
export const Figures = z.object({
  amount: Amount,
  reserved: Amount,
  committed: Amount,
  spent: Amount,
  /** Given to the level below and not used there. */
  allotted: Amount,
  /** What is left here. */
  free: Amount,
  /** Taken beyond the line. */
  over: Amount,
})

export const Line = z.object({
  lineId: Id,
  no: z.number().int(),
  subject: z.string(),
  category: CategoryName,
  departmentId: Id.nullable(),
  departmentName: z.string(),
  funds: z.string(),
  parentId: Id.nullable(),
  parentName: z.string(),
  ...Figures.shape,
})

const PlanRow = z.object({
  planId: Id,
  level: LevelName,
  code: z.string(),
  title: z.string(),
  year: z.number().int(),
  departmentName: z.string(),
  state: PlanStateName,
  version: z.number().int(),
  /** What waits for approval. */
  pending: z.string().nullable(),
  createdByName: z.string(),
  updatedAt: Instant,
  ...Figures.shape,
})

export const planPage = endpoint({
  method: 'GET',
  path: `${base}/plans/page`,
  summary: 'Year’s plans, departments’ budgets or applications of the own company; counts per state',
  query: PageQuery.extend({
    level: LevelName,
    year: Year.optional(),
    state: z.enum(['draft', 'approving', 'inForce', 'closed']).optional(),
  }),
  returns: pageOf(PlanRow),
})

export const planDetail = endpoint({
  method: 'GET',
  path: `${base}/plans/{planId}`,
  summary: 'One of them with its lines, versions and history',
  params,
  returns: PlanRow.extend({
    departmentId: Id.nullable(),
    purpose: z.string(),
    closeReason: z.string(),
    closedAt: Instant.nullable(),
    inForceAt: Instant.nullable(),
    lines: z.array(Line),
    versions: z.array(
      z.object({
        version: z.number().int(),
        reason: z.string(),
        total: Amount,
        decidedByName: z.string(),
        decidedAt: Instant,
        lines: z.array(z.object({ lineId: Id, subject: z.string(), amount: Amount })),
      }),
    ),
    /** Made of it on the level below. */
    parts: z.array(z.object({ planId: Id, level: LevelName, title: z.string(), state: PlanStateName, amount: Amount })),
    moves: z.array(
      z.object({
        moveId: Id,
        subject: z.string(),
        label: z.string(),
        amount: Amount,
        memo: z.string(),
        at: Instant,
        orderId: Id.nullable(),
      }),
    ),
    actions: z.array(Action),
  }),
})

export const planChoices = endpoint({
  method: 'GET',
  path: `${base}/choices`,
  summary: 'What the form of a level chooses among: departments, lines in force above, years in use',
  query: z.object({ level: LevelName, year: Year.optional() }),
  returns: z.object({
    departments: z.array(z.object({ departmentId: Id, name: z.string() })),
    /** Lines of the level above that are in force in the year. */
    parents: z.array(Line.extend({ planTitle: z.string() })),
    years: z.array(z.number().int()),
    /** Whether the caller keeps the company's budgets, or acts for its own department. */
    isKeeper: z.boolean(),
    mayWrite: z.boolean(),
  }),
})

export const createPlan = endpoint({
  method: 'POST',
  path: `${base}/plans`,
  summary: 'Draft a year’s plan, a department’s budget or an application',
  body: PlanFields.extend({ level: LevelName }),
  returns: z.object({ planId: Id }),
})

export const updatePlan = endpoint({
  method: 'PUT',
  path: `${base}/plans/{planId}`,
  summary: 'Change a draft',
  params,
  body: PlanFields,
  errors: ['wrongState'],
})

export const removePlan = endpoint({
  method: 'DELETE',
  path: `${base}/plans/{planId}`,
  summary: 'Remove a draft',
  params,
  errors: ['wrongState'],
})

export const submitPlan = endpoint({
  method: 'POST',
  path: `${base}/plans/{planId}/submit`,
  summary: 'Put a draft in force, or hand it in for approval',
  params,
  body: z.object({ approval: ApprovalInput }),
  returns: orHeld({ version: z.number().int() }),
  errors: ['wrongState', 'insufficient'],
})

export const adjustPlan = endpoint({
  method: 'POST',
  path: `${base}/plans/{planId}/adjust`,
  summary: 'A further version of what is in force, with the reason; a line never falls below what is used of it',
  params,
  body: z.object({
    reason,
    /** Of the version that is changed: of two who adjust the same one the second is refused. */
    version: z.number().int(),
    /** Lines in force, all of them, and new ones without an id. */
    lines: z
      .array(LineFields.extend({ lineId: Id.nullable().default(null), amount: Amount }))
      .min(1)
      .max(500),
    approval: ApprovalInput,
  }),
  returns: orHeld({ version: z.number().int() }),
  errors: ['wrongState', 'insufficient'],
})

export const closePlan = endpoint({
  method: 'POST',
  path: `${base}/plans/{planId}/close`,
  summary: 'Close what is in force; what is left goes back to where it came from',
  params,
  body: z.object({ reason }),
  errors: ['wrongState'],
})

export const exportPlan = endpoint({
  method: 'GET',
  path: `${base}/plans/{planId}/export`,
  summary: 'Lines with their use as xlsx',
  params,
  answer: 'file',
})

export const readLines = endpoint({
  method: 'POST',
  path: `${base}/lines/read`,
  summary: 'Read the lines of a year’s plan from xlsx into the form; nothing is stored',
  multipart: true,
  once: false,
  returns: z.object({
    rows: z.array(
      z.object({
        subject: z.string(),
        category: CategoryName,
        departmentId: Id.nullable(),
        funds: z.string(),
        amount: z.string(),
      }),
    ),
    errors: z.array(z.object({ cell: z.string(), row: z.number().int(), column: z.string(), message: z.string() })),
    hidden: z.array(z.number().int()),
  }),
})

export const lineTemplate = endpoint({
  method: 'GET',
  path: `${base}/lines/template`,
  summary: 'Empty lines of a year’s plan to fill in',
  answer: 'file',
})

export const Policy = z.object({ naming: z.enum(['off', 'warn', 'block']), overrun: z.enum(['warn', 'block']) })

export const budgetPolicy = endpoint({
  method: 'GET',
  path: `${base}/policy`,
  summary: 'What the company demands of its orders where it has a plan in force',
  returns: Policy.extend({ updatedByName: z.string(), updatedAt: Instant.nullable() }),
})

export const setPolicy = endpoint({
  method: 'PUT',
  path: `${base}/policy`,
  summary: 'Set it',
  body: Policy,
})

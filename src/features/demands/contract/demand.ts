import * as z from 'zod'
import { Action } from '#contract/action.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { Amount } from '#contract/money.ts'
import { PageQuery, pageOf } from '#contract/page.ts'
import { Instant } from '#contract/time.ts'
import { RegimeValue } from '#features/procurement/rules/regimes.ts'
import { ApprovalInput, orHeld } from '#features/workflow/contract/businesses.ts'
import * as shared from './shared.ts'

const base = '/workbench/demands'
const params = z.object({ demandId: Id })

export const DemandFields = z.object({
  profile: shared.ProfileName.default('general'),
  title: z.string().trim().min(2, '请输入需求名称').max(200),
  category: shared.Category,
  /** Of the catalogue of demands; its parameter templates are offered. */
  categoryId: Id.nullable().default(null),
  purpose: z.string().trim().min(2, '请填写采购目的与用途').max(5000),
  regime: RegimeValue,
  region: z.string().trim().max(100).default(''),
  funds: z.string().trim().max(200).default(''),
  budget: Amount,
  wishedOn: shared.Day.nullable().default(null),
  place: z.string().trim().max(200).default(''),
  isPublicService: z.boolean().default(false),
  isComplex: z.boolean().default(false),
  mode: shared.Mode,
  noSurveyReason: z.string().trim().max(1000).default(''),
  hidesAnswers: z.boolean().default(true),
  /** Of the first round; null without a survey. */
  endsAt: Instant.nullable().default(null),
  /** Agency's side only: for whom it buys. */
  purchaserCompanyId: Id.nullable().default(null),
  inviteeIds: z.array(Id).max(100).default([]),
  items: z.array(shared.DemandItem).min(1, '请填写采购标的').max(2000),
  parameters: z
    .array(shared.Parameter.extend({ parameterId: Id.optional() }))
    .max(500)
    .default([]),
  questions: z.array(shared.Question).max(50).default([]),
  /** What the profile asks beside, by key. */
  extras: z.record(z.string().max(40), z.string().trim().max(500)).default({}),
  files: shared.GivenFiles,
})

const DemandRow = z.object({
  demandId: Id,
  profile: shared.ProfileName,
  code: z.string(),
  title: z.string(),
  category: shared.Category,
  mode: shared.Mode,
  state: shared.DemandState,
  pending: z.string().nullable(),
  budget: Amount,
  endsAt: Instant.nullable(),
  ownerName: z.string(),
  purchaserName: z.string(),
  createdByName: z.string(),
  createdAt: Instant,
  isOwn: z.boolean(),
})

export const demandPage = endpoint({
  method: 'GET',
  path: `${base}/page`,
  summary: 'Demands of the own company, or bought for it by an agency; counts per state',
  query: PageQuery.extend({
    profile: shared.ProfileName.default('general'),
    state: z.union([shared.DemandState, z.literal('approving')]).optional(),
    category: shared.Category.optional(),
  }),
  returns: pageOf(DemandRow),
})

const Finding = z.object({
  ruleId: z.string(),
  severity: z.enum(['warn', 'block']),
  title: z.string(),
  source: z.string(),
  message: z.string(),
})

const Conclusion = z.object({
  no: z.number().int(),
  version: z.number().int(),
  marketSize: z.string(),
  summary: z.string(),
  respondents: z.number().int(),
  fewReason: z.string(),
  computedLow: Amount.nullable(),
  computedHigh: Amount.nullable(),
  priceLow: Amount.nullable(),
  priceHigh: Amount.nullable(),
  priceReason: z.string(),
  narrow: z.array(z.object({ parameterId: Id, reason: z.string() })),
  madeByName: z.string(),
  madeAt: Instant,
})

export const demandDetail = endpoint({
  method: 'GET',
  path: `${base}/{demandId}`,
  summary: 'One demand: what is asked, how the survey stands, conclusions, plans, projects; answers only in number',
  params,
  returns: DemandRow.extend({
    categoryId: Id.nullable(),
    categoryName: z.string(),
    purpose: z.string(),
    regime: RegimeValue,
    region: z.string(),
    funds: z.string(),
    wishedOn: z.string().nullable(),
    place: z.string(),
    isPublicService: z.boolean(),
    isComplex: z.boolean(),
    noSurveyReason: z.string(),
    hidesAnswers: z.boolean(),
    extras: z.record(z.string(), z.string()),
    isAnswerOpen: z.boolean(),
    purchaserCompanyId: Id,
    withdrawReason: z.string(),
    files: z.array(shared.FileRef),
    items: z.array(shared.DemandItem.extend({ itemId: Id, projectId: Id.nullable() })),
    parameters: z.array(shared.KnownParameter),
    version: z.number().int(),
    /** Older and newer ones, each kept. */
    versions: z.array(
      z.object({
        version: z.number().int(),
        reason: z.string(),
        madeByName: z.string(),
        madeAt: Instant,
        parameters: z.array(shared.KnownParameter),
      }),
    ),
    questions: z.array(shared.Question),
    invitees: z.array(z.object({ companyId: Id, name: z.string() })),
    /** Answers in number; whether they may be read. */
    rounds: z.array(shared.Round.extend({ answers: z.number().int(), isOpen: z.boolean() })),
    changes: z.array(shared.RoundChange),
    signedUp: z.number().int(),
    waiting: z.number().int(),
    answers: z.number().int(),
    conclusions: z.array(Conclusion),
    plans: z.array(
      z.object({ planId: Id, no: z.number().int(), state: z.string(), method: z.number().int(), updatedAt: Instant }),
    ),
    projects: z.array(
      z.object({
        projectId: Id,
        code: z.string(),
        name: z.string(),
        budget: Amount,
        items: z.number().int(),
        orders: z.number().int(),
        madeByName: z.string(),
        madeAt: Instant,
      }),
    ),
    findings: z.array(Finding),
    authors: z.array(z.string()),
    actions: z.array(Action),
  }),
})

export const demandChoices = endpoint({
  method: 'GET',
  path: `${base}/choices`,
  summary:
    'What a demand is drafted from: categories in use, suppliers that may be asked, purchasers an agency buys for',
  query: z.object({ keyword: z.string().trim().max(60).optional() }),
  returns: z.object({
    categories: z.array(z.object({ categoryId: Id, name: z.string() })),
    suppliers: z.array(z.object({ companyId: Id, name: z.string() })),
    purchasers: z.array(z.object({ companyId: Id, name: z.string() })),
  }),
})

export const parameterPresets = endpoint({
  method: 'GET',
  path: `${base}/parameter-presets`,
  summary: 'Parameters to begin with, from the templates of a category',
  query: z.object({ categoryId: Id }),
  returns: z.array(z.object({ templateId: Id, name: z.string(), parameters: z.array(shared.Parameter) })),
})

export const createDemand = endpoint({
  method: 'POST',
  path: base,
  summary: 'Draft a demand',
  body: DemandFields,
  returns: z.object({ demandId: Id }),
})

export const updateDemand = endpoint({
  method: 'PUT',
  path: `${base}/{demandId}`,
  summary: 'Change a draft',
  params,
  body: DemandFields,
  errors: ['wrongState'],
})

export const removeDemand = endpoint({
  method: 'DELETE',
  path: `${base}/{demandId}`,
  summary: 'Remove a draft',
  params,
  errors: ['wrongState'],
})

export const publishDemand = endpoint({
  method: 'POST',
  path: `${base}/{demandId}/publish`,
  summary: 'Publish the survey, or confirm a demand that needs none; approved first where the company wants it so',
  params,
  body: z.object({ approval: ApprovalInput }),
  returns: orHeld({ state: shared.DemandState }),
  errors: ['wrongState'],
})

export const withdrawDemand = endpoint({
  method: 'POST',
  path: `${base}/{demandId}/withdraw`,
  summary: 'Withdraw a published demand with the reason; everybody who takes part is told',
  params,
  body: z.object({ reason: shared.reason }),
  errors: ['wrongState'],
})

const Errors = z.array(z.object({ cell: z.string(), row: z.number().int(), column: z.string(), message: z.string() }))

export const readParameters = endpoint({
  method: 'POST',
  path: `${base}/parameters/read`,
  summary: 'Read parameters from xlsx into the form; nothing is taken while a cell is wrong',
  multipart: true,
  once: false,
  returns: z.object({ rows: z.array(shared.Parameter), errors: Errors, hidden: z.array(z.number().int()) }),
})

export const readItems = endpoint({
  method: 'POST',
  path: `${base}/items/read`,
  summary: 'Read what is bought from xlsx into the form; nothing is taken while a cell is wrong',
  multipart: true,
  once: false,
  returns: z.object({ rows: z.array(shared.DemandItem), errors: Errors, hidden: z.array(z.number().int()) }),
})

export const parameterTemplate = endpoint({
  method: 'GET',
  path: `${base}/parameter-template`,
  summary: 'Empty list of parameters to fill in',
  answer: 'file',
})

export const demandItemTemplate = endpoint({
  method: 'GET',
  path: `${base}/item-template`,
  summary: 'Empty list of what is bought to fill in',
  answer: 'file',
})

export const demandFile = endpoint({
  method: 'GET',
  path: `${base}/{demandId}/files/{fileId}`,
  summary: 'A file of the demand, of a plan, or of an answer that may be read',
  params: params.extend({ fileId: Id }),
  answer: 'file',
})

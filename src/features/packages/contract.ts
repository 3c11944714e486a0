import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { Amount } from '#contract/money.ts'
import { PageQuery, pageOf } from '#contract/page.ts'
import { Instant } from '#contract/time.ts'
import { AwardChange } from '#features/procurement/contract/result.ts'
import { OrderFields } from '#features/procurement/contract/order-fields.ts'
import { OrderRow } from '#features/procurement/contract/order.ts'
import { AdmissionValue, LotOutcome, RichText, Schedule } from '#features/procurement/contract/shared.ts'
import { RegimeValue } from '#features/procurement/rules/regimes.ts'
import { ApprovalInput } from '#features/workflow/contract/businesses.ts'
import { BATCH_STEPS, type BatchStep } from './rules/steps.ts'

/** Orders of one project that run as one. Nobody but who runs them, and the observing purchaser, knows of a package as such. */

/** As many as a project has lots. */
export const MOST_LOTS = 99

const Head = z.object({
  packageId: Id,
  code: z.string(),
  title: z.string(),
  method: z.number().int(),
  projectId: Id,
  projectCode: z.string(),
  projectName: z.string(),
  createdByName: z.string(),
  createdAt: Instant,
  /** How many of its orders there are, and of these drafts, running, awarded and failed ones. */
  lots: z.number().int(),
  drafts: z.number().int(),
  running: z.number().int(),
  awarded: z.number().int(),
  failed: z.number().int(),
})

export const packagePage = endpoint({
  method: 'GET',
  path: '/workbench/buyer/packages/page',
  summary: 'Packages of the own company, newest first',
  query: PageQuery.extend({ tab: z.enum(['all', 'draft', 'running', 'done']).default('all') }),
  returns: pageOf(Head),
})

const LotRow = OrderRow.extend({
  lotNo: z.number().int(),
  /** Lines of the bill. */
  lines: z.number().int(),
  controlPrice: Amount.nullable(),
  /** Sign-ups that wait and that were let in; null for whoever may not learn of them yet. */
  signUps: z.object({ pending: z.number().int(), passed: z.number().int() }).nullable(),
  /** Who won, and for how much; none before. */
  winners: z.array(z.string()),
  dealPrice: Amount.nullable(),
  /** The step that waits for approval. */
  pendingApproval: z.string().nullable(),
  isOwner: z.boolean(),
})

export const projectPackages = endpoint({
  method: 'GET',
  path: '/workbench/buyer/packages/project/{projectId}',
  summary: 'The packages of a project with their orders, newest first',
  params: z.object({ projectId: Id }),
  returns: z.array(
    Head.extend({
      remark: z.string(),
      regime: RegimeValue,
      rows: z.array(LotRow),
      /** The own company runs its orders. */
      isOwner: z.boolean(),
    }),
  ),
})

const Lot = z.object({
  /** A draft that joins, or is of the package already; left out, a new one is made. */
  orderId: Id.optional(),
  lotNo: z.number().int().min(1).max(MOST_LOTS),
  title: z.string().trim().min(1, '请输入采购单名称').max(200),
  estimatedPrice: Amount,
  controlPrice: Amount.nullable().default(null),
  admission: AdmissionValue,
  /** Whom a new one invites. */
  companyIds: z.array(Id).max(50).default([]),
})

export const savePackage = endpoint({
  method: 'POST',
  path: '/workbench/buyer/packages',
  summary: 'Orders of a project as a package of drafts under shared terms: made, or taken in; whole or not at all',
  body: z.object({
    projectId: Id,
    method: z.number().int(),
    title: z.string().trim().min(1, '请输入采购包名称').max(100),
    /** What the shared notice says besides. */
    remark: z.string().trim().max(2000).default(''),
    terms: OrderFields.pick({
      schedule: true,
      bond: true,
      documentFee: true,
      place: true,
      decryptMinutes: true,
      settings: true,
      files: true,
    }),
    lots: z.array(Lot).min(2, '采购包至少含 2 个采购单').max(MOST_LOTS),
    /** Into which lots the lines of the project fall; left out, they stay. */
    split: z
      .array(z.object({ itemId: Id, lotNo: z.number().int().min(1).max(MOST_LOTS) }))
      .max(5000)
      .optional(),
  }),
  returns: z.object({ packageId: Id, orderIds: z.array(Id) }),
  errors: ['wrongState', 'invalid'],
})

export const publishPackage = endpoint({
  method: 'POST',
  path: '/workbench/buyer/packages/{packageId}/publish',
  summary:
    'Publish all drafts of a package together: one shared notice for the open ones, a letter for each of the others',
  params: z.object({ packageId: Id }),
  body: z.object({ acceptWarnings: z.boolean().default(false), approval: ApprovalInput }),
  returns: z.object({ rows: z.array(LotOutcome) }),
  errors: ['wrongState', 'legalRule', 'confirm', 'invalid'],
})

const Step = z.enum(Object.keys(BATCH_STEPS) as [BatchStep, ...BatchStep[]])

export const batchLots = endpoint({
  method: 'GET',
  path: '/workbench/buyer/order-batches/lots',
  summary: 'Several orders before a step is done for all of them: whether each can take it, and whom it may choose',
  query: z.object({ orderIds: z.string().max(MOST_LOTS * 37), step: Step }),
  returns: z.object({
    rows: z.array(
      OrderRow.extend({
        lotNo: z.number().int(),
        /** Why the step cannot be done; null where it can. */
        blocked: z.string().nullable(),
        signUpEnd: Instant.nullable(),
        questionEnd: Instant.nullable(),
        bidEnd: Instant.nullable(),
        /** Who may be chosen, best first. */
        choices: z.array(z.object({ tradeId: Id, supplierName: z.string(), price: Amount })),
        /** What was publicised, or stands, and of which version. */
        current: z.array(z.string()),
        version: z.number().int().nullable(),
        packageId: Id.nullable(),
        controlPrice: Amount.nullable(),
      }),
    ),
    /** How many of those that were asked for are not the caller's. */
    missing: z.number().int(),
  }),
})

const one = z.object({ orderId: Id })
const chosen = one.extend({ tradeId: Id.optional() })
const lotsOf = <L extends z.ZodType<{ orderId: string }>>(lot: L) => z.array(lot).min(1, '请选择采购单').max(MOST_LOTS)
const shared = { acceptWarnings: z.boolean().default(false), approval: ApprovalInput }
const reason = z.string().trim().max(2000)
const title = z.string().trim().min(1, '请输入标题').max(200)

export const runBatch = endpoint({
  method: 'POST',
  path: '/workbench/buyer/order-batches',
  summary:
    'One step for several orders of a project, one after the other, each by itself; tells of each what became of it',
  body: z.discriminatedUnion('step', [
    z.object({
      step: z.literal('candidate'),
      lots: lotsOf(chosen),
      reason: reason.default(''),
      publicityDays: z.number().int().min(1).max(30).optional(),
      ...shared,
    }),
    z.object({ step: z.literal('winner'), lots: lotsOf(chosen), reason: reason.default(''), ...shared }),
    z.object({
      step: z.literal('change-winner'),
      lots: lotsOf(one.extend({ tradeId: Id, version: z.number().int().min(1) })),
      ...AwardChange.pick({ cause: true, reason: true, evidence: true }).shape,
      ...shared,
    }),
    z.object({
      step: z.literal('clarification'),
      lots: lotsOf(one),
      title,
      content: RichText,
      affectsBids: z.boolean().default(false),
      ...shared,
    }),
    z.object({
      step: z.literal('change'),
      lots: lotsOf(one),
      title,
      content: RichText,
      schedule: Schedule.partial().default({}),
      affectsBids: z.boolean().default(true),
      ...shared,
    }),
    z.object({
      step: z.literal('auction'),
      lots: lotsOf(one),
      reason: z.string().trim().min(5, '请填写流标原因').max(2000),
      ...shared,
    }),
    z.object({
      step: z.literal('add-supplier'),
      lots: lotsOf(one),
      companyIds: z.array(Id).min(1, '请选择供应商').max(50),
      reason: z.string().trim().min(2, '请填写原因').max(500),
      ...shared,
    }),
  ]),
  returns: z.object({ rows: z.array(LotOutcome) }),
  errors: ['invalid'],
})

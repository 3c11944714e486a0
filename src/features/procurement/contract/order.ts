import * as z from 'zod'
import { Action } from '#contract/action.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { Amount } from '#contract/money.ts'
import { PageQuery, pageOf } from '#contract/page.ts'
import { Instant } from '#contract/time.ts'
import { ApprovalInput, orHeld } from '#features/workflow/contract/businesses.ts'
import { RUN_FAMILY_NAMES } from '../methods/all.ts'
import { LowPriceTerms } from '#features/evaluation/rules/low-price.ts'
import { RegimeValue } from '../rules/regimes.ts'
import { OrderSettings } from '../rules/settings.ts'
import { OrderFields } from './order-fields.ts'
import { ItemFields, ProjectFields } from './project.ts'
import {
  AdmissionValue,
  FileRef,
  Finding,
  Item,
  NoticeRow,
  OrderStateValue,
  OrderStatusValue,
  RailStep,
  RichText,
  Schedule,
} from './shared.ts'

const params = z.object({ orderId: Id })

export const OrderRow = z.object({
  orderId: Id,
  projectId: Id,
  code: z.string(),
  title: z.string(),
  method: z.number().int(),
  admission: AdmissionValue,
  status: OrderStatusValue,
  state: OrderStateValue,
  /** What is going on now, in words: 报名中, 投标中, 待开标 … */
  stage: z.string(),
  /** The step of the method that goes on (rules/method.ts `StepName`); null when nothing is. */
  step: z.string().nullable(),
  /** Candidates are publicised before the award. */
  publicises: z.boolean(),
  /** Ended without a winner, also when archived since. */
  isAbortive: z.boolean(),
  purchaserName: z.string(),
  estimatedPrice: Amount,
  /** The next date that matters, and what it is. */
  nextAt: Instant.nullable(),
  nextLabel: z.string().nullable(),
  openAt: Instant.nullable(),
  ownerName: z.string(),
  createdAt: Instant,
})

export const orderPage = endpoint({
  method: 'GET',
  path: '/workbench/buyer/orders/page',
  summary: 'Orders of the own company, newest first; counts per tab',
  query: PageQuery.extend({
    /** Methods that share their pages. */
    family: z.enum(RUN_FAMILY_NAMES).optional(),
    method: z.coerce.number().int().optional(),
    admission: AdmissionValue.optional(),
    tab: z.enum(['all', 'draft', 'running', 'opening', 'review', 'publicity', 'done', 'abortive']).default('all'),
    /** For agencies: the company that it is bought for. */
    purchaserCompanyId: Id.optional(),
    /** For purchasers: only what agencies run for them. */
    entrusted: z.enum(['true']).optional(),
    /** Only those that the person itself handles. */
    mine: z.enum(['true']).optional(),
    from: Instant.optional(),
    to: Instant.optional(),
  }),
  returns: pageOf(
    OrderRow.extend({
      /** Of what is asked for as `entrusted`: who runs it, and what it was awarded for; null before. */
      agencyName: z.string().optional(),
      dealPrice: Amount.nullable().optional(),
    }),
  ),
})

export const createOrder = endpoint({
  method: 'POST',
  path: '/workbench/buyer/orders',
  summary: 'Create an order as a draft under a project',
  body: OrderFields.extend({
    projectId: Id,
    method: z.number().int().default(1),
    admission: AdmissionValue.optional(),
  }),
  returns: z.object({ orderId: Id, code: z.string() }),
})

/** Whole or not at all: what is refused of one part leaves nothing of the others. */
export const createWithProject = endpoint({
  method: 'POST',
  path: '/workbench/buyer/orders/with-project',
  summary: 'Create a project, its bill of quantities and an order of it as a draft, together',
  body: OrderFields.extend({
    project: ProjectFields,
    items: z.array(ItemFields).max(5000).default([]),
    method: z.number().int().default(1),
    /** Whom it admits; left out: as its method does first of all. */
    admission: AdmissionValue.optional(),
  }),
  returns: z.object({ orderId: Id, projectId: Id, code: z.string() }),
  errors: ['wrongState'],
})

export const updateOrder = endpoint({
  method: 'PUT',
  path: '/workbench/buyer/orders/{orderId}',
  summary: 'Change a draft',
  params,
  body: OrderFields,
  errors: ['wrongState'],
})

export const copyOrder = endpoint({
  method: 'POST',
  path: '/workbench/buyer/orders/{orderId}/copy',
  summary: 'A new draft with the same content and no dates',
  params,
  returns: z.object({ orderId: Id, code: z.string() }),
})

export const deleteOrder = endpoint({
  method: 'DELETE',
  path: '/workbench/buyer/orders/{orderId}',
  summary: 'Delete a draft',
  params,
  errors: ['wrongState'],
})

export const OrderDetail = OrderRow.extend({
  version: z.number().int(),
  project: z.object({
    projectId: Id,
    code: z.string(),
    name: z.string(),
    category: z.string(),
    regime: RegimeValue,
    budget: Amount,
    region: z.string(),
  }),
  lotNo: z.number().int(),
  reviewModel: z.number().int(),
  reviewMethod: z.number().int(),
  suite: z.enum(['intl', 'gm']),
  controlPrice: Amount.nullable(),
  bond: Amount,
  documentFee: Amount,
  place: z.string(),
  decryptMinutes: z.number().int(),
  schedule: Schedule,
  settings: OrderSettings,
  files: z.array(FileRef),
  items: z.array(Item),
  notices: z.array(NoticeRow),
  announcement: z.object({ title: z.string(), content: RichText.nullable() }),
  rail: z.array(RailStep),
  findings: z.array(Finding),
  actions: z.array(Action),
  /** The step that waits for approval and locks the order meanwhile. */
  pendingApproval: z.object({ node: z.string(), label: z.string(), workflowId: Id }).nullable(),
  /** Sign-ups by status. The number of bids is nobody's business before the opening. */
  signUps: z
    .object({ pending: z.number().int(), passed: z.number().int(), refused: z.number().int() })
    /** Before the opening of a tender with invited suppliers, its owner alone knows. */
    .nullable(),
  openQuestions: z.number().int(),
  openObjections: z.number().int(),
  people: z.array(z.object({ role: z.string(), name: z.string() })),
  publishedAt: Instant.nullable(),
})

export const orderDetail = endpoint({
  method: 'GET',
  path: '/workbench/buyer/orders/{orderId}',
  summary: 'One order, whole, with what may be done now',
  params,
  returns: OrderDetail,
})

/** Who did what, newest first; from the audit chain. */
export const orderTimeline = endpoint({
  method: 'GET',
  path: '/workbench/buyer/orders/{orderId}/timeline',
  summary: 'Recorded history of an order',
  params,
  /** The newest so many; the screen asks for more when somebody wants to see further back. */
  query: z.object({ limit: z.coerce.number().int().min(1).max(2000).default(500) }),
  returns: z.array(
    z.object({
      /** Place in the tenant's audit chain; null before the opening, when its gaps would tell of activity. */
      seq: z.number().int().nullable(),
      at: Instant,
      action: z.string(),
      summary: z.string(),
      userName: z.string(),
      companyName: z.string(),
      /** Null for the moment until the fact is chained. */
      hash: z.string().nullable(),
    }),
  ),
})

export const checkSchedule = endpoint({
  method: 'POST',
  path: '/workbench/buyer/orders/check',
  summary: 'What the legal calendar says of a schedule that is being typed',
  body: z.object({
    projectId: Id,
    method: z.number().int(),
    schedule: Schedule,
    estimatedPrice: Amount,
    bond: Amount,
    offerRounds: OrderSettings.shape.offerRounds,
    lowPriceRule: LowPriceTerms.shape.rule.optional(),
    candidateDays: z.number().int().optional(),
  }),
  /** `restDays`: the tenant's days of rest, `2026-10-01`. */
  returns: z.object({ findings: z.array(Finding), restDays: z.array(z.string()) }),
  once: false,
})

export const publishCheck = endpoint({
  method: 'GET',
  path: '/workbench/buyer/orders/{orderId}/publish-check',
  summary: 'What keeps a draft from being published, and what is in order; asked again while documents are being read',
  params,
  returns: z.object({
    rows: z.array(
      z.object({
        state: z.enum(['ok', 'wrong', 'note']),
        text: z.string(),
        /** The field of the form that is wrong. */
        path: z.string().nullable(),
      }),
    ),
    isPending: z.boolean(),
  }),
})

export const publishOrder = endpoint({
  method: 'POST',
  path: '/workbench/buyer/orders/{orderId}/publish',
  summary: 'Publish the announcement: the order becomes public and its schedule binding',
  params,
  body: z.object({ acceptWarnings: z.boolean().default(false), approval: ApprovalInput }),
  returns: orHeld({ noticeId: Id }),
  errors: ['wrongState', 'legalRule', 'confirm', 'invalid'],
})

export const declareAbortive = endpoint({
  method: 'POST',
  path: '/workbench/buyer/orders/{orderId}/abortive',
  summary: 'Declare the order abortive and publish the notice',
  params,
  body: z.object({
    reason: z.string().trim().min(5, '请填写流标原因').max(2000),
    content: RichText.nullable().default(null),
    approval: ApprovalInput,
  }),
  returns: orHeld({ noticeId: Id }),
  errors: ['wrongState'],
})

export const archiveOrder = endpoint({
  method: 'POST',
  path: '/workbench/buyer/orders/{orderId}/archive',
  summary:
    'Close the record: all notices, records and hashes in one zip. Asks first while records wait for the public log',
  params,
  body: z.object({ confirm: z.boolean().optional() }).optional(),
  returns: z.object({ sha256: z.string() }),
  errors: ['wrongState'],
})

export const downloadArchive = endpoint({
  method: 'GET',
  path: '/workbench/buyer/orders/{orderId}/archive',
  summary: 'The archive zip',
  params,
  answer: 'file',
})

export const archiveProof = endpoint({
  method: 'GET',
  path: '/workbench/buyer/orders/{orderId}/archive/proof',
  summary: 'Where the public log holds the hash of the archive’s manifest; kept beside the zip for its verification',
  params,
  answer: 'file',
})

export const prepareArchive = endpoint({
  method: 'POST',
  path: '/workbench/buyer/orders/{orderId}/archive/download',
  summary: 'Put the archive zip, checked against its hash, into the download centre',
  params,
  returns: z.object({ downloadId: Id }),
  errors: ['wrongState', 'tooMany'],
})

export const orderFileDownload = endpoint({
  method: 'GET',
  path: '/workbench/buyer/orders/{orderId}/files/{fileId}',
  summary: 'A file of an own order',
  params: z.object({ orderId: Id, fileId: Id }),
  answer: 'file',
})

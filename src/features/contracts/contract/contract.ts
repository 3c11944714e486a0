import * as z from 'zod'
import { Action } from '#contract/action.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { Amount, Quantity } from '#contract/money.ts'
import { PageQuery, pageOf } from '#contract/page.ts'
import { Instant } from '#contract/time.ts'
import { ApprovalInput, orHeld } from '#features/workflow/contract/businesses.ts'
import * as shared from './shared.ts'

/* Contracts, for both sides: who asks is told by the workbench. A supplier knows of a contract once it is offered. */

const base = '/workbench/contracts'
const params = z.object({ contractId: Id })

export const ContractTerms = z.object({
  title: z.string().trim().min(2, '请填写合同名称').max(200),
  /** Must be the award's price, to the cent. */
  price: Amount,
  terms: z.string().trim().max(20_000).default(''),
  place: z.string().trim().max(200).default(''),
  deliverBy: shared.Day.nullable().default(null),
  warranty: z.string().trim().max(1000).default(''),
  /** Yuan that the supplier gives as performance bond; null: none is demanded. */
  performanceBond: shared.PositiveAmount.nullable().default(null),
  payer: shared.PayerValue,
  payMode: shared.PayModeValue,
  payDays: z.number().int().min(0).max(365, '付款期限最长 365 日'),
  payReason: z.string().trim().max(500).default(''),
  milestones: z.array(shared.Milestone).max(30).default([]),
  /** Per cent a year. */
  lateRate: Quantity.nullable().default(null),
  lpr: Quantity.nullable().default(null),
  files: shared.GivenFiles,
})

const ContractRow = z.object({
  contractId: Id,
  code: z.string(),
  title: z.string(),
  orderCode: z.string(),
  purchaserName: z.string(),
  supplierName: z.string(),
  price: Amount,
  version: z.number().int(),
  state: shared.ContractStateValue,
  pending: z.string().nullable(),
  signBy: shared.Day,
  signedOn: shared.Day.nullable(),
  /** Signed behind the last day, or not yet and the day is over. */
  isLate: z.boolean(),
  due: Amount,
  paid: Amount,
  /** Of what is due and not paid, what is behind its day; with its interest so far. */
  overdue: Amount,
  interest: Amount,
})

export const contractPage = endpoint({
  method: 'GET',
  path: `${base}/page`,
  summary: 'Contracts of the own company, newest first; counts per state',
  query: PageQuery.extend({ state: z.union([shared.ContractStateValue, z.literal('overdue')]).optional() }),
  returns: pageOf(ContractRow),
})

export const contractableAwards = endpoint({
  method: 'GET',
  path: `${base}/awards`,
  summary: 'Awards in force of the own company that have no contract yet, the nearest last day first',
  returns: z.array(
    z.object({
      tradeId: Id,
      orderId: Id,
      orderCode: z.string(),
      title: z.string(),
      supplierName: z.string(),
      price: Amount,
      noticedAt: Instant,
      signBy: shared.Day,
      isLate: z.boolean(),
    }),
  ),
})

export const createContract = endpoint({
  method: 'POST',
  path: base,
  summary: 'Draft the contract of an award: price and lines are copied',
  body: z.object({ tradeId: Id }),
  returns: z.object({ contractId: Id }),
  errors: ['wrongState'],
})

const Interest = z.object({
  rate: z.string(),
  parts: z.array(
    z.object({ amount: Amount, from: z.string(), to: z.string(), days: z.number().int(), interest: z.string() }),
  ),
  total: Amount,
})

export const Due = z.object({
  dueId: Id,
  no: z.number().int(),
  name: z.string(),
  amount: Amount,
  requested: Amount,
  paid: Amount,
  countsFrom: shared.Day,
  dueOn: shared.Day,
  /** The last day that the law allows where the supplier is an SME. */
  legalOn: shared.Day.nullable(),
  /** Days behind, as of today. */
  lateDays: z.number().int(),
  interest: Interest,
  /** A request may be made. */
  mayRequest: z.boolean(),
  requests: z.array(
    z.object({
      requestId: Id,
      amount: Amount,
      paid: Amount,
      invoice: z.string(),
      note: z.string(),
      files: z.array(shared.FileRef),
      bySupplier: z.boolean(),
      state: shared.RequestStateValue,
      pending: z.string().nullable(),
      reason: z.string(),
      askedByName: z.string(),
      askedAt: Instant,
      payments: z.array(
        z.object({
          amount: Amount,
          paidOn: shared.Day,
          voucher: z.array(shared.FileRef),
          recordedByName: z.string(),
        }),
      ),
    }),
  ),
})

const Version = z.object({
  version: z.number().int(),
  price: Amount,
  deviation: z.string(),
  reason: z.string(),
  beyondReason: z.string(),
  state: z.enum(['offered', 'agreed', 'refused', 'withdrawn']),
  contentHash: z.string(),
  terms: z.string(),
  place: z.string(),
  deliverBy: shared.Day.nullable(),
  payDays: z.number().int(),
  lines: z.array(shared.Line),
  files: z.array(shared.FileRef),
  proposedByName: z.string(),
  proposedAt: Instant,
  answeredByName: z.string(),
  answeredAt: Instant.nullable(),
  refusal: z.string(),
})

export const contractDetail = endpoint({
  method: 'GET',
  path: `${base}/{contractId}`,
  summary: 'A contract with lines, versions and its payment calendar',
  params,
  returns: ContractRow.extend({
    /** Null where it rests on a frame agreement made without an order; its code and title are empty then. */
    orderId: Id.nullable(),
    orderTitle: z.string(),
    /** The frame agreement that it rests on: its price is what may be ordered at most. */
    agreementId: Id.nullable(),
    awardPrice: Amount,
    awardNoticedAt: Instant,
    /** The result that it was made from has fallen away since. */
    isAwardGone: z.boolean(),
    terms: z.string(),
    place: z.string(),
    deliverBy: shared.Day.nullable(),
    warranty: z.string(),
    performanceBond: Amount.nullable(),
    /** The same in per cent of the award's price. */
    performanceRate: z.string().nullable(),
    /** The purchaser's warning where it is beyond what the law allows others; null: none. */
    performanceWarning: z.string().nullable(),
    payer: shared.PayerValue,
    payMode: shared.PayModeValue,
    payDays: z.number().int(),
    payReason: z.string(),
    milestones: z.array(shared.Milestone),
    lateRate: z.string().nullable(),
    lpr: z.string().nullable(),
    size: shared.SizeValue.nullable(),
    files: z.array(shared.FileRef),
    scans: z.array(shared.FileRef),
    contentHash: z.string().nullable(),
    refusal: z.string(),
    createdByName: z.string(),
    offeredAt: Instant.nullable(),
    offeredByName: z.string(),
    signedAt: Instant.nullable(),
    signedByName: z.string(),
    endedAt: Instant.nullable(),
    endedByName: z.string(),
    endReason: z.string(),
    lines: z.array(shared.Line.extend({ ordered: z.string() })),
    versions: z.array(Version),
    dues: z.array(Due),
    callOffs: z.array(
      z.object({
        callOffId: Id,
        code: z.string(),
        amount: Amount,
        deliverBy: shared.Day,
        state: shared.CallOffStateValue,
        createdAt: Instant,
      }),
    ),
    actions: z.array(Action),
    mayAddScans: z.boolean(),
  }),
})

export const updateContract = endpoint({
  method: 'PUT',
  path: `${base}/{contractId}`,
  summary: 'Change a draft; a price that is not the award’s is refused with both figures',
  params,
  body: ContractTerms,
  errors: ['wrongState', 'legalRule'],
})

export const removeContract = endpoint({
  method: 'DELETE',
  path: `${base}/{contractId}`,
  summary: 'Remove a draft',
  params,
  errors: ['wrongState'],
})

export const offerContract = endpoint({
  method: 'POST',
  path: `${base}/{contractId}/offer`,
  summary: 'Sign as purchaser by handing the contract to the supplier, or start the approval of that',
  params,
  body: z.object({ approval: ApprovalInput }),
  returns: orHeld({ contentHash: z.string() }),
  errors: ['wrongState', 'legalRule'],
})

export const recallContract = endpoint({
  method: 'POST',
  path: `${base}/{contractId}/recall`,
  summary: 'Take back what the supplier has not signed',
  params,
  errors: ['wrongState'],
})

export const signContract = endpoint({
  method: 'POST',
  path: `${base}/{contractId}/sign`,
  summary: 'Sign as supplier the content of this hash, and state the own size',
  params,
  body: z.object({ contentHash: z.string().regex(/^[0-9a-f]{64}$/), size: shared.SizeValue }),
  errors: ['wrongState', 'legalRule', 'conflict'],
})

export const refuseContract = endpoint({
  method: 'POST',
  path: `${base}/{contractId}/refuse`,
  summary: 'Send the contract back with the reason',
  params,
  body: z.object({ reason: shared.Reason }),
  errors: ['wrongState'],
})

export const addScans = endpoint({
  method: 'POST',
  path: `${base}/{contractId}/scans`,
  summary: 'Add scans of the contract signed on paper',
  params,
  body: z.object({ files: shared.GivenFiles.refine((files) => files.length > 0, '请上传扫描件') }),
  errors: ['wrongState'],
})

export const ContractChange = z.object({
  reason: shared.Reason,
  /** Needed once all changes together go beyond a tenth of the first value. */
  beyondReason: z.string().trim().max(500).default(''),
  terms: z.string().trim().max(20_000),
  place: z.string().trim().max(200),
  deliverBy: shared.Day.nullable(),
  payDays: z.number().int().min(0).max(365),
  lines: z
    .array(z.object({ line: z.number().int().min(1), quantity: Quantity, unitPrice: Quantity }))
    .min(1)
    .max(2000),
  files: shared.GivenFiles,
  approval: ApprovalInput,
})

export const changeContract = endpoint({
  method: 'POST',
  path: `${base}/{contractId}/changes`,
  summary:
    'Propose a change to the supplier, or start its approval; beyond a tenth of the value with reason and approval alone',
  params,
  body: ContractChange,
  returns: orHeld({ version: z.number().int() }),
  errors: ['wrongState', 'legalRule'],
})

export const recallChange = endpoint({
  method: 'POST',
  path: `${base}/{contractId}/changes/recall`,
  summary: 'Take back a change that the supplier has not answered',
  params,
  errors: ['wrongState'],
})

export const answerChange = endpoint({
  method: 'POST',
  path: `${base}/{contractId}/changes/answer`,
  summary: 'Agree to the open change of this hash, or refuse it with the reason',
  params,
  body: z.object({
    contentHash: z.string().regex(/^[0-9a-f]{64}$/),
    agree: z.boolean(),
    reason: z.string().trim().max(500).default(''),
  }),
  errors: ['wrongState', 'conflict'],
})

export const completeContract = endpoint({
  method: 'POST',
  path: `${base}/{contractId}/complete`,
  summary: 'Close a contract whose orders are delivered and paid',
  params,
  errors: ['wrongState'],
})

export const terminateContract = endpoint({
  method: 'POST',
  path: `${base}/{contractId}/terminate`,
  summary: 'End a contract early with the reason; what is due stays due',
  params,
  body: z.object({ reason: shared.Reason }),
  errors: ['wrongState'],
})

export const contractFile = endpoint({
  method: 'GET',
  path: `${base}/{contractId}/files/{fileId}`,
  summary: 'A file of the contract, its deliveries or payments',
  params: params.extend({ fileId: Id }),
  answer: 'file',
})

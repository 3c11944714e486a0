import * as z from 'zod'
import { Action } from '#contract/action.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { Amount } from '#contract/money.ts'
import { PageQuery, pageOf } from '#contract/page.ts'
import { Instant } from '#contract/time.ts'
import { ApprovalInput, orHeld } from '#features/workflow/contract/businesses.ts'
import * as common from '#features/contracts/contract/shared.ts'
import * as shared from './shared.ts'

/* Frame agreements as the purchaser keeps them. */

const base = '/workbench/frame-agreements'
const params = z.object({ agreementId: Id })
const entryParams = params.extend({ entryId: Id })

export const AgreementTerms = z.object({
  title: z.string().trim().min(2, '请填写协议名称').max(200),
  kind: shared.KindValue,
  regime: shared.RegimeValue,
  category: shared.CategoryValue,
  rule: shared.CallRuleValue,
  from: common.Day,
  until: common.Day,
  /** All suppliers together, in yuan; null: quantities alone bound it. */
  quota: common.PositiveAmount.nullable().default(null),
  terms: z.string().trim().max(20_000).default(''),
  /** By what formula prices may be adjusted. */
  priceNote: z.string().trim().max(2000).default(''),
  place: z.string().trim().max(200).default(''),
  payer: common.PayerValue,
  payDays: z.number().int().min(0).max(365, '付款期限最长 365 日'),
  payReason: z.string().trim().max(500).default(''),
  items: z
    .array(
      z.object({
        name: z.string().trim().min(1, '请填写标的名称').max(200),
        spec: z.string().trim().max(500).default(''),
        unit: z.string().trim().min(1, '请填写单位').max(20),
        quantity: common.Positive.nullable().default(null),
      }),
    )
    .min(1, '请填写标的')
    .max(200, '最多 200 行标的'),
  /** In the order of rotation; `line` of a price counts the items from 1. */
  entries: z
    .array(
      z.object({
        companyId: Id,
        share: shared.Share.nullable().default(null),
        prices: z.array(shared.Price).max(200).default([]),
      }),
    )
    .min(1, '请选择供应商')
    .max(100, '最多 100 家供应商'),
  files: common.GivenFiles,
})

const AgreementRow = z.object({
  agreementId: Id,
  code: z.string(),
  title: z.string(),
  kind: shared.KindValue,
  category: shared.CategoryValue,
  rule: shared.CallRuleValue,
  from: common.Day,
  until: common.Day,
  /** Until the end, while it is in force. */
  daysLeft: z.number().int().nullable(),
  state: shared.AgreementStateValue,
  pending: z.string().nullable(),
  suppliers: z.array(z.string()),
  quota: Amount.nullable(),
  ordered: Amount,
  accepted: Amount,
  left: Amount.nullable(),
  orders: z.number().int(),
})

export const agreementPage = endpoint({
  method: 'GET',
  path: `${base}/page`,
  summary: 'Frame agreements of the own company with their quota, newest first; counts per state',
  query: PageQuery.extend({
    state: z.union([shared.AgreementStateValue, z.literal('expiring')]).optional(),
    /** Those that are or were in force alone. */
    library: z.enum(['1']).optional(),
  }),
  returns: pageOf(AgreementRow),
})

const Entry = z.object({
  entryId: Id,
  no: z.number().int(),
  companyId: Id,
  supplierName: z.string(),
  share: z.string().nullable(),
  state: shared.EntryStateValue,
  reason: z.string(),
  version: z.number().int(),
  contractId: Id.nullable(),
  answeredAt: Instant.nullable(),
  answeredByName: z.string(),
  isNext: z.boolean(),
  /** Why it cannot be ordered from now, or what speaks against it. */
  admission: z.object({ level: z.enum(['warn', 'block']), reason: z.string() }).nullable(),
  ordered: Amount,
  accepted: Amount,
  /** In yuan; null: quantities alone bound it. */
  left: Amount.nullable(),
  lines: z.array(
    z.object({
      line: z.number().int(),
      unitPrice: z.string().nullable(),
      quantity: z.string().nullable(),
      ordered: z.string(),
      left: z.string().nullable(),
    }),
  ),
  versions: z.array(shared.Version),
  actions: z.array(Action),
})

export const agreementDetail = endpoint({
  method: 'GET',
  path: `${base}/{agreementId}`,
  summary: 'An agreement with its suppliers, what was ordered of each and what is left',
  params,
  returns: AgreementRow.extend({
    regime: shared.RegimeValue,
    terms: z.string(),
    priceNote: z.string(),
    place: z.string(),
    payer: common.PayerValue,
    payDays: z.number().int(),
    payReason: z.string(),
    orderCode: z.string(),
    orderTitle: z.string(),
    renewsCode: z.string(),
    isFromAward: z.boolean(),
    files: z.array(common.FileRef),
    items: z.array(
      z.object({
        line: z.number().int(),
        name: z.string(),
        spec: z.string(),
        unit: z.string(),
        quantity: z.string().nullable(),
        ordered: z.string(),
        accepted: z.string(),
      }),
    ),
    entries: z.array(Entry),
    callOffs: z.array(shared.MadeOrder.extend({ supplierName: z.string(), skipReason: z.string() })),
    findings: z.array(shared.Finding),
    createdByName: z.string(),
    sentAt: Instant.nullable(),
    sentByName: z.string(),
    signedAt: Instant.nullable(),
    endedAt: Instant.nullable(),
    endedByName: z.string(),
    endReason: z.string(),
    actions: z.array(Action),
  }),
})

export const agreementAwards = endpoint({
  method: 'GET',
  path: `${base}/awards`,
  summary: 'Orders whose awards in force have no contract yet',
  returns: z.array(
    z.object({
      orderId: Id,
      orderCode: z.string(),
      title: z.string(),
      suppliers: z.array(z.string()),
      price: Amount,
    }),
  ),
})

/** Suppliers of the own library that may be taken into an agreement. */
export const agreementSuppliers = endpoint({
  method: 'GET',
  path: `${base}/suppliers`,
  summary: 'Qualified suppliers of the own library, with what speaks against them',
  returns: z.array(
    z.object({
      companyId: Id,
      name: z.string(),
      admission: z.object({ level: z.enum(['warn', 'block']), reason: z.string() }).nullable(),
    }),
  ),
})

export const createAgreement = endpoint({
  method: 'POST',
  path: base,
  summary: 'Register a draft of an agreement',
  body: AgreementTerms,
  returns: z.object({ agreementId: Id }),
})

export const draftFromAward = endpoint({
  method: 'POST',
  path: `${base}/from-award`,
  summary: 'Draft the agreement of an order’s awards: suppliers, items and prices are copied',
  body: z.object({ orderId: Id }),
  returns: z.object({ agreementId: Id }),
  errors: ['wrongState'],
})

export const updateAgreement = endpoint({
  method: 'PUT',
  path: `${base}/{agreementId}`,
  summary: 'Change a draft; prices of an award stay the award’s',
  params,
  body: AgreementTerms,
  errors: ['wrongState'],
})

export const removeAgreement = endpoint({
  method: 'DELETE',
  path: `${base}/{agreementId}`,
  summary: 'Remove a draft',
  params,
  errors: ['wrongState'],
})

export const sendAgreement = endpoint({
  method: 'POST',
  path: `${base}/{agreementId}/send`,
  summary: 'Sign as purchaser by handing the agreement to its suppliers, or start the approval of that',
  params,
  body: z.object({ approval: ApprovalInput }),
  returns: orHeld({ suppliers: z.number().int() }),
  errors: ['wrongState', 'legalRule'],
})

export const recallAgreement = endpoint({
  method: 'POST',
  path: `${base}/{agreementId}/recall`,
  summary: 'Take back what no supplier has signed',
  params,
  errors: ['wrongState'],
})

export const endAgreement = endpoint({
  method: 'POST',
  path: `${base}/{agreementId}/end`,
  summary: 'End an agreement early with the reason; orders made from it go on',
  params,
  body: z.object({ reason: common.Reason }),
  errors: ['wrongState'],
})

export const renewAgreement = endpoint({
  method: 'POST',
  path: `${base}/{agreementId}/renew`,
  summary: 'Draft a new agreement of the same items, prices and suppliers, behind this one',
  params,
  returns: z.object({ agreementId: Id }),
  errors: ['wrongState'],
})

export const supplementAgreement = endpoint({
  method: 'POST',
  path: `${base}/{agreementId}/entries`,
  summary: 'Offer the agreement to a further supplier, or start the approval of that',
  params,
  body: z.object({
    companyId: Id,
    share: shared.Share.nullable().default(null),
    prices: z.array(shared.Price).max(200),
    approval: ApprovalInput,
  }),
  returns: orHeld({ entryId: Id }),
  errors: ['wrongState', 'legalRule'],
})

export const actOnEntry = endpoint({
  method: 'POST',
  path: `${base}/{agreementId}/entries/{entryId}/act`,
  summary: 'Withdraw, suspend, resume or let go a supplier, with the reason',
  params: entryParams,
  body: z.object({ action: z.enum(['withdraw', 'suspend', 'resume', 'exit']), reason: common.Reason }),
  errors: ['wrongState'],
})

export const adjustPrices = endpoint({
  method: 'POST',
  path: `${base}/{agreementId}/entries/{entryId}/adjustments`,
  summary: 'Propose new prices to a supplier, or start the approval of that; orders made before keep theirs',
  params: entryParams,
  body: z.object({
    reason: common.Reason,
    prices: z.array(shared.Price).min(1).max(200),
    approval: ApprovalInput,
  }),
  returns: orHeld({ version: z.number().int() }),
  errors: ['wrongState'],
})

export const recallAdjustment = endpoint({
  method: 'POST',
  path: `${base}/{agreementId}/entries/{entryId}/adjustments/recall`,
  summary: 'Take back prices that the supplier has not answered',
  params: entryParams,
  errors: ['wrongState'],
})

export const orderFromAgreement = endpoint({
  method: 'POST',
  path: `${base}/{agreementId}/call-offs`,
  summary: 'Order from an agreement in force: a purchase order of its supplier, never beyond quota or price',
  params,
  body: z.object({
    entryId: Id,
    deliverBy: common.Day,
    place: z.string().trim().min(2, '请填写交货地点').max(200),
    note: z.string().trim().max(1000).default(''),
    /** Why the supplier whose turn it is was passed over. */
    skipReason: z.string().trim().max(500).default(''),
    lines: z
      .array(
        z.object({
          line: z.number().int().min(1),
          quantity: common.Positive,
          /** Left out: the agreed price. */
          unitPrice: common.Positive.nullable().default(null),
        }),
      )
      .min(1, '请填写订货数量')
      .max(200),
  }),
  returns: z.object({ callOffId: Id }),
  errors: ['wrongState'],
})

export const agreementFile = endpoint({
  method: 'GET',
  path: `${base}/{agreementId}/files/{fileId}`,
  summary: 'A file of an agreement, for its purchaser and its suppliers',
  params: params.extend({ fileId: Id }),
  answer: 'file',
})

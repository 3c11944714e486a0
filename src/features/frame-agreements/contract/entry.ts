import * as z from 'zod'
import { Action } from '#contract/action.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { Amount } from '#contract/money.ts'
import { PageQuery, pageOf } from '#contract/page.ts'
import { Instant } from '#contract/time.ts'
import { SIZES } from '#features/contracts/rules/payment.ts'
import * as common from '#features/contracts/contract/shared.ts'
import * as shared from './shared.ts'

/* A supplier's own part of an agreement; it learns nothing of the other suppliers. */

const base = '/workbench/supplier/frame-agreements'
const params = z.object({ entryId: Id })
const Hash = z.string().regex(/^[0-9a-f]{64}$/)

const EntryRow = z.object({
  entryId: Id,
  agreementId: Id,
  code: z.string(),
  title: z.string(),
  kind: shared.KindValue,
  purchaserName: z.string(),
  from: common.Day,
  until: common.Day,
  agreementState: shared.AgreementStateValue,
  state: shared.EntryStateValue,
  hasAdjustment: z.boolean(),
  ordered: Amount,
  accepted: Amount,
})

export const entryPage = endpoint({
  method: 'GET',
  path: `${base}/page`,
  summary: 'Agreements offered to the own company, newest first; counts per state',
  query: PageQuery.extend({ state: shared.EntryStateValue.exclude(['drafted']).optional() }),
  returns: pageOf(EntryRow),
})

export const entryDetail = endpoint({
  method: 'GET',
  path: `${base}/{entryId}`,
  summary: 'An agreement as a supplier reads it: its own prices, share and orders alone',
  params,
  returns: EntryRow.extend({
    rule: shared.CallRuleValue,
    /** In yuan, of the own share; null: quantities alone bound it. */
    amount: Amount.nullable(),
    share: z.string().nullable(),
    terms: z.string(),
    priceNote: z.string(),
    place: z.string(),
    payer: common.PayerValue,
    payDays: z.number().int(),
    payReason: z.string(),
    files: z.array(common.FileRef),
    contentHash: z.string(),
    contractId: Id.nullable(),
    reason: z.string(),
    sentAt: Instant.nullable(),
    sentByName: z.string(),
    answeredAt: Instant.nullable(),
    answeredByName: z.string(),
    endReason: z.string(),
    lines: z.array(
      z.object({
        line: z.number().int(),
        name: z.string(),
        spec: z.string(),
        unit: z.string(),
        unitPrice: z.string().nullable(),
        quantity: z.string().nullable(),
        ordered: z.string(),
        accepted: z.string(),
      }),
    ),
    versions: z.array(shared.Version),
    callOffs: z.array(shared.MadeOrder),
    actions: z.array(Action),
  }),
})

export const confirmEntry = endpoint({
  method: 'POST',
  path: `${base}/{entryId}/confirm`,
  summary: 'Sign as supplier the content of this hash, and state the own size',
  params,
  body: z.object({
    contentHash: Hash,
    size: z.enum(Object.keys(SIZES) as [keyof typeof SIZES, ...(keyof typeof SIZES)[]]),
  }),
  errors: ['wrongState', 'legalRule', 'conflict'],
})

export const refuseEntry = endpoint({
  method: 'POST',
  path: `${base}/{entryId}/refuse`,
  summary: 'Refuse the agreement with the reason',
  params,
  body: z.object({ reason: common.Reason }),
  errors: ['wrongState'],
})

export const answerAdjustment = endpoint({
  method: 'POST',
  path: `${base}/{entryId}/adjustments/answer`,
  summary: 'Agree to the open prices of this hash, or refuse them with the reason',
  params,
  body: z.object({ contentHash: Hash, agree: z.boolean(), reason: z.string().trim().max(500).default('') }),
  errors: ['wrongState', 'conflict'],
})

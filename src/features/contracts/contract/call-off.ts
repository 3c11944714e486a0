import * as z from 'zod'
import { Action } from '#contract/action.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { Amount, Quantity } from '#contract/money.ts'
import { PageQuery, pageOf } from '#contract/page.ts'
import { Instant } from '#contract/time.ts'
import { ApprovalInput, orHeld } from '#features/workflow/contract/businesses.ts'
import * as shared from './shared.ts'
import { Team, TeamResultValue } from './team.ts'

/* Purchase orders under a contract, their deliveries and acceptances, for both sides. */

const base = '/workbench/call-offs'
const params = z.object({ callOffId: Id })

const CallOffRow = z.object({
  callOffId: Id,
  code: z.string(),
  contractId: Id,
  contractCode: z.string(),
  title: z.string(),
  purchaserName: z.string(),
  supplierName: z.string(),
  amount: Amount,
  deliverBy: shared.Day,
  state: shared.CallOffStateValue,
  /** Not delivered whole and the day is over, or the last delivery came behind it. */
  isLate: z.boolean(),
  hasUnjudged: z.boolean(),
  createdAt: Instant,
})

export const callOffPage = endpoint({
  method: 'GET',
  path: `${base}/page`,
  summary: 'Purchase orders of the own company, newest first; counts per state',
  query: PageQuery.extend({ state: z.union([shared.CallOffStateValue, z.literal('toAccept')]).optional() }),
  returns: pageOf(CallOffRow),
})

export const callOffDetail = endpoint({
  method: 'GET',
  path: `${base}/{callOffId}`,
  summary: 'A purchase order with its deliveries and what was found of them',
  params,
  returns: CallOffRow.extend({
    place: z.string(),
    note: z.string(),
    reason: z.string(),
    createdByName: z.string(),
    answeredByName: z.string(),
    answeredAt: Instant.nullable(),
    doneAt: Instant.nullable(),
    demandCode: z.string().nullable(),
    lines: z.array(
      z.object({
        line: z.number().int(),
        name: z.string(),
        spec: z.string(),
        unit: z.string(),
        quantity: z.string(),
        unitPrice: z.string(),
        delivered: z.string(),
        accepted: z.string(),
        rejected: z.string(),
        /** What may still be delivered: what was rejected may come again. */
        open: z.string(),
      }),
    ),
    deliveries: z.array(
      z.object({
        deliveryId: Id,
        no: z.number().int(),
        deliveredOn: shared.Day,
        carrier: z.string(),
        note: z.string(),
        files: z.array(shared.FileRef),
        isJudged: z.boolean(),
        pending: z.string().nullable(),
        /** A team looks at it, or has, and it is not judged yet: all that its supplier learns. */
        isExamined: z.boolean(),
        /** For the purchaser alone. */
        team: Team.nullable(),
        teamActions: z.array(Action),
        noticedByName: z.string(),
        noticedAt: Instant,
        lines: z.array(
          z.object({ line: z.number().int(), quantity: z.string(), accepted: z.string(), rejected: z.string() }),
        ),
        acceptances: z.array(
          z.object({
            acceptanceId: Id,
            lines: z.array(
              z.object({ line: z.number().int(), accepted: z.string(), rejected: z.string(), reason: z.string() }),
            ),
            people: z.string(),
            /** What the team's opinions came to; null: none looked at it. The rest is for the purchaser alone. */
            founded: z
              .object({ result: TeamResultValue, tally: z.string(), hash: z.string(), overrideReason: z.string() })
              .nullable(),
            note: z.string(),
            files: z.array(shared.FileRef),
            amount: Amount,
            acceptedByName: z.string(),
            acceptedAt: Instant,
          }),
        ),
      }),
    ),
    actions: z.array(Action),
  }),
})

export const createCallOff = endpoint({
  method: 'POST',
  path: '/workbench/contracts/{contractId}/call-offs',
  summary: 'Order from a contract in force, never more than it leaves; also what a department has asked for',
  params: z.object({ contractId: Id }),
  body: z.object({
    deliverBy: shared.Day,
    place: z.string().trim().min(2, '请填写交货地点').max(200),
    note: z.string().trim().max(1000).default(''),
    lines: z.array(shared.LineQuantity).min(1, '请填写订货数量').max(2000),
    demandOrderId: Id.nullable().default(null),
  }),
  returns: z.object({ callOffId: Id }),
  errors: ['wrongState'],
})

export const confirmCallOff = endpoint({
  method: 'POST',
  path: `${base}/{callOffId}/confirm`,
  summary: 'Confirm as supplier',
  params,
  errors: ['wrongState'],
})

export const refuseCallOff = endpoint({
  method: 'POST',
  path: `${base}/{callOffId}/refuse`,
  summary: 'Refuse as supplier with the reason; its quantities are free again',
  params,
  body: z.object({ reason: shared.Reason }),
  errors: ['wrongState'],
})

export const cancelCallOff = endpoint({
  method: 'POST',
  path: `${base}/{callOffId}/cancel`,
  summary: 'Cancel what was not delivered, with the reason',
  params,
  body: z.object({ reason: shared.Reason }),
  errors: ['wrongState'],
})

export const noticeDelivery = endpoint({
  method: 'POST',
  path: `${base}/{callOffId}/deliveries`,
  summary: 'Tell of a delivery, of all or of a part',
  params,
  body: z.object({
    deliveredOn: shared.Day,
    carrier: z.string().trim().max(200).default(''),
    note: z.string().trim().max(1000).default(''),
    lines: z.array(shared.LineQuantity).min(1, '请填写交货数量').max(2000),
    files: shared.GivenFiles,
  }),
  returns: z.object({ deliveryId: Id }),
  errors: ['wrongState'],
})

export const acceptDelivery = endpoint({
  method: 'POST',
  path: '/workbench/deliveries/{deliveryId}/acceptances',
  summary: 'Accept or reject what was delivered, or a part of it; may have to be approved',
  params: z.object({ deliveryId: Id }),
  body: z.object({
    lines: z
      .array(
        z.object({
          line: z.number().int().min(1),
          accepted: Quantity,
          rejected: Quantity,
          reason: z.string().trim().max(500).default(''),
        }),
      )
      .min(1)
      .max(2000),
    /** Who looked at it; where a team did, who else. */
    people: z.string().trim().max(200).default(''),
    /** Why something is accepted although most of the team is against it. */
    overrideReason: z.string().trim().max(1000).default(''),
    note: z.string().trim().max(1000).default(''),
    files: shared.GivenFiles,
    approval: ApprovalInput,
  }),
  returns: orHeld({ acceptanceId: Id, amount: Amount }),
  errors: ['wrongState'],
})

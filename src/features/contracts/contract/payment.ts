import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { Amount } from '#contract/money.ts'
import { ApprovalInput, orHeld } from '#features/workflow/contract/businesses.ts'
import { Due } from './contract.ts'
import * as shared from './shared.ts'

/* What is due, asked for and paid. */

const params = z.object({ requestId: Id })

export const requestPayment = endpoint({
  method: 'POST',
  path: '/workbench/contract-dues/{dueId}/requests',
  summary: 'Ask for payment of what is due, never more: the supplier, or the purchaser of itself',
  params: z.object({ dueId: Id }),
  body: z.object({
    amount: shared.PositiveAmount,
    invoice: z.string().trim().max(100).default(''),
    note: z.string().trim().max(500).default(''),
    files: shared.GivenFiles,
  }),
  returns: z.object({ requestId: Id }),
  errors: ['wrongState'],
})

export const approveRequest = endpoint({
  method: 'POST',
  path: '/workbench/payment-requests/{requestId}/approve',
  summary: 'Approve a request, or start its approval',
  params,
  body: z.object({ approval: ApprovalInput }),
  returns: orHeld({ amount: Amount }),
  errors: ['wrongState'],
})

export const refuseRequest = endpoint({
  method: 'POST',
  path: '/workbench/payment-requests/{requestId}/refuse',
  summary: 'Refuse a request with the reason',
  params,
  body: z.object({ reason: shared.Reason }),
  errors: ['wrongState'],
})

export const recordPayment = endpoint({
  method: 'POST',
  path: '/workbench/payment-requests/{requestId}/payments',
  summary: 'Record what was paid on an approved request, with its voucher; never more than approved',
  params,
  body: z.object({
    amount: shared.PositiveAmount,
    paidOn: shared.Day,
    voucher: shared.GivenFiles.refine((files) => files.length > 0, '请上传付款凭证'),
  }),
  errors: ['wrongState', 'conflict'],
})

export const orderCentre = endpoint({
  method: 'GET',
  path: '/workbench/supplier/order-centre',
  summary: 'What waits for a supplier of its contracts, and what it is owed, the longest overdue first',
  returns: z.object({
    toSign: z.number().int(),
    toConfirm: z.number().int(),
    toDeliver: z.number().int(),
    rejected: z.number().int(),
    receivable: Amount,
    overdue: Amount,
    interest: Amount,
    dues: z.array(
      Due.pick({
        dueId: true,
        name: true,
        amount: true,
        paid: true,
        dueOn: true,
        legalOn: true,
        lateDays: true,
      }).extend({
        contractId: Id,
        contractTitle: z.string(),
        purchaserName: z.string(),
        interest: Amount,
      }),
    ),
  }),
})

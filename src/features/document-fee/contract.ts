import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { Amount } from '#contract/money.ts'
import { Instant } from '#contract/time.ts'
import { FEE_STATES, type FeeState } from './rules/state.ts'

/* The fee for the documents of an order that is paid online. Where nothing is owed online, these records do not exist. */

const params = z.object({ orderId: Id })
const State = z.enum(Object.keys(FEE_STATES) as [FeeState, ...FeeState[]])

export const ownDocumentFee = endpoint({
  method: 'GET',
  path: '/workbench/supplier/tenders/{orderId}/document-fee',
  summary: 'What the own company owes or has paid for the documents; `notFound` where nothing is paid online',
  params,
  returns: z.object({
    state: State,
    amount: Amount,
    payeeName: z.string(),
    paidAt: Instant.nullable(),
    /** Order of the cashier that it was paid by. */
    payOrderId: Id.nullable(),
    /** Why it cannot be paid now; null when it can. */
    blocked: z.string().nullable(),
  }),
})

export const payDocumentFee = endpoint({
  method: 'POST',
  path: '/workbench/supplier/tenders/{orderId}/document-fee',
  summary: 'Make the order of the cashier by which the fee is paid, or give the one that is open',
  params,
  returns: z.object({ payOrderId: Id }),
  errors: ['wrongState'],
})

export const documentFees = endpoint({
  method: 'GET',
  path: '/workbench/buyer/orders/{orderId}/document-fees',
  summary: 'Who of the admitted suppliers has paid for the documents; for those who see the sign-ups',
  params,
  returns: z.object({
    amount: Amount,
    received: Amount,
    refunded: Amount,
    rows: z.array(
      z.object({
        tradeId: Id,
        supplierName: z.string(),
        state: State,
        paidAt: Instant.nullable(),
        refundedAt: Instant.nullable(),
        /** Why it could not be given back; '' where it could or need not. */
        problem: z.string(),
      }),
    ),
    /** Some could not be given back: ask once more. */
    mayRefund: z.boolean(),
  }),
})

export const refundDocumentFees = endpoint({
  method: 'POST',
  path: '/workbench/buyer/orders/{orderId}/document-fees/refund',
  summary: 'Give fees of an order that was ended before its opening back once more, where it failed',
  params,
  returns: z.object({ asked: z.number().int() }),
  errors: ['wrongState'],
})

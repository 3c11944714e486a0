import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { pageOf, PageQuery } from '#contract/page.ts'
import { Instant } from '#contract/time.ts'

/* Fees by order, held against the ledger. Orders of which the company may not know yet who takes part stay out. */

const PATH = '/workbench/monitor/tender-fees'

const Sums = z.object({
  due: z.string(),
  /** By the cashier. */
  paid: z.string(),
  refunded: z.string(),
  /** To the creditor's own account, past the cashier. */
  offline: z.string(),
  /** What the ledger's accounts have taken in and given back for it. */
  ledgerPaid: z.string(),
  ledgerRefunded: z.string(),
})

const Row = Sums.extend({
  orderId: Id,
  orderCode: z.string(),
  orderTitle: z.string(),
  methodName: z.string(),
  agrees: z.boolean(),
})

export const tenderFees = endpoint({
  method: 'GET',
  path: `${PATH}/page`,
  summary: 'Document, platform, service and agency fees by order: due, paid, refunded, and what the ledger says',
  query: PageQuery,
  returns: pageOf(Row),
})

export const tenderFee = endpoint({
  method: 'GET',
  path: `${PATH}/{orderId}`,
  summary: 'The same of one order, payment by payment',
  params: z.object({ orderId: Id }),
  returns: Row.extend({
    byType: z.array(Sums.extend({ type: z.number(), typeLabel: z.string() })),
    payments: z.array(
      z.object({
        payOrderId: Id,
        code: z.string(),
        typeLabel: z.string(),
        payerName: z.string(),
        payeeName: z.string(),
        /** The reader's company was paid, and the reader may look at its money. */
        isOwn: z.boolean(),
        amount: z.string(),
        paid: z.string(),
        refunded: z.string(),
        invoiceStatus: z.number(),
        paidAt: Instant.nullable(),
        state: z.enum(['open', 'paid', 'closed']),
      }),
    ),
  }),
})

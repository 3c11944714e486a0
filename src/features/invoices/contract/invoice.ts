import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { pageOf, PageQuery } from '#contract/page.ts'
import { Instant } from '#contract/time.ts'
import { TAX_RATES } from '../rules/enums.ts'

const params = z.object({ invoiceId: Id })
const State = z.enum(['applied', 'issuing', 'issued', 'reversed', 'rejected', 'withdrawn'])
const RedState = z.enum(['waiting', 'issuing', 'done', 'refused', 'void'])
const reason = z.string().trim().min(1, '请填写原因').max(200, '原因不能超过 200 个字')

const Row = z.object({
  invoiceId: Id,
  code: z.string(),
  title: z.string(),
  kind: z.number(),
  scope: z.number(),
  content: z.string(),
  buyerName: z.string(),
  payeeName: z.string(),
  total: z.string(),
  /** Not applied 0, applied 1, invoiced 2, rejected 3: what its orders are. */
  status: z.number(),
  state: State,
  number: z.string(),
  reason: z.string(),
  problem: z.string(),
  isSample: z.boolean(),
  /** Of the red letter asked for last. */
  redState: RedState.nullable(),
  appliedAt: Instant,
  issuedAt: Instant.nullable(),
})
const InvoiceQuery = PageQuery.extend({
  state: z.enum(['', 'applied', 'issued', 'rejected', 'over']).default(''),
})

export const invoicePage = endpoint({
  method: 'GET',
  path: '/v1/invoices/page',
  summary: 'Invoices that the company has applied for, newest first',
  query: InvoiceQuery,
  returns: pageOf(Row),
})

export const issuePage = endpoint({
  method: 'GET',
  path: '/v1/invoices/issuing/page',
  summary: 'Invoices that the company, or the platform, is asked to issue, newest first',
  query: InvoiceQuery,
  returns: pageOf(Row),
})

export const invoiceDetail = endpoint({
  method: 'GET',
  path: '/v1/invoices/{invoiceId}',
  summary: 'An invoice, for whoever has paid and whoever issues it',
  params,
  returns: Row.extend({
    titleKind: z.number(),
    taxNo: z.string(),
    address: z.string(),
    phone: z.string(),
    bank: z.string(),
    accountNo: z.string(),
    email: z.string(),
    remark: z.string(),
    sellerTaxNo: z.string(),
    rate: z.number(),
    net: z.string(),
    tax: z.string(),
    lines: z.array(
      z.object({
        orderId: Id,
        orderCode: z.string(),
        name: z.string(),
        amount: z.string(),
        net: z.string(),
        tax: z.string(),
      }),
    ),
    appliedByName: z.string(),
    decidedByName: z.string(),
    decidedAt: Instant.nullable(),
    usedAt: Instant.nullable(),
    usedByName: z.string(),
    reds: z.array(
      z.object({
        redId: Id,
        side: z.enum(['payee', 'buyer']),
        reason: z.string(),
        state: RedState,
        askedByName: z.string(),
        askedAt: Instant,
        expiresAt: Instant.nullable(),
        answeredByName: z.string(),
        answeredAt: Instant.nullable(),
        answer: z.string(),
        problem: z.string(),
        number: z.string(),
        issuedAt: Instant.nullable(),
      }),
    ),
    side: z.enum(['payee', 'buyer']),
    hasFile: z.boolean(),
    hasRedFile: z.boolean(),
    actions: z.array(z.enum(['withdraw', 'issue', 'reject', 'use', 'red', 'redAgain', 'answerRed'])),
  }),
})

export const invoiceFile = endpoint({
  method: 'GET',
  path: '/v1/invoices/{invoiceId}/file',
  summary: 'The invoice as PDF; with `red`, its red letter',
  params,
  query: z.object({ red: z.stringbool().default(false) }),
  answer: 'file',
})

export const issueInvoice = endpoint({
  method: 'POST',
  path: '/v1/invoices/{invoiceId}/issue',
  summary:
    'Have an application issued at a tax rate; the issuer answers by its notice. Again where it has not answered',
  params,
  body: z.object({ rate: z.literal(TAX_RATES) }),
  errors: ['wrongState', 'unavailable'],
})

export const rejectInvoice = endpoint({
  method: 'POST',
  path: '/v1/invoices/{invoiceId}/rejection',
  summary: 'Reject an application; its orders can be applied for again',
  params,
  body: z.object({ reason }),
  errors: ['wrongState'],
})

export const noteInvoiceUse = endpoint({
  method: 'POST',
  path: '/v1/invoices/{invoiceId}/use',
  summary:
    'Note that the buyer has deducted the invoice or entered it in its books: its red letter needs a confirmation',
  params,
  errors: ['wrongState'],
})

export const askRedLetter = endpoint({
  method: 'POST',
  path: '/v1/invoices/{invoiceId}/red-letter',
  summary:
    'Ask for the red letter: unused, the payee has it at once; used, the other side confirms within 72 hours. Again where the issuer has not answered',
  params,
  body: z.object({ reason }),
  errors: ['wrongState', 'unavailable'],
})

export const answerRedLetter = endpoint({
  method: 'POST',
  path: '/v1/invoices/{invoiceId}/red-letter/answer',
  summary: 'Confirm or refuse the slip of a red letter that the other side asked for',
  params,
  body: z
    .object({ isConfirmed: z.boolean(), answer: z.string().trim().max(200, '说明不能超过 200 个字').default('') })
    .refine(({ isConfirmed, answer }) => isConfirmed || answer !== '', {
      error: '请填写不同意的原因',
      path: ['answer'],
    }),
  errors: ['wrongState', 'tooLate'],
})

const Setting = z.object({
  taxNo: z.string().trim().toUpperCase().max(20, '统一社会信用代码应为 18 位').default(''),
  /** By payment type, per cent. */
  rates: z.record(z.string().regex(/^\d$/), z.literal(TAX_RATES)),
})

export const issueSetting = endpoint({
  method: 'GET',
  path: '/v1/invoices/issuing/setting',
  summary: 'How the company, or the platform, invoices: tax number, rates by payment type',
  returns: z.object({
    name: z.string(),
    taxNo: z.string(),
    /** Only the platform names its own; a company’s is the certified one. */
    isTaxNoOwn: z.boolean(),
    rates: z.array(z.object({ type: z.number(), label: z.string(), rate: z.number() })),
    isSample: z.boolean(),
  }),
})

export const setIssueSetting = endpoint({
  method: 'PUT',
  path: '/v1/invoices/issuing/setting',
  summary: 'Set how the company, or the platform, invoices; applications of before keep their rate',
  body: Setting,
})

export const issuerCallback = endpoint({
  method: 'POST',
  path: '/invoices/callbacks/{issuer}',
  summary: 'The issuer tells what became of an invoice, signed; `{issuer}` names its tenant: `tax.3`',
  params: z.object({ issuer: z.string().max(40) }),
  answer: 'stream',
  once: false,
})

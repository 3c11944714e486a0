import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { Amount, Quantity } from '#contract/money.ts'
import { Instant } from '#contract/time.ts'
import { FileRef, PricedItem } from '#features/procurement/contract/shared.ts'
import { SIDES, type TalkSide } from './rules.ts'

/** What a supplier that is asked alone offers, and what is agreed with it. */

const params = z.object({ orderId: Id })
const ofFile = params.extend({ fileId: Id })
const ofTalk = params.extend({ talkId: Id })
const Price = Amount.refine((value) => Number(value) > 0, '请输入大于零的金额')
const Given = z.object({ fileId: Id, name: z.string().trim().min(1).max(200) })
/** The bill, where its lines are priced; else none. */
const Items = z.array(PricedItem)
const BUYER = '/workbench/buyer/orders/{orderId}'
const SUPPLIER = '/workbench/supplier/tenders/{orderId}'

/** Prices by line of the bill: all lines, where the method asks for them. */
const LinePrices = z
  .array(z.object({ itemId: Id, unitPrice: Quantity }))
  .max(5000)
  .default([])
/** The same with what they come to; null where one price is asked for. */
const PricedLines = z
  .array(z.object({ itemId: Id, quantity: Quantity, unitPrice: Quantity, amount: Amount }))
  .nullable()
export type PricedLine = NonNullable<z.output<typeof PricedLines>>[number]

const Response = z.object({
  responseId: Id,
  price: Amount,
  lines: PricedLines,
  statement: z.string(),
  files: z.array(FileRef),
  byName: z.string(),
  at: Instant,
})
export type Response = z.output<typeof Response>

export const ResponseFields = z.object({
  /** With prices by line: what they add up to. */
  price: Price,
  lines: LinePrices,
  statement: z.string().trim().max(4000).default(''),
  files: z.array(Given).max(20).default([]),
})

export const Person = z.object({
  side: z.enum(Object.keys(SIDES) as [TalkSide, ...TalkSide[]]),
  name: z.string().trim().min(1, '请输入姓名').max(40),
  unit: z.string().trim().min(1, '请输入单位').max(100),
  title: z.string().trim().max(40).default(''),
})

export const TalkFields = z.object({
  heldAt: Instant,
  place: z.string().trim().min(1, '请输入协商地点').max(200),
  people: z.array(Person).min(2, '请填写双方参加人员').max(30),
  /** What the supplier said of its costs, comparable contracts, patents (财政部令第74号第四十一条). */
  priceBasis: z.string().trim().min(2, '请填写价格依据').max(4000),
  terms: z.string().trim().min(2, '请填写合同主要条款及价格商定情况').max(8000),
  price: Price,
  lines: LinePrices,
  files: z.array(Given).max(10).default([]),
})

const Talk = TalkFields.extend({
  talkId: Id,
  no: z.number().int(),
  lines: PricedLines,
  files: z.array(FileRef),
  byName: z.string(),
  at: Instant,
  /** What the supplier said of it; null: nothing yet. */
  agreed: z.boolean().nullable(),
  reason: z.string(),
  repliedByName: z.string(),
  repliedAt: Instant.nullable(),
})
export type Talk = z.output<typeof Talk>

export const orderTalk = endpoint({
  method: 'GET',
  path: `${BUYER}/talk`,
  summary: 'The response of the supplier, from the deadline on, and the minutes of the talks, newest first',
  params,
  returns: z.object({
    /** Why no minutes can be written now; null when they can. */
    blocked: z.string().nullable(),
    supplierName: z.string().nullable(),
    response: Response.nullable(),
    /** The price that may not be exceeded, and what it is called. */
    limit: z.object({ amount: Amount, label: z.string() }),
    items: Items,
    talks: z.array(Talk),
  }),
})

export const recordTalk = endpoint({
  method: 'POST',
  path: `${BUYER}/talk`,
  summary: 'Write the minutes of a talk, for the supplier to confirm; anew after it sent them back',
  params,
  body: TalkFields,
  returns: z.object({ talkId: Id }),
  errors: ['wrongState', 'invalid'],
})

export const talkFile = endpoint({
  method: 'GET',
  path: `${BUYER}/talk/files/{fileId}`,
  summary: 'A file of the response, from the deadline on, or of the minutes',
  params: ofFile,
  answer: 'file',
})

export const talkMinutes = endpoint({
  method: 'GET',
  path: `${BUYER}/talk/{talkId}/minutes`,
  summary: 'The minutes as PDF',
  params: ofTalk,
  answer: 'file',
})

export const ownResponse = endpoint({
  method: 'GET',
  path: `${SUPPLIER}/response`,
  summary: 'The own response as it counts now, and those it took the place of',
  params,
  returns: z.object({
    orderId: Id,
    code: z.string(),
    title: z.string(),
    method: z.number().int(),
    bidEnd: Instant.nullable(),
    controlPrice: Amount.nullable(),
    items: Items,
    /** Why nothing can be handed in or taken back now; null when it can. */
    blocked: z.string().nullable(),
    current: Response.nullable(),
    earlier: z.array(Response.extend({ withdrawnAt: Instant })),
  }),
})

export const submitResponse = endpoint({
  method: 'POST',
  path: `${SUPPLIER}/response`,
  summary: 'Hand in a response before the deadline; it takes the place of the one named',
  params,
  body: ResponseFields.extend({ replaces: Id.nullable() }),
  returns: z.object({ responseId: Id }),
  errors: ['wrongState', 'tooLate', 'conflict', 'invalid'],
})

export const withdrawResponse = endpoint({
  method: 'POST',
  path: `${SUPPLIER}/response/withdrawal`,
  summary: 'Take the response back before the deadline',
  params,
  body: z.object({ responseId: Id }),
  errors: ['wrongState', 'tooLate', 'conflict'],
})

export const ownTalk = endpoint({
  method: 'GET',
  path: `${SUPPLIER}/talk`,
  summary: 'The minutes of the talks with the own company, newest first',
  params,
  returns: z.object({
    orderId: Id,
    code: z.string(),
    title: z.string(),
    method: z.number().int(),
    price: Amount.nullable(),
    items: Items,
    /** The minutes that wait for an answer. */
    openId: Id.nullable(),
    talks: z.array(Talk),
  }),
})

export const replyTalk = endpoint({
  method: 'POST',
  path: `${SUPPLIER}/talk/{talkId}/reply`,
  summary: 'Confirm the minutes, which settles price and terms, or send them back with a reason',
  params: ofTalk,
  body: z
    .object({ agree: z.boolean(), reason: z.string().trim().max(2000).default('') })
    .refine(({ agree, reason }) => agree || reason.length >= 2, { path: ['reason'], message: '请填写退回原因' }),
  errors: ['wrongState'],
})

export const ownTalkFile = endpoint({
  method: 'GET',
  path: `${SUPPLIER}/talk/files/{fileId}`,
  summary: 'A file of an own response or of the minutes',
  params: ofFile,
  answer: 'file',
})

export const ownTalkMinutes = endpoint({
  method: 'GET',
  path: `${SUPPLIER}/talk/{talkId}/minutes`,
  summary: 'The minutes as PDF',
  params: ofTalk,
  answer: 'file',
})

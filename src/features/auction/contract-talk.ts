import * as z from 'zod'
import { Action } from '#contract/action.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { Amount, Exact } from '#contract/money.ts'
import { Instant } from '#contract/time.ts'
import { TALK_ENTRIES, TALK_STATES, type TalkEntryKind, type TalkState } from './rules/talk.ts'

/* The talk about a lower price between the end of an auction and its winner. */

const BUYER = '/workbench/buyer/orders/{orderId}/price-talks'
const SUPPLIER = '/workbench/supplier/orders/{orderId}/price-talk'
const params = z.object({ orderId: Id })
const ofTalk = params.extend({ talkId: Id })
const Text = z.string().trim().min(2, '请填写内容').max(2000, '内容不超过 2000 字')
const Price = Amount.refine((value) => new Exact(value).gt(0), '价格必须大于零')
const format = z.object({ format: z.enum(['pdf', 'json']).default('pdf') })

const Talk = z.object({
  talkId: Id,
  state: z.enum(Object.keys(TALK_STATES) as [TalkState, ...TalkState[]]),
  startPrice: Amount,
  /** The lowest that the supplier has named; the agreed one when it has ended so. */
  price: Amount,
  openedAt: Instant,
  closedAt: Instant.nullable(),
  /** The box for an offer that is open, or has lapsed unanswered. */
  box: z.object({ price: Amount.nullable(), until: Instant }).nullable(),
  entries: z.array(
    z.object({
      seq: z.number().int(),
      kind: z.enum(Object.keys(TALK_ENTRIES) as [TalkEntryKind, ...TalkEntryKind[]]),
      side: z.enum(['buyer', 'supplier']),
      byName: z.string(),
      at: Instant,
      price: Amount.nullable(),
      until: Instant.nullable(),
      text: z.string(),
      hash: z.string(),
    }),
  ),
  actions: z.array(Action),
})
export type Talk = z.output<typeof Talk>

const Ranked = z.object({ rank: z.number().int(), supplierName: z.string(), price: Amount })

export const priceTalks = endpoint({
  method: 'GET',
  path: BUYER,
  summary: 'Talks about the price of an auction that has ended, and with whom the next may be held',
  params,
  returns: z.object({
    /** The own company runs the order; whom it is run for looks on. */
    isHost: z.boolean(),
    ranking: z.array(Ranked.extend({ tradeId: Id, state: Talk.shape.state.nullable() })),
    /** With whom a talk may be begun now. */
    next: Ranked.nullable(),
    /** Why none can be begun; null when one can. */
    blocked: z.string().nullable(),
    talks: z.array(Talk.extend({ rank: z.number().int(), supplierName: z.string() })),
  }),
})

export const startTalk = endpoint({
  method: 'POST',
  path: BUYER,
  summary: 'Begin a talk with the first, or with the next after the talk before has failed, then with a reason',
  params,
  body: z.object({ reason: z.string().trim().max(500).default('') }),
  returns: z.object({ talkId: Id }),
  errors: ['wrongState'],
})

export const askInTalk = endpoint({
  method: 'POST',
  path: `${BUYER}/{talkId}/boxes`,
  summary: 'Open a box for one lower offer, with a deadline and, if given, the price wished for; one at a time',
  params: ofTalk,
  body: z.object({
    price: Price.nullable().default(null),
    minutes: z.number().int().min(10, '答复期限不少于 10 分钟').max(4320, '答复期限不超过 3 天'),
    text: z.string().trim().max(2000).default(''),
  }),
  returns: z.object({ until: Instant }),
  errors: ['wrongState'],
})

export const sayInTalk = endpoint({
  method: 'POST',
  path: `${BUYER}/{talkId}/messages`,
  summary: 'A message to the supplier of a talk',
  params: ofTalk,
  body: z.object({ text: Text }),
  errors: ['wrongState'],
})

export const concludeTalk = endpoint({
  method: 'POST',
  path: `${BUYER}/{talkId}/conclusion`,
  summary: 'End a talk with its minutes: agreed on the lowest price that the supplier named, or failed',
  params: ofTalk,
  body: z.object({ isAgreed: z.boolean(), minutes: Text }),
  errors: ['wrongState'],
})

export const talkRecord = endpoint({
  method: 'GET',
  path: `${BUYER}/{talkId}/record`,
  summary: 'The minutes of a talk as PDF, or its signed entries as JSON',
  params: ofTalk,
  query: format,
  answer: 'file',
})

export const ownTalk = endpoint({
  method: 'GET',
  path: SUPPLIER,
  summary: 'The talk that the buyer holds with the own company; nobody else’s exists',
  params,
  returns: z.object({
    code: z.string(),
    title: z.string(),
    purchaserName: z.string(),
    talk: Talk,
  }),
})

export const offerInTalk = endpoint({
  method: 'POST',
  path: `${SUPPLIER}/offers`,
  summary: 'Answer the open box with a lower price; what counts is the instant of the decision on the server',
  params,
  body: z.object({
    price: Price,
    /** More than 10 % below the price so far: asked for once more. */
    confirm: z.boolean().default(false),
  }),
  returns: z.object({ seq: z.number().int(), price: Amount, at: Instant, hash: z.string() }),
  errors: ['wrongState', 'confirm'],
})

export const refuseInTalk = endpoint({
  method: 'POST',
  path: `${SUPPLIER}/refusals`,
  summary: 'Answer the open box with no, and why',
  params,
  body: z.object({ reason: Text }),
  errors: ['wrongState'],
})

export const replyInTalk = endpoint({
  method: 'POST',
  path: `${SUPPLIER}/messages`,
  summary: 'A message to the buyer',
  params,
  body: z.object({ text: Text }),
  errors: ['wrongState'],
})

export const ownTalkRecord = endpoint({
  method: 'GET',
  path: `${SUPPLIER}/record`,
  summary: 'The minutes of the own talk as PDF, or its signed entries as JSON',
  params,
  query: format,
  answer: 'file',
})

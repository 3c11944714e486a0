import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Action } from '#contract/action.ts'
import { Id } from '#contract/id.ts'
import { Amount } from '#contract/money.ts'
import { Instant } from '#contract/time.ts'
import { Person } from './contract.ts'
import { ROUND_TALK_STATES, type RoundTalkState } from './rules-round.ts'

/** Talks between two rounds of quotes, with one supplier each, and their minutes, which both sides sign. */

const params = z.object({ orderId: Id })
const ofTalk = params.extend({ talkId: Id })
const ofMinutes = ofTalk.extend({ version: z.coerce.number().int() })
const BUYER = '/workbench/buyer/orders/{orderId}/round-talks'
const SUPPLIER = '/workbench/supplier/tenders/{orderId}/round-talks'
const Reason = z.string().trim().min(2, '请填写原因').max(2000)

export const PlanFields = z.object({
  tradeId: Id,
  plannedAt: Instant,
  place: z.string().trim().min(1, '请输入谈判地点').max(200),
  subject: z.string().trim().min(2, '请输入议题').max(2000),
})

export const MinutesFields = z.object({
  endedAt: Instant,
  people: z.array(Person).min(2, '请填写双方参加人员').max(30),
  content: z.string().trim().min(2, '请填写谈判内容').max(8000),
})

const Minutes = MinutesFields.extend({
  version: z.number().int(),
  hash: z.string(),
  byName: z.string(),
  at: Instant,
  /** What the supplier said of it; null: nothing yet. */
  agreed: z.boolean().nullable(),
  reason: z.string(),
  repliedByName: z.string(),
  repliedAt: Instant.nullable(),
})

const RoundTalk = PlanFields.omit({ tradeId: true }).extend({
  talkId: Id,
  roundNo: z.number().int(),
  state: z.enum(Object.keys(ROUND_TALK_STATES) as [RoundTalkState, ...RoundTalkState[]]),
  calledAt: Instant.nullable(),
  beganAt: Instant.nullable(),
  /** Place in the drawn order, for the buyer's side; minutes that every supplier has. Null where nothing was drawn. */
  turn: z.number().int().nullable(),
  minutesEach: z.number().int().nullable(),
  dropReason: z.string(),
  actions: z.array(Action),
  minutes: z.array(Minutes).describe('newest first'),
})
export type RoundTalk = z.output<typeof RoundTalk>

export const roundTalks = endpoint({
  method: 'GET',
  path: BUYER,
  summary: 'The talks of an order, newest first, with the suppliers of the last round and which of them were talked to',
  params,
  returns: z.object({
    /** Why no talk can be arranged now; null when one can. */
    blocked: z.string().nullable(),
    isHost: z.boolean(),
    /** The order of talks is drawn by a group; none is arranged by hand. */
    isDrawn: z.boolean(),
    /** The last round that was opened; null before. */
    round: z.object({ roundId: Id, roundNo: z.number().int() }).nullable(),
    /** Who quoted in it, with how many talks behind it. */
    suppliers: z.array(
      z.object({ tradeId: Id, supplierName: z.string(), total: Amount.nullable(), talks: z.number().int() }),
    ),
    talks: z.array(RoundTalk.extend({ tradeId: Id, supplierName: z.string() })),
  }),
})

export const planRoundTalk = endpoint({
  method: 'POST',
  path: BUYER,
  summary: 'Arrange a talk with a supplier of the last round; it learns of it when it is called',
  params,
  body: PlanFields,
  returns: z.object({ talkId: Id }),
  errors: ['wrongState', 'invalid'],
})

export const callToTalk = endpoint({
  method: 'POST',
  path: `${BUYER}/{talkId}/call`,
  summary: 'Call the supplier: it is told when, where and about what',
  params: ofTalk,
  errors: ['wrongState'],
})

export const beginRoundTalk = endpoint({
  method: 'POST',
  path: `${BUYER}/{talkId}/beginning`,
  summary: 'Begin the talk; one supplier at a time',
  params: ofTalk,
  errors: ['wrongState'],
})

export const writeRoundTalk = endpoint({
  method: 'POST',
  path: `${BUYER}/{talkId}/minutes`,
  summary: 'Write and sign the minutes, for the supplier to sign; anew after it refused them',
  params: ofTalk,
  body: MinutesFields,
  returns: z.object({ version: z.number().int() }),
  errors: ['wrongState', 'invalid'],
})

export const dropRoundTalk = endpoint({
  method: 'POST',
  path: `${BUYER}/{talkId}/cancellation`,
  summary: 'Give a talk up with a reason, which a supplier that was called is told',
  params: ofTalk,
  body: z.object({ reason: Reason }),
  errors: ['wrongState', 'invalid'],
})

export const roundTalkMinutes = endpoint({
  method: 'GET',
  path: `${BUYER}/{talkId}/minutes/{version}`,
  summary: 'Minutes as PDF',
  params: ofMinutes,
  answer: 'file',
})

export const ownRoundTalks = endpoint({
  method: 'GET',
  path: SUPPLIER,
  summary: 'The talks to which the own company was called, newest first; those of others exist for nobody else',
  params,
  returns: z.object({
    orderId: Id,
    code: z.string(),
    title: z.string(),
    method: z.number().int(),
    tradeId: Id,
    talks: z.array(RoundTalk),
  }),
})

export const signRoundTalk = endpoint({
  method: 'POST',
  path: `${SUPPLIER}/{talkId}/signature`,
  summary: 'Sign the minutes of this version',
  params: ofTalk,
  body: z.object({ version: z.number().int() }),
  errors: ['wrongState'],
})

export const refuseRoundTalk = endpoint({
  method: 'POST',
  path: `${SUPPLIER}/{talkId}/refusal`,
  summary: 'Refuse to sign the minutes of this version, with a reason',
  params: ofTalk,
  body: z.object({ version: z.number().int(), reason: Reason }),
  errors: ['wrongState', 'invalid'],
})

export const ownRoundTalkMinutes = endpoint({
  method: 'GET',
  path: `${SUPPLIER}/{talkId}/minutes/{version}`,
  summary: 'Minutes as PDF',
  params: ofMinutes,
  answer: 'file',
})

import * as z from 'zod'
import { Action } from '#contract/action.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { Amount } from '#contract/money.ts'
import { Instant } from '#contract/time.ts'
import * as common from '#features/contracts/contract/shared.ts'
import { COMPETITION_STATES } from '../rules/competition.ts'

/* Mini-competitions (二次竞价) among the suppliers of an agreement, as both sides hold them. */

const base = '/workbench/frame-agreements/{agreementId}/competitions'
const ownBase = '/workbench/supplier/frame-agreements/{entryId}/competitions'
const agreementParams = z.object({ agreementId: Id })
const params = agreementParams.extend({ competitionId: Id })
const entryParams = z.object({ entryId: Id })
const ownParams = entryParams.extend({ competitionId: Id })

const Row = z.object({
  competitionId: Id,
  code: z.string(),
  title: z.string(),
  state: common.keysOf(COMPETITION_STATES),
  until: Instant,
  createdAt: Instant,
})

const Whole = Row.extend({
  agreementId: Id,
  agreementTitle: z.string(),
  deliverBy: common.Day,
  place: z.string(),
  note: z.string(),
  closedAt: Instant.nullable(),
  /** Why it failed or was cancelled, or why the only quote was taken. */
  reason: z.string(),
  decidedByName: z.string(),
  /** Who won at what amount in yuan; null while nobody has. */
  result: z.object({ supplierName: z.string(), amount: Amount }).nullable(),
  actions: z.array(Action),
})

const Line = z.object({
  line: z.number().int(),
  name: z.string(),
  spec: z.string(),
  unit: z.string(),
  quantity: z.string(),
})

const Quoted = z.object({
  prices: z.array(z.object({ line: z.number().int(), unitPrice: z.string() })),
  amount: Amount,
  quotedAt: Instant,
  quotedByName: z.string(),
})

export const competitionList = endpoint({
  method: 'GET',
  path: base,
  summary: 'Mini-competitions of an agreement, newest first; the last 200',
  params: agreementParams,
  returns: z.array(Row.extend({ winner: z.string(), amount: Amount.nullable(), createdByName: z.string() })),
})

export const competitionDetail = endpoint({
  method: 'GET',
  path: `${base}/{competitionId}`,
  summary: 'A mini-competition with its suppliers; their quotes from the deadline on alone',
  params,
  returns: Whole.extend({
    createdByName: z.string(),
    lines: z.array(Line),
    parties: z.array(
      z.object({
        entryId: Id,
        no: z.number().int(),
        supplierName: z.string(),
        rank: z.number().int().nullable(),
        /** Why its quote does not count. */
        excluded: z.string(),
        /** Null before the deadline, and where there is none. */
        quote: Quoted.nullable(),
      }),
    ),
    callOffId: Id.nullable(),
  }),
})

export const openCompetition = endpoint({
  method: 'POST',
  path: base,
  summary: 'Ask all suppliers of an agreement that may deliver for quotes below its prices',
  params: agreementParams,
  body: z.object({
    title: z.string().trim().min(2, '请填写竞价名称').max(200),
    until: Instant,
    deliverBy: common.Day,
    place: z.string().trim().min(2, '请填写交货地点').max(200),
    note: z.string().trim().max(1000).default(''),
    lines: z.array(common.LineQuantity).min(1, '请填写竞价数量').max(200),
  }),
  returns: z.object({ competitionId: Id }),
  errors: ['wrongState'],
})

export const cancelCompetition = endpoint({
  method: 'POST',
  path: `${base}/{competitionId}/cancel`,
  summary: 'Call a mini-competition off before its deadline; its quotes stay sealed',
  params,
  body: z.object({ reason: common.Reason }),
  errors: ['wrongState'],
})

export const decideCompetition = endpoint({
  method: 'POST',
  path: `${base}/{competitionId}/decide`,
  summary: 'Take the only quote that counts as an order, or not, with the reason',
  params,
  body: z.object({ accept: z.boolean(), reason: common.Reason }),
  errors: ['wrongState'],
})

export const ownCompetitions = endpoint({
  method: 'GET',
  path: ownBase,
  summary: 'Mini-competitions for which the own company was asked, newest first; the last 200',
  params: entryParams,
  returns: z.array(Row.extend({ hasQuote: z.boolean(), isWon: z.boolean() })),
})

export const ownCompetition = endpoint({
  method: 'GET',
  path: `${ownBase}/{competitionId}`,
  summary: 'A mini-competition as a supplier sees it: its own quote, and the result alone of others',
  params: ownParams,
  returns: Whole.extend({
    purchaserName: z.string(),
    lines: z.array(
      Line.extend({
        /** The most that may be quoted, in yuan; null: nothing was agreed. */
        ceiling: z.string().nullable(),
      }),
    ),
    quote: Quoted.nullable(),
    rank: z.number().int().nullable(),
    excluded: z.string(),
    isWon: z.boolean(),
    /** The own order. */
    callOffId: Id.nullable(),
  }),
})

export const submitQuote = endpoint({
  method: 'POST',
  path: `${ownBase}/{competitionId}/quotes`,
  summary: 'Quote a unit price for every line, at most the agreed one; replaces the quote before until the deadline',
  params: ownParams,
  body: z.object({
    prices: z
      .array(z.object({ line: z.number().int().min(1), unitPrice: common.Positive }))
      .min(1, '请填写报价')
      .max(200),
  }),
  returns: z.object({ amount: Amount, quotedAt: Instant }),
  errors: ['wrongState'],
})

export const withdrawQuote = endpoint({
  method: 'POST',
  path: `${ownBase}/{competitionId}/quotes/withdraw`,
  summary: 'Take the own quote back before the deadline',
  params: ownParams,
  errors: ['wrongState'],
})

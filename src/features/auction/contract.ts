import * as z from 'zod'
import { Action } from '#contract/action.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { Amount, Exact } from '#contract/money.ts'
import { Instant } from '#contract/time.ts'
import { AuctionStatus } from './rules/status.ts'
import { AuctionTerms } from '#features/procurement/rules/auction-terms.ts'

const params = z.object({ orderId: Id })
const Token = z.string().regex(/^[A-Za-z0-9_-]{43}$/, '入场凭证格式不正确')
const Reason = z.string().trim().min(2, '请填写原因').max(500)

/** What somebody is in an auction. */
export const Part = z.enum(['host', 'observer', 'bidder', 'witness'])
export type Part = z.output<typeof Part>

const Head = z.object({
  orderId: Id,
  code: z.string(),
  title: z.string(),
  purchaserName: z.string(),
  part: Part,
  status: AuctionStatus.schema,
  /** The server's clock, the only one that counts. */
  now: Instant,
  startsAt: Instant.nullable(),
  /** As it stands now, extensions included. */
  endsAt: Instant.nullable(),
  startPrice: Amount,
  /** The least step in yuan. */
  step: Amount,
  terms: AuctionTerms,
  minSuppliers: z.number().int(),
  /** Of a secret reserve: its published fingerprint (hex), and the price once the end has revealed it. */
  reserve: z.object({ commitment: z.string(), price: Amount.nullable() }).nullable(),
  /** Why it is paused or abortive. */
  reason: z.string(),
})

export const auctionDoor = endpoint({
  method: 'GET',
  path: '/auction/{orderId}/door',
  summary: 'The door of an auction hall: when, by which rules, as whom; never who else or how many',
  params,
  returns: Head.extend({ isOpen: z.boolean() }),
})

/** Opaque, bound to the person and the order, twelve hours; asking again gives another one. */
export const auctionTicket = endpoint({
  method: 'POST',
  path: '/auction/{orderId}/tickets',
  summary: 'A ticket into the hall',
  params,
  returns: z.object({ token: Token, expiresAt: Instant }),
  errors: ['tooEarly'],
  once: false,
})

export const auctionPlace = endpoint({
  method: 'GET',
  path: '/auction/{orderId}/place',
  summary: 'On which side of an auction the person may stand, and at which workbench',
  params,
  returns: z.object({
    title: z.string(),
    places: z.array(
      z.object({ side: z.enum(['purchaser', 'agency', 'supplier', 'witness']), companyName: z.string() }),
    ),
  }),
})

const Offer = z.object({
  seq: z.number().int(),
  at: Instant,
  price: Amount,
  /** Buyer's side and witnesses: the mark that stands for the name until the end. */
  mark: z.string().nullable(),
  /** Buyer's side, after the end. */
  supplierName: z.string().nullable(),
  isMine: z.boolean(),
  isExtended: z.boolean(),
})
export type HallOffer = z.output<typeof Offer>

const AuctionEvent = z.object({
  kind: z.enum(['start', 'pause', 'resume', 'outage', 'end', 'abortive']),
  at: Instant,
  reason: z.string(),
  newEnd: Instant.nullable(),
})

export const AuctionHall = Head.extend({
  plannedEnd: Instant.nullable(),
  pausedAt: Instant.nullable(),
  extensions: z.number().int(),
  /** The best price that was offered: the lowest, or the highest where prices rise. */
  best: Amount.nullable(),
  /** The price that would just be taken now; null: none is left, or it is over. */
  nextLimit: Amount.nullable(),
  isMineBest: z.boolean(),
  /** A bidder's own rank, where the terms show it. */
  ownRank: z.number().int().nullable(),
  mayOffer: z.boolean(),
  offers: z.array(Offer),
  events: z.array(AuctionEvent),
  /** Buyer's side, after the end: each bidder's best offer, best first. */
  ranking: z.array(z.object({ rank: z.number().int(), mark: z.string(), supplierName: z.string(), price: Amount })),
  /** SHA-256 over the chain of all offers, after the end. */
  head: z.string().nullable(),
  actions: z.array(Action),
})
export type AuctionHall = z.output<typeof AuctionHall>

export const auctionHall = endpoint({
  method: 'GET',
  path: '/auction/{orderId}/hall',
  summary: 'Everything the hall shows, to each part as far as it may see',
  params,
  query: z.object({ token: Token }),
  returns: AuctionHall,
})

export const makeOffer = endpoint({
  method: 'POST',
  path: '/auction/{orderId}/offers',
  summary: 'Offer a price for the whole order; what counts is the instant of the decision on the server',
  params,
  body: z.object({
    token: Token,
    price: Amount.refine((value) => new Exact(value).gt(0), '报价必须大于零'),
    /** More than 10 % beyond the best price: asked for once more. */
    confirm: z.boolean().default(false),
  }),
  returns: z.object({ seq: z.number().int(), at: Instant, price: Amount, endsAt: Instant, hash: z.string() }),
  errors: ['auctionNotRunning', 'tooLate', 'offerStep', 'offerCeiling', 'confirm'],
})

export const offerReceipt = endpoint({
  method: 'GET',
  path: '/auction/{orderId}/offers/{seq}/receipt',
  summary: 'The signed receipt of an offer of the own company',
  params: params.extend({ seq: z.coerce.number().int().min(1) }),
  answer: 'file',
})

export const pauseAuction = endpoint({
  method: 'POST',
  path: '/auction/{orderId}/pause',
  summary: 'Pause for everybody, with a reason on record',
  params,
  body: z.object({ reason: Reason }),
  errors: ['wrongState'],
})

export const resumeAuction = endpoint({
  method: 'POST',
  path: '/auction/{orderId}/resume',
  summary: 'Go on: everybody gets the paused time back',
  params,
  body: z.object({ reason: Reason }),
  errors: ['wrongState'],
})

export const abortAuction = endpoint({
  method: 'POST',
  path: '/auction/{orderId}/abort',
  summary: 'End without a result, with a reason on record; the order then is declared abortive',
  params,
  body: z.object({ reason: Reason }),
  errors: ['wrongState'],
})

export const auctionRecord = endpoint({
  method: 'GET',
  path: '/auction/{orderId}/record',
  summary: 'The closing record: all offers with names, times and hashes, as PDF or xlsx; after the end',
  params,
  query: z.object({ format: z.enum(['pdf', 'xlsx']).default('pdf') }),
  errors: ['tooEarly'],
  answer: 'file',
})

const Witness = z.object({ witnessId: Id, name: z.string(), mobile: z.string(), unit: z.string() })

export const auctionWitnesses = endpoint({
  method: 'GET',
  path: '/auction/{orderId}/witnesses',
  summary: 'Who may look on',
  params,
  returns: z.array(Witness),
})

export const addWitness = endpoint({
  method: 'POST',
  path: '/auction/{orderId}/witnesses',
  summary: 'Let somebody look on, named by the mobile number of the account',
  params,
  body: z.object({
    name: z.string().trim().min(1, '请填写姓名').max(40),
    mobile: z.string().regex(/^1\d{10}$/, '手机号格式不正确'),
    unit: z.string().trim().max(100).default(''),
  }),
  returns: z.object({ witnessId: Id }),
  errors: ['wrongState', 'conflict'],
})

export const removeWitness = endpoint({
  method: 'DELETE',
  path: '/auction/{orderId}/witnesses/{witnessId}',
  summary: 'Nobody who was named looks on any more',
  params: params.extend({ witnessId: Id }),
})

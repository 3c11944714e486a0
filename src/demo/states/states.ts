import { type Auction, ended, invitedEnded, running } from './auction.ts'
import { type HallFacts, type HallState, playHall } from './halls.ts'
import {
  type Inquiry,
  keyed,
  negotiating,
  type Negotiation,
  quoted,
  quotesOpened,
  quoting,
  toPublicise,
} from './inquiry.ts'
import { type Consulted, consulted, responded, type Responded } from './competitive.ts'
import { people } from './people.ts'
import type { Playing } from './playing.ts'
import * as tender from './tender.ts'

/** What whoever goes on from a state is told. */
export interface StateFacts extends Record<HallState, HallFacts> {
  people: null
  published: tender.Published
  signedUp: tender.Tender
  submitted: tender.Tender
  opened: tender.Tender
  judging: tender.Tender
  scored: tender.Tender
  concluded: tender.Tender
  concludedInGm: tender.Tender
  running: Auction
  ended: Auction
  invitedEnded: Auction
  quoting: Inquiry
  quoted: Inquiry
  quotesOpened: Inquiry
  toPublicise: Inquiry
  keyed: Inquiry
  negotiating: Negotiation
  responded: Responded
  consulted: Consulted
}

export type StateName = keyof StateFacts

interface State {
  from: StateName | null
  /** The clock of a copy goes on where it stood; else it is the machine's. */
  standsStill: boolean
  // oxlint-disable-next-line typescript/no-explicit-any -- each is given the facts that the one before it returned
  play(on: Playing<any>): Promise<unknown>
}

/** Every state of the platform that tests start from, and the one that it follows. */
export const STATES: Record<StateName, State> = {
  people: { from: null, standsStill: false, play: people },
  published: { from: 'people', standsStill: true, play: tender.publish },
  signedUp: { from: 'published', standsStill: true, play: tender.signUp },
  submitted: { from: 'signedUp', standsStill: true, play: tender.submit },
  opened: { from: 'submitted', standsStill: true, play: tender.open },
  judging: { from: 'opened', standsStill: true, play: tender.beginReview },
  scored: { from: 'judging', standsStill: true, play: tender.score },
  concluded: { from: 'scored', standsStill: true, play: tender.conclude },
  concludedInGm: { from: 'people', standsStill: true, play: tender.concludeInGm },
  running: { from: 'people', standsStill: true, play: running },
  ended: { from: 'running', standsStill: true, play: ended },
  invitedEnded: { from: 'people', standsStill: true, play: invitedEnded },
  quoting: { from: 'people', standsStill: true, play: quoting },
  quoted: { from: 'quoting', standsStill: true, play: quoted },
  quotesOpened: { from: 'quoted', standsStill: true, play: quotesOpened },
  toPublicise: { from: 'people', standsStill: true, play: toPublicise },
  keyed: { from: 'people', standsStill: true, play: keyed },
  negotiating: { from: 'people', standsStill: true, play: negotiating },
  responded: { from: 'people', standsStill: true, play: responded },
  consulted: { from: 'people', standsStill: true, play: consulted },
  plainHall: { from: 'people', standsStill: true, play: playHall('plainHall') },
  plainHalls: { from: 'plainHall', standsStill: true, play: playHall('plainHalls') },
  jointHall: { from: 'people', standsStill: true, play: playHall('jointHall') },
  jointHalls: { from: 'jointHall', standsStill: true, play: playHall('jointHalls') },
  doubleHall: { from: 'people', standsStill: true, play: playHall('doubleHall') },
  agentHall: { from: 'people', standsStill: true, play: playHall('agentHall') },
}

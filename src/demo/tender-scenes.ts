import type { GivenBond } from './bonds.ts'
import type { CompanyKey } from './companies.ts'
import type { Account } from './people.ts'
import type { PlanName } from './tenders.ts'

/** How far a demonstration tender is played, in their order. */
export const STAGES = [
  'draft',
  'sign-up',
  'bidding',
  'to-open',
  'decrypting',
  /** The quotes are open, and one bidder has been read out. */
  'announcing',
  'opened',
  'reviewing',
  /** Double envelope: the first stage is summed up, the quotations wait to be opened. */
  'first-stage',
  'offer-round',
  /** Ranked, with the report still to be written. */
  'summarised',
  'reviewed',
  'candidates',
  /** The publicity is over. */
  'to-award',
  'awarded',
  'archived',
  'abortive',
] as const
export type Stage = (typeof STAGES)[number]

export interface Scene {
  plan: PlanName
  /** Days before now, about, at which the announcement is published. */
  published: number
  stage: Stage
  by: 'buyer' | 'agent'
  bidders: readonly Account[]
  /** What its documents cost, paid online: the last bidder has not paid yet. */
  documentFee?: string
  /** As what each gives its bond through the platform; else its owner records what came in elsewhere. */
  bonds?: readonly GivenBond[]
  /** What becomes of these bonds once the contract is signed: nothing, or a return that waits for approval. */
  isReturnAsked?: true
  /** What each offers, as a share of the ceiling; else as `RATIOS` has it. */
  ratios?: readonly string[]
  /** Of a tender with invited suppliers: who declines beside those who sign up. */
  declines?: readonly (Account & CompanyKey)[]
  /** The candidates were objected to: one objection is answered, one over its time, one due today. */
  isObjected?: true
}

const THREE: readonly Account[] = ['supplier1', 'supplier2', 'supplier3']
const FOUR: readonly Account[] = [...THREE, 'supplier4']

/** One order in every state. At least twenty-two days lie between publication and opening, as the law wants it. */
export const SCENES: readonly Scene[] = [
  // Its bonds are due back, and nobody has returned them.
  {
    plan: 'ct',
    published: 41,
    stage: 'archived',
    by: 'buyer',
    bidders: FOUR,
    bonds: ['cash', 'cash', 'cash', 'cash'],
  },
  {
    plan: 'ultrasound',
    published: 38,
    stage: 'awarded',
    by: 'buyer',
    bidders: THREE,
    bonds: ['cash', 'cash', 'cash'],
    isReturnAsked: true,
  },
  {
    plan: 'security',
    published: 31,
    stage: 'abortive',
    by: 'buyer',
    bidders: ['supplier5', 'supplier6'],
    // They go back with interest, which stays on the bidder's balance.
    bonds: ['cash', 'cash'],
  },
  { plan: 'bed', published: 28, stage: 'to-award', by: 'buyer', bidders: ['supplier4', 'supplier5', 'supplier6'] },
  { plan: 'stretcher', published: 27, stage: 'candidates', by: 'buyer', bidders: THREE, isObjected: true },
  {
    plan: 'monitor',
    published: 24,
    stage: 'candidates',
    by: 'buyer',
    bidders: FOUR,
    bonds: ['cash', 'insurance', 'quota', 'cash-and-late'],
  },
  { plan: 'sterilizer', published: 23.7, stage: 'reviewed', by: 'buyer', bidders: THREE },
  { plan: 'xray', published: 23.6, stage: 'summarised', by: 'buyer', bidders: THREE },
  {
    plan: 'clean',
    published: 23.5,
    stage: 'reviewing',
    by: 'buyer',
    bidders: ['supplier2', 'supplier4', 'supplier6'],
    // The last is abnormally low, and has to be explained before the review can go on.
    ratios: ['0.93', '0.9', '0.52'],
  },
  { plan: 'dialysis', published: 23.3, stage: 'first-stage', by: 'buyer', bidders: THREE },
  { plan: 'laundry', published: 23.2, stage: 'offer-round', by: 'buyer', bidders: THREE },
  { plan: 'reagent', published: 23, stage: 'opened', by: 'buyer', bidders: THREE },
  { plan: 'ecg', published: 22.2, stage: 'announcing', by: 'buyer', bidders: THREE },
  { plan: 'ventilator', published: 22.042, stage: 'decrypting', by: 'buyer', bidders: THREE },
  { plan: 'ward', published: 22.044, stage: 'decrypting', by: 'buyer', bidders: THREE },
  { plan: 'his', published: 22.043, stage: 'to-open', by: 'buyer', bidders: THREE },
  // Its deadline is near: whoever has sealed a bid is reminded to try the key once more.
  { plan: 'oxygen', published: 20.8, stage: 'bidding', by: 'buyer', bidders: THREE },
  { plan: 'endoscope', published: 12, stage: 'bidding', by: 'buyer', bidders: ['supplier1', 'supplier3', 'supplier5'] },
  {
    plan: 'robot',
    published: 13,
    stage: 'bidding',
    by: 'buyer',
    bidders: ['supplier2', 'supplier4', 'supplier6'],
    documentFee: '500',
  },
  {
    plan: 'laser',
    published: 2.2,
    stage: 'sign-up',
    by: 'buyer',
    bidders: ['supplier1', 'supplier2'],
    declines: ['supplier3'],
  },
  { plan: 'furniture', published: 2, stage: 'sign-up', by: 'agent', bidders: ['supplier2', 'supplier6'] },
  ...(
    [
      ['invited-archived', 42, 'archived'],
      ['invited-awarded', 39, 'awarded'],
      ['invited-abortive', 33, 'abortive'],
      ['invited-candidates', 24.4, 'candidates'],
      ['invited-reviewed', 23.8, 'reviewed'],
      ['invited-summarised', 23.65, 'summarised'],
      ['invited-reviewing', 23.45, 'reviewing'],
      ['invited-opened', 23.1, 'opened'],
      ['invited-announcing', 22.3, 'announcing'],
      ['invited-decrypting', 22.045, 'decrypting'],
      ['invited-draft', 1, 'draft'],
    ] as const
  ).map(([plan, published, stage]): Scene => ({
    plan,
    published,
    stage,
    by: 'buyer',
    // Two of four are too few.
    ...(stage === 'abortive'
      ? { bidders: ['supplier1', 'supplier2'], declines: ['supplier3', 'supplier4'] }
      : { bidders: THREE, declines: ['supplier4'] }),
  })),
]

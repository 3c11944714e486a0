import type { Account } from './people.ts'
import type { InquiryPlan } from './play/inquiry.ts'

/** How far an order is played, each behind the one before. */
export const STAGES = [
  'draft',
  'responding',
  'checking',
  'talking',
  'changed',
  'voting',
  'scoring',
  'reported',
  'publicised',
  'awarded',
  'archived',
] as const
export type Stage = (typeof STAGES)[number]

/** One order that a group reviews: its dates in ms from now, about, and how far its play goes. */
export interface CompetitiveScene {
  plan: InquiryPlan
  bidders: readonly Account[]
  /** By bidder who responds: each line's part of its ceiling. */
  parts: readonly (readonly string[])[]
  published: number
  deadline: number
  upTo: Stage
  /** Too few have responded, and it was given up. */
  isAbandoned?: true
}

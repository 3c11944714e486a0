import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { port } from '#server/port.ts'

/** What a meeting about an order's winner has decided, which a feature above keeps. */
export interface MeetingDecision {
  tradeId: string
  /** Names the meeting; stands with the award as its reason. */
  reason: string
  meetId: string
  code: string
}

interface Meetings {
  /** What the signed minutes say of the order; null where no meeting decided. */
  decisionOf: (ctx: Context<Actor | null>, orderId: string) => Promise<MeetingDecision | null>
}

export const meetings = port<Meetings>('what meetings decide', { decisionOf: () => Promise.resolve(null) })

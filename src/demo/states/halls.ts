import type { SuiteName } from '#features/sealing/core/suite-types.ts'
import { demoKey } from '../keys.ts'
import type { Account } from '../people.ts'
import { type Hall, type HallPlan, prepareHall, THREE } from '../play/hall.ts'
import type { Playing } from './playing.ts'

/** Two of them open the bids: the purchaser's and the agency's officer, and one of a bidder that does not bid here. */
export const OFFICERS: readonly Account[] = ['buyer', 'agent', 'supplier6']

const PLAIN: HallPlan = { bidders: THREE }
const JOINT: HallPlan = { bidders: THREE, joint: { threshold: 2, officers: OFFICERS } }
const DOUBLE: HallPlan = { bidders: THREE, double: true }
const AGENT: HallPlan = { bidders: THREE, joined: ['supplier4'], by: 'agent' }

/** Tenders with sealed bids by the state that holds them; `hallWorld` starts from the one that fits. */
export const HALLS = {
  plainHall: [PLAIN],
  plainHalls: [PLAIN, PLAIN],
  jointHall: [JOINT],
  jointHalls: [JOINT, JOINT],
  doubleHall: [DOUBLE],
  agentHall: [AGENT],
} as const satisfies Record<string, readonly HallPlan[]>

export type HallState = keyof typeof HALLS

/** A hall as the note of a state keeps it. */
interface KeptHall extends Omit<Hall, 'openAt' | 'seats' | 'joint'> {
  suite: SuiteName
  seats: Omit<Hall['seats'][number], 'key'>[]
  joint: { ceremonyId: string; secrets: [Account, string][] } | null
}

export type HallFacts = readonly KeptHall[]

/** Plays the last of its tenders; those before it come from the state before. */
export const playHall =
  (name: HallState) =>
  async ({ cast, now, facts }: Playing<HallFacts | null>): Promise<HallFacts> => {
    const plan: HallPlan = HALLS[name].at(-1)!
    const hall = await prepareHall({ as: (account) => cast.as(account), now }, plan, facts?.[0]?.schedule)
    return [...(facts ?? []), kept(hall, plan.suite ?? 'intl')]
  }

function kept({ orderId, params, by, schedule, seats, joined, joint }: Hall, suite: SuiteName): KeptHall {
  return {
    orderId,
    params,
    by,
    schedule,
    joined,
    suite,
    seats: seats.map(({ account, tradeId, receipt, quote, params }) => ({ account, tradeId, receipt, quote, params })),
    joint: joint ? { ...joint, secrets: [...joint.secrets] } : null,
  }
}

/** The halls of a state, with the keys of their bidders. */
export function hallsOf(facts: HallFacts): Hall[] {
  return facts.map(({ suite, seats, joint, ...hall }) => ({
    ...hall,
    openAt: new Date(hall.schedule.openAt!),
    seats: seats.map((seat) => ({ ...seat, key: demoKey(seat.account, suite) })),
    ...(joint && { joint: { ...joint, secrets: new Map(joint.secrets) } }),
  }))
}

/** The state that holds the most of the first of these tenders; null: they have to be played from the start. */
export function hallStateFor(plans: readonly HallPlan[]): HallState | null {
  const wanted = plans.map((plan) => (plan.technical || plan.joint?.between ? null : JSON.stringify(plan)))
  const fitting = (Object.keys(HALLS) as HallState[]).filter((name) =>
    HALLS[name].every((plan, i) => JSON.stringify(plan) === wanted[i]),
  )
  return fitting.toSorted((a, b) => HALLS[b].length - HALLS[a].length)[0] ?? null
}

import { type RawBuilder, sql } from 'kysely'
import { inState } from './in-state.ts'
import { statesReached } from '../engine/states.ts'

export type TenderTab = 'all' | 'sign-up' | 'bidding' | 'opening' | 'done'

/** The supplier's tabs by stage, as conditions on state and time. */
export function tenderTabs(now: Date): Record<TenderTab, RawBuilder<boolean>> {
  return {
    all: sql<boolean>`true`,
    'sign-up': sql<boolean>`(${inState('o.state', 'publish.open')} and o.sign_up_end > ${now})`,
    bidding: sql<boolean>`(${inState('o.state', 'publish.open')} and o.sign_up_end <= ${now} and o.bid_end > ${now})`,
    opening: sql<boolean>`(${inState('o.state', ...statesReached('opened', 'publicised'))} or (${inState('o.state', 'publish.open')} and o.bid_end <= ${now}))`,
    done: inState('o.state', ...statesReached('publicised')),
  }
}

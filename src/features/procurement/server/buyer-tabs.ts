import { type RawBuilder, sql } from 'kysely'
import type { BuyerTab } from '../methods/method.ts'
import { inState } from './in-state.ts'
import { statesReached } from '../engine/states.ts'

/** A tab as a condition on state and time; `running` ends at the bid deadline although the state stays. */
export function buyerTabWhere(tab: BuyerTab | 'all', now: Date): RawBuilder<boolean> {
  switch (tab) {
    case 'all':
      return sql<boolean>`true`
    case 'draft':
      return inState('o.state', 'publish.draft')
    case 'running':
      return sql<boolean>`(${inState('o.state', 'publish.open')} and o.bid_end > ${now})`
    case 'opening':
      return sql<boolean>`(${inState('o.state', ...statesReached('opened', 'closed'))} or (${inState('o.state', 'publish.open')} and o.bid_end <= ${now}))`
    case 'review':
      return inState('o.state', ...statesReached('closed', 'publicised'))
    case 'publicity':
      return inState('o.state', 'candidates.public')
    case 'done':
      return inState('o.state', 'winner.fixed', 'archive.done', 'archive.abortive')
    case 'abortive':
      return inState('o.state', 'abortive.declared')
  }
}

import type { OutputOf } from '#contract/endpoint.ts'
import type { bidRoom } from '../contract.ts'

/** Everything the server tells a bidder about its bid. */
export type Room = OutputOf<typeof bidRoom>

/** What a page of a round is opened for. */
export type Operation = 'quote' | 'edit' | 'view'

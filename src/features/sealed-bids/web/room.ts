import type { OutputOf } from '#contract/endpoint.ts'
import type { bidRoom } from '../contract.ts'

/** Everything the server tells a bidder about its bid. */
export type Room = OutputOf<typeof bidRoom>

import type { OutputOf } from '#contract/endpoint.ts'
import type { ownBond } from '../contract/own.ts'

/** The own bond as its parts draw it. */
export type Own = OutputOf<typeof ownBond>

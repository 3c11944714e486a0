import type { OutputOf } from '#contract/endpoint.ts'
import type { ownCeremony } from '../contract.ts'

/** A joint key as one of its officers gets it. */
export type OwnCeremony = OutputOf<typeof ownCeremony>

import type { BeaconChain } from '#contract/beacon-chain.ts'

/** A source of rounds. Answers are checked against the chain's key before they are used, wherever they come from. */
export interface Beacon {
  /** The chain; null when it cannot be reached now. Waits no longer than two seconds, and keeps what it heard a while. */
  chain(): Promise<BeaconChain | null>
  /** Seconds that a draw leaves between closing and the round. */
  readonly lead: number
  /** Signature (hex) of a round; throws when there is none yet, when nobody answers, or when it is not the chain's. */
  signature(chain: BeaconChain, round: number): Promise<string>
  /** Where people can look a round up; null: nowhere but here. */
  linkOf(chain: BeaconChain, round: number): string | null
}

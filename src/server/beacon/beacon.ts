import type { BeaconChain } from '#contract/beacon-chain.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import { drandBeacon } from './drand.ts'
import { localBeacon } from './local.ts'

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

const BY_CONFIG = new WeakMap<Config, Beacon | null>()

/**
 * The beacon of this installation: drand at `BEACON_URL`; without it a local one for demonstration and tests, which
 * follows the injected clock; in production none.
 */
export function beaconOf({ config, clock }: { config: Config; clock: Clock }): Beacon | null {
  const known = BY_CONFIG.get(config)
  if (known !== undefined) return known
  const made = config.beaconUrl
    ? drandBeacon(config.beaconUrl)
    : config.mode === 'production'
      ? null
      : localBeacon(config, clock)
  BY_CONFIG.set(config, made)
  return made
}

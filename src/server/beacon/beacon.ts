import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import { drandBeacon } from './drand.ts'
import { localBeacon } from './local.ts'
import type { Beacon } from './source.ts'

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

import { hashOf } from '#contract/draw.ts'
import { beaconKeyOf, signRound } from '#contract/beacon.ts'
import { BEACON_SCHEME, type BeaconChain, LOCAL_BEACON, timeOfRound } from '#contract/beacon-chain.ts'
import type { Clock } from '../clock.ts'
import { type Config, deriveKey } from '../config.ts'
import type { Beacon } from './source.ts'

/** Seconds; short, since people wait for it. */
const PERIOD = 1
/** 2026-01-01T00:00:00Z */
const GENESIS = 1_767_225_600
/** The order of the curve's scalars begins with 0x73…: a key below it is one. */
const BELOW_ORDER = '1f'

/**
 * A beacon of one process, for demonstration and tests: the same scheme as drand under a key of its own, rounds by the
 * injected clock. Whoever holds the root secret can tell its rounds beforehand, so that production has none.
 */
export function localBeacon(config: Config, clock: Clock): Beacon {
  const secretKey = BELOW_ORDER + deriveKey(config, 'local-beacon').toString('hex').slice(2)
  let chain: BeaconChain | undefined
  return {
    lead: 1,
    async chain() {
      if (!chain) {
        const publicKey = beaconKeyOf(secretKey)
        const hash = hashOf(`local-beacon/${publicKey}`)
        chain = { hash, name: LOCAL_BEACON, scheme: BEACON_SCHEME, publicKey, period: PERIOD, genesis: GENESIS }
      }
      return chain
    },
    async signature(of, round) {
      if (clock.now().getTime() < timeOfRound(of, round)) throw new Error('该轮信标尚未产生')
      return signRound(secretKey, round)
    },
    linkOf: () => null,
  }
}

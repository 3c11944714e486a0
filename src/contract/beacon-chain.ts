/* Chains of a public beacon (drand), and when their rounds are. What checks a signature stands in `beacon.ts`. */

export const BEACON_SCHEME = 'bls-unchained-g1-rfc9380'

/** Parameters of a chain; they stand in the frozen draw, so that its record names whose rounds it took. */
export interface BeaconChain {
  /** Hex. */
  hash: string
  /** For people. */
  name: string
  scheme: typeof BEACON_SCHEME
  /** Hex, 96 bytes. */
  publicKey: string
  /** Seconds between rounds. */
  period: number
  /** Time of round 1, seconds since 1970. */
  genesis: number
}

/** drand's main network of fast rounds, run by the League of Entropy (https://docs.drand.love/dev-guide/developer/). */
export const QUICKNET: BeaconChain = {
  hash: '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971',
  name: 'drand quicknet',
  scheme: BEACON_SCHEME,
  publicKey:
    '83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a',
  period: 3,
  genesis: 1_692_803_367,
}

/** A chain whose key one process holds: for demonstrations and tests, and said so wherever it is shown. */
export const LOCAL_BEACON = '本地信标（演示）'

/** Whether the chain is the public one known to this program, under its own key. */
export function isPublicChain(chain: BeaconChain): boolean {
  return (
    chain.hash === QUICKNET.hash &&
    chain.publicKey === QUICKNET.publicKey &&
    chain.period === QUICKNET.period &&
    chain.genesis === QUICKNET.genesis
  )
}

/** The first round at or after an instant (epoch ms), never below 1. */
export function roundAt({ period, genesis }: Pick<BeaconChain, 'period' | 'genesis'>, at: number): number {
  return Math.max(1, Math.ceil((at / 1000 - genesis) / period) + 1)
}

/** When a round is signed; epoch ms. */
export function timeOfRound({ period, genesis }: Pick<BeaconChain, 'period' | 'genesis'>, round: number): number {
  return (genesis + (round - 1) * period) * 1000
}

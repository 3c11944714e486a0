import * as z from 'zod'
import { isRoundSigned } from '#contract/beacon.ts'
import { BEACON_SCHEME, type BeaconChain, QUICKNET } from '#contract/beacon-chain.ts'
import type { Beacon } from './source.ts'

/** Ms that an answer may take. */
const PATIENCE = 2_000
/** Ms for which the chain counts as reachable, or not, before it is asked again. */
const KEEP = 20_000
/** Seconds: time for the log's next head to be witnessed before the round is known. */
const LEAD = 30

const Hex = z.string().regex(/^[0-9a-f]+$/)
const Info = z.object({
  public_key: Hex,
  period: z.number().int().min(1),
  genesis_time: z.number().int(),
  hash: Hex,
  schemeID: z.string(),
})
const Round = z.object({ round: z.number().int(), signature: Hex })

/**
 * A drand HTTP relay (https://docs.drand.love/dev-guide/API%20Documentation%20v1/): `url` is its address, with the hash of a
 * chain behind it or without, which means quicknet. The chain's parameters come from its info; those of quicknet must be
 * the ones known here.
 */
export function drandBeacon(url: string, ask: typeof fetch = fetch): Beacon {
  const given = url.replace(/\/+$/, '')
  const base = /\/[0-9a-f]{64}$/.test(given) ? given : `${given}/${QUICKNET.hash}`
  let heard: { at: number; chain: BeaconChain | null } | undefined
  const get = async (path: string): Promise<unknown> => {
    const response = await ask(`${base}/${path}`, { signal: AbortSignal.timeout(PATIENCE) })
    if (!response.ok) throw new Error(`信标返回 ${response.status}`)
    return response.json()
  }
  return {
    lead: LEAD,
    async chain() {
      if (heard && Date.now() - heard.at < KEEP) return heard.chain
      // One that tells of another chain is of no more use than one that is silent.
      const chain = await get('info')
        .then((info) => chainOf(Info.parse(info), base))
        .catch(() => null)
      heard = { at: Date.now(), chain }
      return chain
    },
    async signature(chain, round) {
      const answer = Round.parse(await get(`public/${round}`))
      if (answer.round !== round || !isRoundSigned(chain, round, answer.signature))
        throw new Error('信标签名与链公钥不符')
      return answer.signature
    },
    linkOf: (chain, round) => `${base.slice(0, -chain.hash.length)}${chain.hash}/public/${round}`,
  }
}

/** Throws when it is not the chain that was asked for, or of another scheme. */
function chainOf(info: z.output<typeof Info>, base: string): BeaconChain {
  if (!base.endsWith(info.hash) || info.schemeID !== BEACON_SCHEME) throw new Error('不是所要求的信标链')
  const chain = {
    hash: info.hash,
    name: `drand ${info.hash.slice(0, 8)}`,
    scheme: BEACON_SCHEME,
    publicKey: info.public_key,
    period: info.period,
    genesis: info.genesis_time,
  } as const
  if (info.hash !== QUICKNET.hash) return chain
  const known = chain.publicKey === QUICKNET.publicKey && chain.period === QUICKNET.period
  if (!known || chain.genesis !== QUICKNET.genesis) throw new Error('信标参数与已知的公共信标不符')
  return QUICKNET
}

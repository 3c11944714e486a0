import { MINUTE } from '#contract/time.ts'
import * as buyer from '../play/buyer.ts'
import { fromState } from '../states/from-state.ts'
import { archiveOrder, archiveProof, downloadArchive } from '#features/procurement/contract/order.ts'
import { trustFile } from '#features/sealed-bids/contract-log.ts'
import { type ServiceKeys, serviceKeys } from '#features/sealed-bids/server/service-keys.ts'
import { ed25519 } from '@noble/curves/ed25519.js'
import { fromHex } from '#features/sealing/core/bytes.ts'
import { cosignNote, encodeWitnessKey } from '#features/sealing/core/log/cosignature.ts'
import { withSignatures } from '#features/sealing/core/log/cosignature.ts'
import { generateLogKey } from '#features/sealing/core/log/checkpoint.ts'
import type { TrustFile } from '#features/sealing/core/trust-file.ts'
import type { ProofFile } from '#features/sealing/core/verify-trust.ts'
import { inContext } from '#server/context.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import type { TestSystem } from '#server/testing/test-system.ts'

/** A real archive with what is downloaded beside it, its trust, and the keys that its operator holds. */
export interface Archived {
  t: TestSystem
  orderId: string
  zip: Buffer
  proof: ProofFile
  /** Names a witness who cosigned the head of the proof; the operator does not hold its key. */
  trust: TrustFile
  keys: ServiceKeys
  /** The proof with the witness's signature under its head: the witness signs any tree that continues the one before. */
  cosigned(proof: ProofFile, seconds?: number): ProofFile
  /** What the archiving said while records of the award waited for the log. */
  early: string
}

/** The tender of a concluded state, publicised, awarded, archived and logged. */
export async function archivedTender(from: 'concluded' | 'concludedInGm' = 'concluded'): Promise<Archived> {
  const { t, facts } = await fromState(from)
  return archived(t, facts.orderId)
}

/** A tender whose review has ended, taken on to its archive. `awarded`: what else happens once it is awarded. */
export async function archived(
  t: TestSystem,
  orderId: string,
  awarded?: (owner: HttpClient) => Promise<void>,
): Promise<Archived> {
  const client = await t.login('buyer', { workbench: 'purchaser' })
  await t.advanceTo(await buyer.publishCandidates(client, orderId))
  await t.advanceTo(new Date(t.kernel.clock.now().getTime() + MINUTE))
  await buyer.award(client, orderId)
  await awarded?.(client)
  const logged = () => t.advanceTo(new Date(t.kernel.clock.now().getTime() + 12 * MINUTE))
  // What is archived before the log has taken it in can be proven by no archive.
  const early = await client.refused(archiveOrder, { params: { orderId } })
  await logged()
  await client.call(archiveOrder, { params: { orderId } })
  await logged()
  const params = { orderId }
  const zip = (await client.file(downloadArchive, { params })).content
  const proof = JSON.parse((await client.file(archiveProof, { params })).content.toString()) as ProofFile
  const trust = JSON.parse((await t.client().file(trustFile, {})).content.toString()) as TrustFile
  const keys = await keysOf(t)
  return {
    t,
    orderId,
    zip,
    keys,
    early: `${early.code} ${early.message}`,
    ...witnessed(proof, { ...trust, heads: [] }),
  }
}

/** The keys that the operator of a platform holds. */
export function keysOf({ kernel }: TestSystem): Promise<ServiceKeys> {
  return inContext(kernel, { tenantId: 1, actor: null }, async (ctx) => {
    const found = await serviceKeys(ctx)
    // Unsealed where they are read: within the transaction.
    return Object.fromEntries(
      Object.entries(found).map(([use, { publicKey, privateKey }]) => [use, { publicKey, privateKey }]),
    ) as ServiceKeys
  })
}

/** The head of the proof cosigned by one witness, whom the trust names. */
function witnessed(proof: ProofFile, trust: TrustFile): Pick<Archived, 'proof' | 'trust' | 'cosigned'> {
  const { privateKey, publicKey } = generateLogKey()
  const key = { name: 'witness.test/w1', publicKey: fromHex(publicKey) }
  const sign = (message: Uint8Array) => ed25519.sign(message, fromHex(privateKey))
  const cosigned = (one: ProofFile, seconds = 1_800_000_000): ProofFile => {
    const { checkpoint, inclusionProof } = one.head
    const line = cosignNote(checkpoint, { key, seconds, sign })
    return { ...one, head: { checkpoint: withSignatures(checkpoint, [line]), inclusionProof } }
  }
  return {
    cosigned,
    proof: cosigned(proof),
    trust: { ...trust, witnesses: { threshold: 1, witnesses: [{ title: '见证人', key: encodeWitnessKey(key) }] } },
  }
}

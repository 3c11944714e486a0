import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { keyObject } from '#server/secrecy/key-object.ts'
import { logRecord } from '#server/public-log.ts'
import { fromHex, toHex } from '#features/sealing/core/bytes.ts'
import { generateLogKey } from '#features/sealing/core/log/checkpoint.ts'
import { requiredSignatures, type Signer, sm2Signer } from '#features/sealing/core/receipt.ts'
import { generateSm2 } from '#features/sealing/core/sm2.ts'
import type { SuiteName } from '#features/sealing/core/suite-types.ts'
import { serviceKeyRecord } from './key-records.ts'
import { nativeSigner } from './native-signer.ts'
import { NULL } from '#server/database/records.ts'

export type Any = Context<Actor | null>

/** `log` signs tree heads, `ed25519` and `sm2` sign receipts and what other features ask for. */
const USES = ['log', 'ed25519', 'sm2'] as const
export type KeyUse = (typeof USES)[number]

/** Hex both. */
export interface ServiceKey {
  publicKey: string
  privateKey: string
}

/** A tenant's, each in its use. */
export type ServiceKeys = Record<KeyUse, ServiceKey>

/**
 * The tenant's current signing keys, made when first asked for. They are random and stored sealed, not derived from
 * the root secret: so they can be retired one by one, and what they signed stays checkable when the secret is changed.
 * Needs a transaction that may write.
 */
export async function serviceKeys(ctx: Any): Promise<ServiceKeys> {
  let rows = await currentRows(ctx)
  if (rows.length < USES.length) {
    await makeMissing(ctx)
    rows = await currentRows(ctx)
  }
  const entries = rows.map(({ use, publicKey, sealedPrivate: sealed }) => [
    use,
    {
      publicKey,
      // Whoever asks needs one of them.
      get privateKey() {
        return unsealPrivate(ctx, `${use}/${publicKey}`, sealed)
      },
    },
  ])
  return Object.fromEntries(entries) as ServiceKeys
}

/** Every public key that ever signed for the tenant. */
export async function publicServiceKeys(ctx: Any) {
  await serviceKeys(ctx)
  return ctx.tx
    .selectFrom('service_key')
    .select(['use', 'publicKey', 'createdAt', 'retiredAt'])
    .where('tenantId', '=', ctx.tenantId)
    .orderBy('createdAt')
    .execute()
}

/** Who signs a receipt of this suite. */
export function receiptSigners(keys: ServiceKeys, suite: SuiteName): Signer[] {
  return requiredSignatures(suite).map((alg) => (alg === 'SM2' ? sm2Signer(keys.sm2) : nativeSigner(keys.ed25519)))
}

function currentRows(ctx: Any) {
  return ctx.many('service_key', { retiredAt: NULL })
}

/** Two processes may come here at once: the unique index lets the first one in, the other reads what it left. */
async function makeMissing(ctx: Any): Promise<void> {
  for (const use of USES) {
    const { publicKey, privateKey } = use === 'sm2' ? generateSm2() : generateLogKey()
    const { numInsertedOrUpdatedRows: made } = await ctx.tx
      .insertInto('service_key')
      .values({
        tenantId: ctx.tenantId,
        use,
        publicKey,
        sealedPrivate: sealPrivate(ctx, `${use}/${publicKey}`, privateKey),
        createdAt: ctx.clock.now(),
      })
      .onConflict((c) => c.doNothing())
      .executeTakeFirstOrThrow()
    // Which keys sign is as public as what they sign: a key that the log never took in is none of the tenant's.
    if (made === 1n) logRecord(ctx, serviceKeyRecord(ctx, { use, publicKey }))
  }
}

const PURPOSE = 'sealed-bids service keys'

/** A private half (hex) under a key derived from the root secret, bound to its tenant and label. */
export function sealPrivate(ctx: Any, label: string, privateKey: string): Buffer {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyObject(ctx.key(PURPOSE)), iv).setAAD(
    Buffer.from(`${ctx.tenantId}/${label}`),
  )
  return Buffer.concat([iv, cipher.update(fromHex(privateKey)), cipher.final(), cipher.getAuthTag()])
}

/** The private half again; throws where anything of it, or its label, was altered. */
export function unsealPrivate(ctx: Any, label: string, sealed: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', keyObject(ctx.key(PURPOSE)), sealed.subarray(0, 12), {
    authTagLength: 16,
  })
  decipher.setAAD(Buffer.from(`${ctx.tenantId}/${label}`)).setAuthTag(sealed.subarray(-16))
  return toHex(Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()]))
}

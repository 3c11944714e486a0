import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'

type Ctx = Pick<Context<Actor | null>, 'key'>
const PURPOSE = 'expert draw'

/** 32 random bytes, hex: a seed or a salt of a draw. */
export function newSecret(): string {
  return randomBytes(32).toString('hex')
}

/** A secret as it lies in the database until it is public: AES-256-GCM under a key of the service, bound to its record. */
export function seal(ctx: Ctx, secret: string, record: string): Buffer {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', ctx.key(PURPOSE), iv).setAAD(Buffer.from(record))
  return Buffer.concat([iv, cipher.update(Buffer.from(secret, 'hex')), cipher.final(), cipher.getAuthTag()])
}

/** Throws when the bytes are not what was sealed for this record. */
export function unseal(ctx: Ctx, sealed: Buffer, record: string): string {
  const decipher = createDecipheriv('aes-256-gcm', ctx.key(PURPOSE), sealed.subarray(0, 12))
  decipher.setAAD(Buffer.from(record)).setAuthTag(sealed.subarray(-16))
  return Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()]).toString('hex')
}

import { createCipheriv, createDecipheriv } from 'node:crypto'
import { AppError } from '#contract/errors.ts'

/*
 * What other features may call. A record's number as an opaque cursor: one encrypted block. In clear text, the gaps between numbers would tell how many
 * records are withheld.
 */

export function sealCursor(seq: number, key: Buffer): string {
  const block = Buffer.alloc(16)
  block.writeBigUInt64BE(BigInt(seq), 8)
  const cipher = createCipheriv('aes-256-ecb', key, null).setAutoPadding(false)
  return Buffer.concat([cipher.update(block), cipher.final()]).toString('base64url')
}

/** Throws `badRequest` for anything that `sealCursor` did not make. */
export function openCursor(cursor: string, key: Buffer): number {
  const sealed = Buffer.from(cursor, 'base64url')
  if (sealed.length !== 16) throw new AppError('badRequest')
  const decipher = createDecipheriv('aes-256-ecb', key, null).setAutoPadding(false)
  const block = Buffer.concat([decipher.update(sealed), decipher.final()])
  if (block.readBigUInt64BE(0) !== 0n) throw new AppError('badRequest')
  return Number(block.readBigUInt64BE(8))
}

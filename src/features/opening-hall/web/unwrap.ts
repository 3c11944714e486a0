import { toHex } from '#features/sealing/core/bytes.ts'
import { releaseByCode, releaseContentKey } from '#features/sealing/core/envelope.ts'
import { checkHeader, type EnvelopeHeader, type Expectation } from '#features/sealing/core/envelope-header.ts'
import { EnvelopeError } from '#features/sealing/core/errors.ts'
import { importKeyFile } from '#features/sealing/core/key-file.ts'
import { readRecoveryCode } from '#features/sealing/core/recovery.ts'

export type ContentKeys = { position: number; contentKey: string }[]

/** What the bidder opens with: the own key, or in joint-key mode the recovery code written down when it was sealed. */
export type OwnSecret = { keyFile: unknown; password: string } | { code: string }

/**
 * Unwraps the content keys of these files, here in this browser. `expect` is the place that the page
 * shows, never the file's own: a key for another order must not leak out here. Rejects with the reason.
 */
export async function unwrapKeys(
  files: readonly { position: number; header: Record<string, unknown> }[],
  given: { secret: OwnSecret; expect: Expectation },
  onDone: (count: number) => void,
): Promise<ContentKeys> {
  const unwrap = await unwrapperOf(given.secret)
  const keys: ContentKeys = []
  for (const file of files) {
    const contentKey = await unwrap(checkHeader(file.header), given.expect)
    keys.push({ position: file.position, contentKey: toHex(contentKey) })
    onDone(keys.length)
  }
  return keys
}

type Unwrap = (header: EnvelopeHeader, expect: Expectation) => Promise<Uint8Array> | Uint8Array

async function unwrapperOf(secret: OwnSecret): Promise<Unwrap> {
  if ('code' in secret) {
    const code = readRecoveryCode(secret.code)
    if (code === undefined) throw new Error('恢复码有误，请核对后重新输入')
    return (header, expect) => releaseByCode(header, code, expect)
  }
  const { privateKey } = await importKeyFile(secret.keyFile, secret.password)
  return (header, expect) => releaseContentKey(header, privateKey, expect)
}

/** What went wrong, in words for the person. */
export function explainUnwrap(error: unknown): string {
  if (error instanceof EnvelopeError)
    return error.reason === 'wrong-key' ? '密钥或口令不正确，请确认使用的是投标时的密钥文件' : error.message
  return error instanceof Error ? error.message : '解密失败'
}

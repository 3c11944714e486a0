import { toHex } from '#features/sealed-bids/core/bytes.ts'
import { releaseContentKey } from '#features/sealed-bids/core/envelope.ts'
import { checkHeader } from '#features/sealed-bids/core/envelope-header.ts'
import { EnvelopeError } from '#features/sealed-bids/core/errors.ts'
import { importKeyFile } from '#features/sealed-bids/core/key-file.ts'

export type ContentKeys = { position: number; contentKey: string }[]

/**
 * Unwraps the content keys of these files with a key file, here in this browser. `expect` is the place that the page
 * shows, never the file's own: a key for another order must not leak out here. Rejects with the reason.
 */
export async function unwrapKeys(
  files: readonly { position: number; header: Record<string, unknown> }[],
  given: { keyFile: unknown; password: string; expect: { tenantId: string; orderId: string; bidderId: string } },
  onDone: (count: number) => void,
): Promise<ContentKeys> {
  const pair = await importKeyFile(given.keyFile, given.password)
  const keys: ContentKeys = []
  for (const file of files) {
    const contentKey = await releaseContentKey(checkHeader(file.header), pair.privateKey, given.expect)
    keys.push({ position: file.position, contentKey: toHex(contentKey) })
    onDone(keys.length)
  }
  return keys
}

/** What went wrong, in words for the person. */
export function explainUnwrap(error: unknown): string {
  if (error instanceof EnvelopeError)
    return error.reason === 'wrong-key' ? '密钥或口令不正确，请确认使用的是投标时的密钥文件' : error.message
  return error instanceof Error ? error.message : '解密失败'
}

import { type Bytes, concat, equalBytes } from '#features/sealing/core/bytes.ts'
import { signedAttributes } from './container.ts'
import { coveredBy } from './coverage.ts'

/** What the first pass gave. */
export interface Prepared {
  attributes: Bytes
  tail: Bytes
  gap: { start: number; end: number }
}

/**
 * Whether the bytes that are to be signed say what the signer has before their eyes: the document that was shown, followed by
 * what the signature appends, under their own certificate. Throws with a Chinese finding where they do not.
 */
export async function checkPrepared(
  { attributes, tail, gap }: Prepared,
  { shown, certificate }: { shown: Bytes; certificate: Bytes },
): Promise<void> {
  const file = concat(shown, tail)
  if (gap.start < shown.length || gap.end > file.length || gap.start >= gap.end)
    throw new Error('平台给出的内容与所见文件不符，未签署')
  const covered = coveredBy(file, { gap, end: file.length })
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', covered))
  const expected = await signedAttributes({ digest, certificate })
  if (!equalBytes(expected, attributes)) throw new Error('平台给出的内容与所见文件不符，未签署')
}

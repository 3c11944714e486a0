import { AppError } from '#contract/errors.ts'
import { type Bytes, toHex } from '#features/sealing/core/bytes.ts'

/** The next revision of a file, up to its container. */
export interface Extended {
  /** The whole file; its first bytes are the file as it was. */
  content: Bytes
  /** Where the container belongs, `<` and `>` included. */
  gap: { start: number; end: number }
}

/** Room for a container, bytes: certificates, and a token of an authority with its own chain. */
export const ROOM = 16_384

/** The file with its container in place. */
export function seal({ content, gap }: Extended, container: Bytes): Bytes {
  if (container.length > ROOM) throw new AppError('invalid', '证书链过长，签名放不进文件')
  const done = content.slice()
  done.set(new TextEncoder().encode(toHex(container)), gap.start + 1)
  return done
}

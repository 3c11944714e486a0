import { createHash } from 'node:crypto'
import { pipeline, type Readable, Transform } from 'node:stream'
import { AppError } from '#contract/errors.ts'

/**
 * The stream, ending in `fileAltered` when its bytes do not have this SHA-256 (hex). The last piece is held back until
 * that is known, so whoever reads an altered or truncated object never gets all of it.
 */
export function checked(content: Readable, sha256: string): Readable {
  const hash = createHash('sha256')
  let held: Buffer | undefined
  const through = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      hash.update(chunk)
      const before = held
      held = chunk
      next(null, before)
    },
    flush(next) {
      if (hash.digest('hex') !== sha256) return next(new AppError('fileAltered', undefined, { sha256 }))
      if (held) this.push(held)
      next()
    },
  })
  // Whoever reads hears of a failure through the stream that this returns.
  pipeline(content, through, () => undefined)
  return through
}

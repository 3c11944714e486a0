import type { Bytes } from './bytes.ts'

/** Where bytes come from. A Blob or File is read slice by slice, never as a whole. */
export type ByteSource = Blob | Uint8Array | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>

/** Bytes that flow, and what is known once they all have. */
export interface Piped<R> {
  stream: AsyncIterable<Bytes>
  /** Settles when the stream has ended or failed; rejects when the reader walked away. */
  result: Promise<R>
}

const SLICE = 1 << 20

/** The source piece by piece, pieces of any size. */
export async function* pieces(source: ByteSource): AsyncGenerator<Uint8Array, void> {
  if (source instanceof Uint8Array) {
    yield source
  } else if (source instanceof Blob) {
    for (let at = 0; at < source.size; at += SLICE) {
      yield new Uint8Array(await source.slice(at, at + SLICE).arrayBuffer())
    }
  } else if (source instanceof ReadableStream) {
    // Not every browser iterates a ReadableStream.
    const reader = source.getReader()
    try {
      for (let step = await reader.read(); !step.done; step = await reader.read()) yield step.value
    } finally {
      await reader.cancel().catch(() => undefined)
    }
  } else {
    yield* source
  }
}

/** Size in bytes, where the source knows it. */
export function sizeOf(source: ByteSource): number | undefined {
  if (source instanceof Uint8Array) return source.length
  return source instanceof Blob ? source.size : undefined
}

/** All of a stream in memory: for small files and tests. */
export async function collect(source: ByteSource): Promise<Bytes> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const piece of pieces(source)) {
    parts.push(piece)
    length += piece.length
  }
  const out = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    out.set(part, at)
    at += part.length
  }
  return out
}

/** Reads a source in exact amounts, holding no more than one piece beyond what was asked. */
export class ByteReader {
  private readonly source: AsyncGenerator<Uint8Array, void>
  private rest: Uint8Array = new Uint8Array(0)

  constructor(source: ByteSource) {
    this.source = pieces(source)
  }

  /** `length` bytes, or fewer when the source ends before. */
  async read(length: number): Promise<Bytes> {
    const out = new Uint8Array(length)
    let at = 0
    while (at < length) {
      if (this.rest.length === 0) {
        const step = await this.source.next()
        if (step.done) return out.slice(0, at)
        this.rest = step.value
      }
      const taken = this.rest.subarray(0, length - at)
      out.set(taken, at)
      at += taken.length
      this.rest = this.rest.subarray(taken.length)
    }
    return out
  }

  async close(): Promise<void> {
    await this.source.return()
  }
}

/** Splits a generator that returns a value into its stream and that value. */
export function piped<R>(generator: AsyncGenerator<Bytes, R>): Piped<R> {
  let settle: { resolve(value: R): void; reject(cause: unknown): void }
  const result = new Promise<R>((resolve, reject) => (settle = { resolve, reject }))
  // Whoever reads the stream sees the failure there; an unread result is not an unhandled rejection.
  result.catch(() => undefined)
  async function* stream(): AsyncGenerator<Bytes, void> {
    try {
      settle.resolve(yield* generator)
    } catch (cause) {
      settle.reject(cause)
      throw cause
    } finally {
      settle.reject(new Error('the stream was not read to its end'))
    }
  }
  return { stream: stream(), result }
}

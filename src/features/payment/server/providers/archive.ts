import { buffer } from 'node:stream/consumers'

/** The table of a day is no larger. */
export const MOST_BYTES = 64 * 1024 * 1024

/** Files of a bill's archive, one by one as they are read. Throws where one is too large, or it is no archive. */
export async function* filesOf(archive: Buffer): AsyncGenerator<{ name: string; content: Buffer }> {
  // Loaded when a bill is there: a start needs no reader of archives.
  const { default: yauzl } = await import('yauzl')
  const zip = await yauzl.fromBufferPromise(archive, { autoClose: false })
  for await (const entry of zip.eachEntry()) {
    if (entry.uncompressedSize > MOST_BYTES) throw new Error('the bill is too large')
    yield { name: entry.fileName, content: await buffer(await zip.openReadStreamPromise(entry)) }
  }
}

import { openSync, readSync, fstatSync } from 'node:fs'

const PIECE = 1 << 20

/** Fills `bytes` with what stands from `at` on; less only where there is no more. Gives how many it filled. */
type Read = (bytes: Uint8Array, at: number) => number

/**
 * A file, or a part of one, as a Blob that is read where and when it is asked for. What Node opens as Blob keeps in memory
 * what it has read, which an archive of gigabytes does not bear. The file stays open while the process runs.
 */
export class FileBlob extends Blob {
  readonly #read: Read
  readonly #from: number
  readonly #size: number

  constructor(read: Read, from: number, size: number) {
    super()
    this.#read = read
    this.#from = from
    this.#size = size
  }

  static open(path: string): FileBlob {
    const file = openSync(path, 'r')
    const read: Read = (bytes, at) => readSync(file, bytes, 0, bytes.length, at)
    return new FileBlob(read, 0, fstatSync(file).size)
  }

  override get size(): number {
    return this.#size
  }

  override slice(start = 0, end = this.#size): Blob {
    const place = (at: number) => Math.min(Math.max(at < 0 ? this.#size + at : at, 0), this.#size)
    const [from, to] = [place(start), place(end)]
    return new FileBlob(this.#read, this.#from + from, Math.max(0, to - from))
  }

  override async arrayBuffer(): Promise<ArrayBuffer> {
    return this.#part(0, this.#size).buffer
  }

  override async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    return this.#part(0, this.#size)
  }

  override async text(): Promise<string> {
    return new TextDecoder().decode(this.#part(0, this.#size))
  }

  override stream(): ReadableStream<Uint8Array<ArrayBuffer>> {
    let at = 0
    return new ReadableStream({
      pull: (controller) => {
        const length = Math.min(PIECE, this.#size - at)
        if (length === 0) return controller.close()
        controller.enqueue(this.#part(at, length))
        at += length
      },
    })
  }

  /** Throws where the file has become shorter. */
  #part(at: number, length: number): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(length)
    for (let done = 0; done < length;) {
      const read = this.#read(bytes.subarray(done), this.#from + at + done)
      if (read === 0) throw new Error('文件在核对过程中变短')
      done += read
    }
    return bytes
  }
}

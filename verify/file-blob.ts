import { openSync, readSync, fstatSync } from 'node:fs'

const PIECE = 1 << 20

/**
 * A file, or a part of one, as a Blob that is read where and when it is asked for. What Node opens as Blob keeps in memory
 * what it has read, which an archive of gigabytes does not bear. The file stays open while the process runs.
 */
export class FileBlob extends Blob {
  readonly #file: number
  readonly #from: number
  readonly #size: number

  constructor(file: number, from: number, size: number) {
    super()
    this.#file = file
    this.#from = from
    this.#size = size
  }

  static open(path: string): FileBlob {
    const file = openSync(path, 'r')
    return new FileBlob(file, 0, fstatSync(file).size)
  }

  override get size(): number {
    return this.#size
  }

  override slice(start = 0, end = this.#size): Blob {
    const place = (at: number) => Math.min(Math.max(at < 0 ? this.#size + at : at, 0), this.#size)
    const [from, to] = [place(start), place(end)]
    return new FileBlob(this.#file, this.#from + from, Math.max(0, to - from))
  }

  override async arrayBuffer(): Promise<ArrayBuffer> {
    return this.#read(0, this.#size).buffer
  }

  override async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    return this.#read(0, this.#size)
  }

  override async text(): Promise<string> {
    return new TextDecoder().decode(this.#read(0, this.#size))
  }

  override stream(): ReadableStream<Uint8Array<ArrayBuffer>> {
    let at = 0
    return new ReadableStream({
      pull: (controller) => {
        const length = Math.min(PIECE, this.#size - at)
        if (length === 0) return controller.close()
        controller.enqueue(this.#read(at, length))
        at += length
      },
    })
  }

  /** Throws where the file has become shorter. */
  #read(at: number, length: number): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(length)
    for (let done = 0; done < length;) {
      const read = readSync(this.#file, bytes, done, length - done, this.#from + at + done)
      if (read === 0) throw new Error('文件在核对过程中变短')
      done += read
    }
    return bytes
  }
}

import { statfs } from 'node:fs/promises'
import { AppError } from '#contract/errors.ts'

const GIB = 2 ** 30
/** Left over even by bids: the database and its log stand on the same disk in small installations. */
const FLOOR = GIB / 8
/** Files that the disk can still name; below it only bids come in. */
const FEW_NAMES = 10_000

export interface RoomState {
  /** Bytes; infinite where nobody knows. */
  free: number
  /** Bytes kept back for sealed bids and the records of the procedure. */
  reserve: number
  /** What is taken in: everything; only what may use the reserve; nothing. */
  takes: 'all' | 'bids' | 'none'
}

/** The room that a store has, and who may use it. */
export interface Room {
  state(): Promise<RoomState>
  /**
   * Throws `noSpace` unless so many more bytes fit; without `usesReserve` they must fit beside the reserve and what was
   * promised, else `onlyBids`.
   */
  demand(bytes: number, options?: { usesReserve?: boolean }): Promise<void>
  /** An upload let in earlier sends its next piece, with `left` bytes to come: others may have filled the disk since. */
  goOn(uploadId: string, left: number, options?: { usesReserve?: boolean }): Promise<void>
  /** Keeps bytes for an upload that was let in. */
  promise(uploadId: string, bytes: number): void
  release(uploadId: string): void
}

/** Of a store that does not say how much it takes: quotas alone bound what comes in. */
export const UNMEASURED: Room = {
  state: async () => ({ free: Infinity, reserve: 0, takes: 'all' }),
  demand: async () => undefined,
  goOn: async () => undefined,
  promise: () => undefined,
  release: () => undefined,
}

/** The room on the disk of the files. A part of it is kept back: what is not a bid is refused before a bid is. */
export class DiskRoom implements Room {
  readonly #folder: string
  readonly #reserve: number | null
  /** Bytes that uploads under way have announced, by upload; those that use the reserve are not among them. */
  readonly #promised = new Map<string, number>()

  /** `reserve` in bytes; null: a twentieth of the disk, at least 1 and at most 20 GiB. */
  constructor(folder: string, reserve: number | null) {
    this.#folder = folder
    this.#reserve = reserve
  }

  async state(): Promise<RoomState> {
    const { bavail, blocks, bsize, ffree, files } = await statfs(this.#folder)
    const free = bavail * bsize
    const reserve = this.#reserve ?? Math.min(20 * GIB, Math.max(GIB, (blocks * bsize) / 20))
    // Some file systems have no fixed number of names, and say 0 of 0.
    const hasNames = files === 0 || ffree > FEW_NAMES
    const takes = free < FLOOR ? 'none' : free < reserve || !hasNames ? 'bids' : 'all'
    return { free, reserve, takes }
  }

  async demand(bytes: number, { usesReserve = false }: { usesReserve?: boolean } = {}): Promise<void> {
    const { free, reserve, takes } = await this.state()
    if (usesReserve) {
      if (takes === 'none' || free < bytes + FLOOR) throw new AppError('noSpace')
      return
    }
    const promised = [...this.#promised.values()].reduce((sum, size) => sum + size, 0)
    if (takes !== 'all' || free < bytes + promised + reserve) throw new AppError('onlyBids')
  }

  async goOn(uploadId: string, left: number, { usesReserve = false }: { usesReserve?: boolean } = {}): Promise<void> {
    const { takes } = await this.state()
    if (takes === 'none') throw new AppError('noSpace')
    if (takes === 'bids' && !usesReserve) throw new AppError('onlyBids')
    if (!usesReserve) this.promise(uploadId, left)
  }

  promise(uploadId: string, bytes: number): void {
    this.#promised.set(uploadId, bytes)
  }

  release(uploadId: string): void {
    this.#promised.delete(uploadId)
  }
}

import type { SealedFile } from '#features/sealing/core/envelope.ts'
import type { Place } from '#features/sealing/core/envelope-header.ts'

/** Whose shelf: an order and the bidder as envelopes name it. */
export type ShelfPlace = Pick<Place, 'orderId' | 'bidderId'>

/**
 * Sealed files in this browser's private storage (OPFS), per order and bidder: `<envelope id>.kbe` with `<envelope id>.json` beside
 * it once it is whole. Ciphertext and public facts only; whoever has the computer learns nothing from them.
 */
export interface SealedItem {
  sealed: SealedFile
  /** The sealed bytes; its name is the same at every visit, so that a broken upload is found again. */
  file: File
}

/** A file being written. Exists in workers only. */
export interface ShelfFile {
  write(piece: Uint8Array): void
  /** Whole: keeps it, with what is known of it. */
  finish(sealed: SealedFile): Promise<File>
  abandon(): Promise<void>
}

interface Shelf {
  create(id: string): Promise<ShelfFile>
  items(): Promise<SealedItem[]>
}

/** Part of the standard that only workers have, and the DOM's types leave out. */
interface SyncHandle {
  write(bytes: Uint8Array, options: { at: number }): number
  truncate(size: number): void
  flush(): void
  close(): void
}
type WorkerFileHandle = FileSystemFileHandle & { createSyncAccessHandle(): Promise<SyncHandle> }

/** The shelf of a bid; undefined where the browser keeps nothing (old ones, private windows). */
export async function openShelf(place: ShelfPlace): Promise<Shelf | undefined> {
  const folder = await (await allShelves())?.getDirectoryHandle(nameOf(place), { create: true })
  if (!folder) return undefined
  return { create: (id) => create(folder, id), items: () => readItems(folder) }
}

/** What was sealed for a bid in this browser and is still whole, e.g. after the page was closed. */
export async function sealedItems(place: ShelfPlace): Promise<SealedItem[]> {
  const shelf = await openShelf(place).catch(() => undefined)
  return (await shelf?.items()) ?? []
}

/** Forgets sealed files: those named, or all of the bid. What a worker just ended still holds goes the next time. */
export async function dropSealedItems(place: ShelfPlace, envelopeIds?: readonly string[]): Promise<void> {
  const folder = await (await allShelves())?.getDirectoryHandle(nameOf(place), { create: true })
  if (!folder) return
  const names: string[] = []
  for await (const name of folder.keys()) names.push(name)
  const dropped = envelopeIds
    ? names.filter((name) => envelopeIds.includes(name.slice(0, name.lastIndexOf('.'))))
    : names
  for (const name of dropped) await folder.removeEntry(name).catch(() => undefined)
}

async function allShelves(): Promise<FileSystemDirectoryHandle | undefined> {
  const root = await navigator.storage?.getDirectory?.()
  return root?.getDirectoryHandle('sealed-bids', { create: true })
}

function nameOf({ orderId, bidderId }: ShelfPlace): string {
  return `${orderId}.${bidderId}`
}

async function create(folder: FileSystemDirectoryHandle, id: string): Promise<ShelfFile> {
  const handle = (await folder.getFileHandle(`${id}.kbe`, { create: true })) as WorkerFileHandle
  const access = await handle.createSyncAccessHandle()
  access.truncate(0)
  let size = 0
  return {
    write(piece) {
      const written = access.write(piece, { at: size })
      size += written
      if (written < piece.length) throw new Error('本机存储空间不足')
    },
    async finish(sealed) {
      access.flush()
      access.close()
      const facts = (await folder.getFileHandle(`${id}.json`, { create: true })) as WorkerFileHandle
      const out = await facts.createSyncAccessHandle()
      out.truncate(0)
      out.write(new TextEncoder().encode(JSON.stringify(sealed)), { at: 0 })
      out.flush()
      out.close()
      return handle.getFile()
    },
    async abandon() {
      access.close()
      await folder.removeEntry(`${id}.kbe`)
    },
  }
}

async function readItems(folder: FileSystemDirectoryHandle): Promise<SealedItem[]> {
  const items: SealedItem[] = []
  for await (const name of folder.keys()) {
    if (!name.endsWith('.json')) continue
    try {
      const facts = await (await folder.getFileHandle(name)).getFile()
      const sealed = JSON.parse(await facts.text()) as SealedFile
      const file = await (await folder.getFileHandle(name.replace(/json$/, 'kbe'))).getFile()
      if (file.size === sealed.cipherSize) items.push({ sealed, file })
    } catch {
      // Cut off while it was written: as good as never sealed.
    }
  }
  return items
}

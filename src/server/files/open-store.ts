import { diskStore } from './disk-store.ts'
import type { FileStore, StorePlace } from './store.ts'

/** Opens the store of a place. Libraries of a bucket are loaded for it alone. */
export async function openStore(place: StorePlace): Promise<FileStore> {
  return place.s3 ? (await import('./s3-store.ts')).s3Store(place, place.s3) : diskStore(place)
}

import type { Readable } from 'node:stream'
import type { DataStore } from '@tus/server'
import type { Room } from './room.ts'
import type { S3Place } from './s3-place.ts'

export interface StoredObject {
  /** SHA-256 of the bytes, hex. */
  sha256: string
  size: number
}

/** Where files are kept; can be handed to a thread. */
export interface StorePlace {
  /** This node's folder: of all files, or beside a bucket of those on their way into it. */
  folder: string
  /** Bytes as `DiskRoom` takes them. */
  reserve: number | null
  /** Shared by all nodes; null: the files lie in the folder. */
  s3: S3Place | null
}

/**
 * Bytes by their hash. An object is either whole and stored durably, or not there; it never changes. Every call throws
 * `unavailable` while a store that is not on this machine cannot be reached.
 */
export interface FileStore {
  readonly place: StorePlace
  /**
   * Stores bytes durably. Throws `noSpace` when the disk is full, with `keepReserve` `onlyBids` when only the reserve is
   * left; nothing is left behind then.
   */
  put(content: Buffer | Readable, options?: { keepReserve?: boolean }): Promise<StoredObject>
  /** Takes over a file that was written to `scratch`. */
  adopt(path: string): Promise<StoredObject>
  /**
   * All bytes of an object. Throws `notFound` when there is none; the stream fails with `fileAltered` at its end when the
   * bytes are not those that were stored.
   */
  read(sha256: string): Promise<Readable>
  /** Bytes; null when there is no such object. */
  size(sha256: string): Promise<number | null>
  /** Sets an object aside that nobody seems to need. Whoever reads it after all brings it back. */
  retire(sha256: string, at: Date): Promise<void>
  /** Hashes of objects set aside before an instant. */
  retiredBefore(at: Date): Promise<string[]>
  /** Removes for good what was set aside and not read since. */
  destroy(sha256: string): Promise<void>
  /**
   * Removes what uploads left that are overdue by real time, or broken off long ago; gives the names of what it removed.
   */
  clearUnfinished(now: Date): Promise<string[]>
  readonly room: Room
  /** Folder of this node for bytes that are not stored yet. */
  readonly scratch: string
  readonly uploads: Uploads
  readonly identity: Identity
}

/** A name that lies in the store itself, and goes along when it is moved. */
export interface Identity {
  /** Null while the store has none. */
  read(): Promise<string | null>
  write(id: string): Promise<void>
}

/** Resumable uploads, by their id: begun, written and finished on any node that shares the store. */
export interface Uploads {
  readonly datastore: DataStore
  /** The first bytes of a finished one. */
  head(id: string, length: number): Promise<Buffer>
  /** Makes a finished one an object. */
  adopt(id: string): Promise<StoredObject>
  /** Removes what is left of one, finished or not. */
  drop(id: string): Promise<void>
}

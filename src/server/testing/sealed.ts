import { Cipher, type HashedColumn, Keys, type SealedColumn } from '../secrecy/cipher.ts'
import type { Sealed } from '../secrecy/sealed.ts'
import { TEST_SECRET } from './store.ts'

const cipher = new Cipher(new Keys(TEST_SECRET), [1])

/** The hash by which a test finds a number in the database. */
export function blind(column: HashedColumn, value: string): string {
  return cipher.hashes(column, value)[0] as unknown as string
}

/** A number as the database holds it, for a row that a test writes. */
export function sealed(column: SealedColumn, rowId: string, value: string): string {
  return cipher.seal(column, rowId, value) as unknown as string
}

/** The other way round. */
export function unsealed(column: SealedColumn, rowId: string, text: string): string {
  return cipher.open(column, rowId, text as unknown as Sealed)
}

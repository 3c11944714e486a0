import { createHmac, hkdfSync } from 'node:crypto'
import { fieldOf, type FieldOf } from '../database/column-names.ts'
import { SEALED_COLUMNS } from '../database/tables.ts'
import { openBytes, sealBytes } from './box.ts'
import { keyObject } from './key-object.ts'
import type { Blind, Sealed } from './sealed.ts'

type Columns = typeof SEALED_COLUMNS
/** `table.column` that was declared with `kb_seal`. */
export type SealedColumn = keyof Columns
export type HashedColumn = { [C in SealedColumn]: Columns[C]['hash'] extends true ? C : never }[SealedColumn]
type NameOf<C extends SealedColumn> = C extends `${string}.${infer Name}` ? FieldOf<Name> : never

/** A column with what stands beside it, for an insert or update. */
export type SealedFields<C extends SealedColumn> = { [N in NameOf<C>]: Sealed } & (Columns[C]['hash'] extends true
  ? { [N in NameOf<C> as `${N}Hash`]: Blind }
  : unknown) &
  (Columns[C]['tail'] extends true ? { [N in NameOf<C> as `${N}Tail`]: Blind } : unknown)

/** Keys by purpose and version, derived once: HKDF-SHA-256 of the root secret. */
export class Keys {
  readonly #secret: string
  readonly #known = new Map<string, Buffer>()

  constructor(secret: string) {
    this.#secret = secret
  }

  of(purpose: string, version: number): Buffer {
    const name = `kaibiao/${purpose}/v${version}`
    const key =
      this.#known.get(name) ?? Buffer.from(hkdfSync('sha256', this.#secret, 'kaibiao personal data', name, 32))
    this.#known.set(name, key)
    return key
  }
}

/**
 * Encrypts and finds numbers of people. A ciphertext belongs to its column and row: moved elsewhere it does not open.
 * Each column has keys of its own, for encryption and for hashes. One Cipher knows the versions of one moment: it writes
 * with the newest and reads all but the retired.
 */
export class Cipher {
  readonly newest: number
  readonly #keys: Keys
  readonly #oldest: number

  /** `versions` that are not retired, at least one. */
  constructor(keys: Keys, versions: readonly number[]) {
    this.#keys = keys
    this.newest = Math.max(...versions)
    this.#oldest = Math.min(...versions)
  }

  /** The value for the row named by `rowId`: its id, or the parts of its key joined by '/'. '' stays ''. */
  seal(column: SealedColumn, rowId: string, value: string): Sealed {
    if (value === '') return '' as unknown as Sealed
    const key = this.#keys.of(`seal/${column}`, this.newest)
    return `v${this.newest}.${sealBytes(key, `${column}/${rowId}`, value).toString('base64url')}` as unknown as Sealed
  }

  /** The value of a sealed text; throws when it stood in another row or column, was altered, or its key is retired. */
  open(column: SealedColumn, rowId: string, sealed: Sealed): string
  open(column: SealedColumn, rowId: string, sealed: Sealed | null): string | null
  open(column: SealedColumn, rowId: string, sealed: Sealed | null): string | null {
    const text = sealed as string | null
    if (text === null || text === '') return text
    const version = versionOf(text)
    if (version === null || version < this.#oldest)
      throw new Error(`${column} of ${rowId} is not sealed with a key in use`)
    const bytes = Buffer.from(text.slice(text.indexOf('.') + 1), 'base64url')
    return openBytes(this.#keys.of(`seal/${column}`, version), `${column}/${rowId}`, bytes).toString('utf8')
  }

  /** Column, hash and hash of the last four signs, as far as the column has them. */
  fields<C extends SealedColumn>(column: C, rowId: string, value: string): SealedFields<C> {
    const name = fieldOf(column.slice(column.indexOf('.') + 1))
    const { hash, tail } = SEALED_COLUMNS[column]
    return {
      [name]: this.seal(column, rowId, value),
      ...(hash ? { [`${name}Hash`]: this.#blind(column, normal(value), this.newest) } : {}),
      ...(tail ? { [`${name}Tail`]: this.#blind(`${column}.tail`, tailOf(value), this.newest) } : {}),
    } as SealedFields<C>
  }

  /**
   * The hashes under which a value may stand: of all versions in use, and of the next, which another process may have begun
   * a moment ago.
   */
  hashes(column: HashedColumn, value: string): Blind[] {
    return this.#searched().map((version) => this.#blind(column, normal(value), version))
  }

  /** The same for the last four signs. */
  tailHashes(column: HashedColumn, lastFour: string): Blind[] {
    return this.#searched().map((version) => this.#blind(`${column}.tail`, normal(lastFour), version))
  }

  #searched(): number[] {
    const count = this.newest - this.#oldest + 2
    return Array.from({ length: count }, (_, i) => this.#oldest + i)
  }

  #blind(purpose: string, value: string, version: number): Blind {
    const hash = createHmac('sha256', keyObject(this.#keys.of(`blind/${purpose}`, version)))
      .update(value)
      .digest('base64url')
    return `${version}.${hash}` as unknown as Blind
  }
}

/** The version of a sealed text; null when it is not sealed. */
export function versionOf(text: string): number | null {
  const match = /^v(\d+)\./.exec(text)
  return match ? Number(match[1]) : null
}

/** However it was typed: width, spaces and case do not tell two numbers apart. */
function normal(value: string): string {
  return value.normalize('NFKC').replace(/\s+/g, '').toUpperCase()
}

function tailOf(value: string): string {
  return normal(value).slice(-4)
}

import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'

/*
 * The draw, pure and the same on both sides. Two parties make it: the service commits to a seed (its hash stands on
 * record before the pool is known), whoever draws adds a nonce when the pool is frozen. Neither can choose the outcome.
 * Within a condition everybody gets a lot, SHA-256 over final seed, condition and token; the lowest goes first. Whoever
 * has seed, nonce and tokens computes the same order again.
 */

/** The people of one condition, by token. */
export interface PoolRow {
  rowNo: number
  tokens: readonly string[]
}

/** SHA-256 of a secret of 32 bytes given in hex: what is published before. */
export function commitment(secret: string): string {
  return bytesToHex(sha256(hexToBytes(secret)))
}

/** What stands for a person while names are secret; `salt` is published together with the names. */
export function tokenOf(salt: string, expertId: string): string {
  return hashOf(`token:${salt}:${expertId}`)
}

/** Hash of a frozen pool, whatever order it is read in. */
export function poolHash(rows: readonly PoolRow[]): string {
  return hashOf(
    rows
      .flatMap(({ rowNo, tokens }) => tokens.map((token) => `${rowNo}:${token}`))
      .toSorted()
      .join('\n'),
  )
}

export interface Seeds {
  /** Of the service: 32 bytes, hex. */
  seed: string
  /** Of whoever draws. */
  nonce: string
  poolHash: string
}

/** Tokens of a condition in the order drawn. */
export function drawOrder({ seed, nonce, poolHash }: Seeds, { rowNo, tokens }: PoolRow): string[] {
  const final = hashOf(`draw:${seed}:${nonce}:${poolHash}`)
  const lots = tokens.map((token) => ({ token, lot: hashOf(`${final}:${rowNo}:${token}`) }))
  return lots.toSorted((a, b) => (a.lot < b.lot ? -1 : 1)).map(({ token }) => token)
}

/** Hash of the whole outcome, as it stands on record. */
export function orderHash(rows: readonly PoolRow[]): string {
  return hashOf(rows.map(({ rowNo, tokens }) => `${rowNo}:${tokens.join(',')}`).join('\n'))
}

function hashOf(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)))
}

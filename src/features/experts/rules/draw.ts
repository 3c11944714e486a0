import { digestOf, draw, type DrawPart, valuesOf } from '#contract/draw.ts'

/*
 * How experts are drawn. Two parties make it: the service commits to a seed before the pool is known, whoever draws adds a
 * nonce when the pool is frozen. Within a condition everybody gets a lot, the lowest is called first.
 */

/** The people of one condition, by token. */
export interface PoolRow {
  rowNo: number
  tokens: readonly string[]
}

/** What stands for a person while names are secret; `salt` is published together with the names. */
export function tokenOf(salt: string, expertId: string): string {
  return digestOf([`token:${salt}:${expertId}`])
}

/** Hash of a frozen pool, whatever order it is read in. */
export function poolHash(rows: readonly PoolRow[]): string {
  return digestOf(rows.flatMap(({ rowNo, tokens }) => tokens.map((token) => `${rowNo}:${token}`)))
}

/** What nobody knew when the seed was committed to. */
export function entropyOf({ nonce, poolHash }: { nonce: string; poolHash: string }): string {
  return digestOf([`nonce:${nonce}`, `pool:${poolHash}`])
}

/** Everybody of every condition is given a place. */
export function drawParts(rows: readonly PoolRow[]): DrawPart[] {
  return rows.map(({ rowNo, tokens }) => ({
    label: String(rowNo),
    options: tokens.map((value) => ({ value, label: value })),
    picks: tokens.length,
  }))
}

/** Tokens of each condition in the order drawn. */
export function drawRows(
  { seed, ...known }: { seed: string; nonce: string; poolHash: string },
  rows: readonly PoolRow[],
): PoolRow[] {
  const drawn = draw({ seed, entropy: entropyOf(known) }, drawParts(rows))
  return rows.map(({ rowNo }) => ({ rowNo, tokens: valuesOf(drawn, String(rowNo)) }))
}

/** Hash of the whole outcome, as it stands on record. */
export function orderHash(rows: readonly PoolRow[]): string {
  return digestOf(rows.map(({ rowNo, tokens }) => `${rowNo}:${tokens.join(',')}`))
}

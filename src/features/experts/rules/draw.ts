import { digestOf, type DrawPart, type Drawn, valuesOf } from '#contract/draw.ts'

/*
 * How experts are drawn: the pool is frozen under tokens, then drawn by the steps of every draw. Within a condition
 * everybody gets a lot, the lowest is called first. Extractions of before had a seed and a nonce (draw/2).
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

/** Everybody of every condition is given a place. */
export function drawParts(rows: readonly PoolRow[]): DrawPart[] {
  return rows.map(({ rowNo, tokens }) => ({
    label: String(rowNo),
    options: tokens.map((value) => ({ value, label: value })),
    picks: tokens.length,
  }))
}

/** Tokens of each condition in the order drawn. */
export function rowsDrawn(rows: readonly Pick<PoolRow, 'rowNo'>[], result: readonly Drawn[]): PoolRow[] {
  return rows.map(({ rowNo }) => ({ rowNo, tokens: valuesOf(result, String(rowNo)) }))
}

/** What nobody knew when the seed of draw/2 was committed to. */
export function entropyOf({ nonce, poolHash }: { nonce: string; poolHash: string }): string {
  return digestOf([`nonce:${nonce}`, `pool:${poolHash}`])
}

/** Hash of the whole outcome, as it stands on record. */
export function orderHash(rows: readonly PoolRow[]): string {
  return digestOf(rows.map(({ rowNo, tokens }) => `${rowNo}:${tokens.join(',')}`))
}

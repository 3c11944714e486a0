import { type Bytes, isHex } from '../bytes.ts'
import { type LeafData, leafEntry } from './leaf.ts'
import { leafHash, nodeHash, splitPoint } from './merkle.ts'
import { type TileTree, tilePath } from './tiles.ts'

export const OPENINGS_TYPE = 'kaibiao.openings/1'
/** Leaves of a page. */
export const PAGE = 256

/**
 * What a leaf was opened to. A text is the blinding (hex) of a decoy, whose data is `{"tenantId":…,"type":"decoy"}`; of every
 * other leaf there are data and blinding. Null: it may not be opened yet.
 */
export type LeafOpening = string | { blinding: string; data: LeafData } | null

/** The openings of the leaves `page × 256` … `page × 256 + openings.length − 1`. */
export interface OpeningsPage {
  type: typeof OPENINGS_TYPE
  tenantId: string
  page: number
  openings: LeafOpening[]
}

/** `openings/<N>`, N spelled as the index of a C2SP tile: `openings/000`, `openings/x001/234`. */
export function openingsPath(page: number): string {
  return tilePath(0, page).replace('tile/0/', 'openings/')
}

/** What an opening says that the leaf stands for. Throws `TypeError` for one that is none. */
export function openedData(tenantId: string, opening: NonNullable<LeafOpening>): { data: LeafData; blinding: string } {
  const whole = typeof opening === 'string' ? { data: { type: 'decoy', tenantId }, blinding: opening } : opening
  if (!isHex(whole.blinding, 32) || typeof Object(whole.data).type !== 'string') throw new TypeError('no opening')
  return whole
}

/** The hash in the tree of the leaf that an opening opens. */
export function openedHash(tenantId: string, opening: NonNullable<LeafOpening>): Bytes {
  const { data, blinding } = openedData(tenantId, opening)
  return leafHash(leafEntry(data, blinding))
}

/**
 * The root of the tree of `from + hashes.length` leaves, whose last ones have these hashes; what lies before them is taken
 * from the tree. Equal to the root of a signed head only if every one of them is the leaf in its place.
 */
export async function rootWith(tree: TileTree, from: number, hashes: readonly Bytes[]): Promise<Bytes> {
  const known = (lo: number, hi: number): Bytes => {
    if (hi - lo === 1) return hashes[lo - from]!
    const middle = lo + splitPoint(hi - lo)
    return nodeHash(known(lo, middle), known(middle, hi))
  }
  const node = async (lo: number, hi: number): Promise<Bytes> => {
    if (hi <= from) return tree.subtree(lo, hi)
    if (lo >= from) return known(lo, hi)
    const middle = lo + splitPoint(hi - lo)
    return nodeHash(await node(lo, middle), await node(middle, hi))
  }
  return node(0, from + hashes.length)
}

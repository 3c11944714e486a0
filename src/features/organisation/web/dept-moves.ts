import type { Department } from '../contract/departments.ts'

export interface TreeRow extends Department {
  /** 0 at the top. */
  depth: number
  hasChildren: boolean
  /** Employees here and below. */
  total: number
  folded: boolean
}

/** The rows to draw: all but those below a folded one. `rows` come parents first, siblings in order. */
export function visibleRows(rows: readonly Department[], folded: readonly string[]): TreeRow[] {
  const depths = new Map<string, number>()
  const totals = new Map(rows.map((row) => [row.deptId, row.employees]))
  // Children come after their parents: from the end, each adds what it has by then to the one above.
  for (const { deptId, parentId } of rows.toReversed())
    if (parentId !== null) totals.set(parentId, totals.get(parentId)! + totals.get(deptId)!)
  const hidden = new Set<string>()
  return rows.flatMap((row) => {
    const depth = row.parentId === null ? 0 : (depths.get(row.parentId) ?? 0) + 1
    depths.set(row.deptId, depth)
    if (row.parentId !== null && (hidden.has(row.parentId) || folded.includes(row.parentId))) {
      hidden.add(row.deptId)
      return []
    }
    const hasChildren = rows.some((one) => one.parentId === row.deptId)
    const total = totals.get(row.deptId)!
    return [{ ...row, depth, hasChildren, total, folded: hasChildren && folded.includes(row.deptId) }]
  })
}

export type DropPlace = 'before' | 'inside' | 'after'

/** Where on a row one lets go, from 0 (top) to 1: the middle half means into it. */
export function placeOfDrop(share: number): DropPlace {
  if (share < 0.25) return 'before'
  return share > 0.75 ? 'after' : 'inside'
}

/**
 * Where an arrow key takes a department: up and down among its siblings, left out of its parent (behind it), right into
 * the sibling above. Null where there is no such place.
 */
export function keyMove(
  rows: readonly Department[],
  deptId: string,
  key: string,
): { parentId: string | null; index: number } | null {
  const row = rows.find((one) => one.deptId === deptId)
  if (!row) return null
  const among = (parentId: string | null) => rows.filter((one) => one.parentId === parentId)
  const siblings = among(row.parentId)
  const at = siblings.indexOf(row)
  switch (key) {
    case 'ArrowUp':
      return at > 0 ? { parentId: row.parentId, index: at - 1 } : null
    case 'ArrowDown':
      return at < siblings.length - 1 ? { parentId: row.parentId, index: at + 1 } : null
    case 'ArrowLeft': {
      const parent = rows.find((one) => one.deptId === row.parentId)
      return parent ? { parentId: parent.parentId, index: among(parent.parentId).indexOf(parent) + 1 } : null
    }
    case 'ArrowRight': {
      const above = siblings[at - 1]
      return above ? { parentId: above.deptId, index: among(above.deptId).length } : null
    }
    default:
      return null
  }
}

/** What a key does in the tree; -1 is the company at the top. */
export type KeyDeed =
  | { what: 'go'; to: number }
  | { what: 'up' | 'choose' | 'rename' | 'head' | 'delete' }
  | { what: 'fold'; shut: boolean }

interface Place {
  /** Index of the focused row, -1 for the company. */
  at: number
  row: TreeRow | undefined
  last: number
}

/** Keys of a tree (ARIA authoring practices), and two of our own. Undefined: the key does nothing here. */
export const KEYS: Readonly<Record<string, (place: Place) => KeyDeed | undefined>> = {
  ArrowDown: ({ at }) => ({ what: 'go', to: at + 1 }),
  ArrowUp: ({ at }) => ({ what: 'go', to: at - 1 }),
  Home: () => ({ what: 'go', to: -1 }),
  End: ({ last }) => ({ what: 'go', to: last }),
  ArrowRight: ({ at, row }) => {
    if (!row?.hasChildren) return undefined
    return row.folded ? { what: 'fold', shut: false } : { what: 'go', to: at + 1 }
  },
  ArrowLeft: ({ row }) => {
    if (!row) return undefined
    return row.hasChildren && !row.folded ? { what: 'fold', shut: true } : { what: 'up' }
  },
  Enter: () => ({ what: 'choose' }),
  ' ': () => ({ what: 'choose' }),
  F2: ({ row }) => (row ? { what: 'rename' } : undefined),
  F4: ({ row }) => (row ? { what: 'head' } : undefined),
  Delete: ({ row }) => (row ? { what: 'delete' } : undefined),
}

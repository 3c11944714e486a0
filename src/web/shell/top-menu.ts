export const ITEM_WIDTH = 120
const LEAST_WIDTH = 150
export const MOST_ITEMS = 20

/** How many first-level items fit into `width` px: one per 120, at most 20; up to 150 px there is room for one. */
export function itemsThatFit(width: number): number {
  if (width <= LEAST_WIDTH) return 1
  return Math.min(MOST_ITEMS, Math.floor(width / ITEM_WIDTH))
}

/** Items that stand in the bar, and those behind 更多. */
export function splitMenu<T>(items: readonly T[], width: number): { shown: readonly T[]; more: readonly T[] } {
  const fit = itemsThatFit(width)
  if (items.length <= fit) return { shown: items, more: [] }
  // 更多 itself takes one place, except where there is only one.
  const room = Math.max(1, fit - 1)
  return { shown: items.slice(0, room), more: items.slice(room) }
}

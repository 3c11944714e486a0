import type { MenuItem } from '../platform.ts'
import type { Screen } from '../screen.ts'

/** Finds the screen of an address that the person may open, or null. */
export type Finder = (path: string) => Screen | null

/** The menu without hidden entries, entries that lead nowhere, and empty folders. */
export function usableMenu(items: readonly MenuItem[], find: Finder): MenuItem[] {
  return items.flatMap((item) => {
    if (item.hidden) return []
    if (item.children && item.children.length > 0) {
      const children = usableMenu(item.children, find)
      return children.length > 0 ? [{ ...item, children }] : []
    }
    return item.external || (item.path && find(item.path)) ? [item] : []
  })
}

/** Codes from the first level down to the item that the current page belongs to; empty when none does. */
export function activeTrail(items: readonly MenuItem[], pathname: string, code?: string): string[] {
  return (code ? trailTo(items, (item) => item.code === code) : null) ?? longestTrail(items, pathname) ?? []
}

/** The first address reachable under an item. */
export function firstPath(item: MenuItem): string | undefined {
  if (item.path) return item.path
  for (const child of item.children ?? []) {
    const path = firstPath(child)
    if (path) return path
  }
  return undefined
}

/** Whether an item anywhere in the menu leads to this address. */
export function listsPath(items: readonly MenuItem[], path: string): boolean {
  return items.some((item) => item.path === path || listsPath(item.children ?? [], path))
}

function trailTo(items: readonly MenuItem[], wanted: (item: MenuItem) => boolean): string[] | null {
  for (const item of items) {
    if (wanted(item)) return [item.code]
    const below = trailTo(item.children ?? [], wanted)
    if (below) return [item.code, ...below]
  }
  return null
}

/** A page belongs to the item whose address shares the longest beginning with its own, by whole segments. */
function longestTrail(items: readonly MenuItem[], pathname: string): string[] | null {
  const leaves = leavesOf(items)
  let best: { length: number; code: string } | null = null
  for (const leaf of leaves) {
    const length = shared(leaf.path, pathname)
    if (length > (best?.length ?? 1)) best = { length, code: leaf.code }
  }
  const code = best?.code
  return code === undefined ? null : trailTo(items, (item) => item.code === code)
}

function leavesOf(items: readonly MenuItem[]): { code: string; path: string }[] {
  return items.flatMap((item) => [
    ...(item.path ? [{ code: item.code, path: item.path }] : []),
    ...leavesOf(item.children ?? []),
  ])
}

/** Number of leading segments in common. A list page's last segment (`list`) is no part of what it stands for. */
function shared(itemPath: string, pathname: string): number {
  const a = itemPath
    .replace(/\/list$/, '')
    .split('/')
    .filter(Boolean)
  const b = pathname.split('/').filter(Boolean)
  if (a.length > b.length) return 0
  return a.every((part, i) => part === b[i]) ? a.length + (itemPath === pathname ? 1 : 0) : 0
}

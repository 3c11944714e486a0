import type { MenuItem } from '../contract.ts'
import type { Right } from '../rights.ts'

/** A menu item with who may see it. `rights`, `companyTypes`, `features`, `supervise`: one of each suffices; none: all. */
export interface MenuEntry {
  code: string
  name: string
  /** React Router address without parameters; a directory has none. */
  path?: string
  icon?: string
  /** Address outside the platform. */
  external?: string
  /** Name of an embedded micro-app. */
  micro?: string
  rights?: readonly Right[]
  /** Enterprise 1, public institution 2, self-employed 3, natural person 4. */
  companyTypes?: readonly number[]
  /** Grey features: seen by companies that have one of these. */
  features?: readonly string[]
  /** Seen by companies supervised by one of these institutions. */
  supervise?: readonly string[]
  hidden?: boolean
  children?: readonly MenuEntry[]
}

/** For whom a menu is made. */
export interface MenuReader {
  rights: ReadonlySet<string>
  companyType: number | null
  features: readonly string[]
  supervise: readonly string[]
}

/**
 * The menu somebody sees, and the addresses left out for want of a right (specification part 2 section 6): an item stays
 * when one right is held and the company fits; hidden top-level items always stay; a directory is as open as its children
 * together; with exactly one visible child and hidden ones beside it, the first hidden one is shown.
 */
export function filterMenu(
  entries: readonly MenuEntry[],
  reader: MenuReader,
): { items: MenuItem[]; noRight: string[] } {
  const noRight: string[] = []
  const items = entries.flatMap((entry) => {
    const item = filterEntry(entry, reader, noRight)
    if (item) return [item]
    return entry.hidden ? [toItem(entry, entry.children && [])] : []
  })
  return { items, noRight }
}

/** Rights that open an entry: its own, for a directory those of its children together. Null: nobody needs any. */
export function rightsOf(entry: MenuEntry): ReadonlySet<Right> | null {
  if (!entry.children?.length) return entry.rights ? new Set(entry.rights) : null
  const union = new Set<Right>(entry.rights ?? [])
  for (const child of entry.children) {
    const rights = rightsOf(child)
    if (!rights) return null
    for (const right of rights) union.add(right)
  }
  return union
}

function filterEntry(entry: MenuEntry, reader: MenuReader, noRight: string[]): MenuItem | null {
  if (!companyFits(entry, reader)) return null
  const rights = rightsOf(entry)
  const mayOpen = !rights || [...rights].some((right) => reader.rights.has(right))
  if (!mayOpen) {
    noRight.push(...pathsOf(entry))
    return null
  }
  if (!entry.children) return toItem(entry)
  const children = entry.children.flatMap((child) => filterEntry(child, reader, noRight) ?? [])
  if (children.length === 0 && !entry.path) return null
  return toItem(entry, reveal(children))
}

function companyFits(entry: MenuEntry, reader: MenuReader): boolean {
  const { companyTypes, features, supervise } = entry
  if (companyTypes && (reader.companyType === null || !companyTypes.includes(reader.companyType))) return false
  if (features && !features.some((f) => reader.features.includes(f))) return false
  return !supervise || supervise.some((s) => reader.supervise.includes(s))
}

function reveal(children: MenuItem[]): MenuItem[] {
  const visible = children.filter((child) => !child.hidden).length
  const first = children.findIndex((child) => child.hidden)
  if (visible !== 1 || first < 0) return children
  return children.map((child, i) => {
    if (i !== first) return child
    const { hidden: _, ...shown } = child
    return shown
  })
}

function pathsOf(entry: MenuEntry): string[] {
  return [...(entry.path ? [entry.path] : []), ...(entry.children ?? []).flatMap(pathsOf)]
}

function toItem(entry: MenuEntry, children?: MenuItem[]): MenuItem {
  const { code, name, path, icon, external, micro, hidden } = entry
  return {
    code,
    name,
    ...(path ? { path } : {}),
    ...(icon ? { icon } : {}),
    ...(external ? { external } : {}),
    ...(micro ? { micro } : {}),
    ...(hidden ? { hidden } : {}),
    ...(children ? { children } : {}),
  }
}

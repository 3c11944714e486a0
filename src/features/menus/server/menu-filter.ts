import { CompanyType } from '#contract/company-type.ts'
import type { MenuItem } from '../contract.ts'
import type { Right } from '#features/passport/rules-rights.ts'

/** A menu item with who may see it. `rights`, `companyTypes`, `features`, `supervise`: one of each suffices; none: all. */
export interface MenuEntry {
  code: string
  name: string
  /** Where it is called differently, by company type. */
  names?: Partial<Record<number, string>>
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
  /** Seen where the tenant has one of these features. */
  tenantFeatures?: readonly string[]
  /** Seen by companies supervised by one of these institutions. */
  supervise?: readonly string[]
  /** Seen only where the tenant has a gate for it that lets the reader through; other entries need none. */
  gated?: boolean
  hidden?: boolean
  children?: readonly MenuEntry[]
}

/** A tenant's further conditions for one entry (specification part 2 section 6). All that are set must hold. */
export interface MenuGate {
  /** These companies, and those below them if `withHierarchy`; empty: every company. */
  companyIds: readonly string[]
  withHierarchy: boolean
  /** One of these grey features; empty: no matter. */
  features: readonly string[]
  /** Supervised by one of these; empty: no matter. */
  institutions: readonly string[]
  /** Granted to the company by the platform, and held by the person unless an administrator … */
  systemRight: string | null
  /** … or, where the platform goes by another right, that one held by the person. */
  substituteRight: string | null
}

/** For whom a menu is made. */
export interface MenuReader {
  rights: ReadonlySet<string>
  isAdmin: boolean
  companyId: string | null
  /** The companies above the own one, nearest first. */
  ancestors: readonly string[]
  companyType: number | null
  features: readonly string[]
  supervise: readonly string[]
  /** Feature codes of the tenant for purchasers and suppliers. */
  tenantFeatures: readonly string[]
  /** Rights that the platform has granted to the company. */
  systemRights: readonly string[]
  /** By the code of the entry. */
  gates: ReadonlyMap<string, MenuGate>
}

/** Whether a gate lets somebody through. */
export function passes(gate: MenuGate, reader: MenuReader): boolean {
  const { companyIds, withHierarchy, features, institutions } = gate
  const isListed = (id: string | null) => id !== null && companyIds.includes(id)
  if (companyIds.length > 0 && !isListed(reader.companyId) && !(withHierarchy && reader.ancestors.some(isListed)))
    return false
  if (features.length > 0 && !features.some((f) => reader.features.includes(f))) return false
  if (institutions.length > 0 && !institutions.some((i) => reader.supervise.includes(i))) return false
  if (gate.substituteRight !== null && reader.rights.has(gate.substituteRight)) return true
  if (gate.systemRight === null) return gate.substituteRight === null
  const { systemRight } = gate
  return reader.systemRights.includes(systemRight) && (reader.isAdmin || reader.rights.has(systemRight))
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
    return entry.hidden ? [toItem(entry, reader, entry.children && [])] : []
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
    noRight.push(...pathsOf(entry, reader))
    return null
  }
  if (!entry.children) return toItem(entry, reader)
  const children = entry.children.flatMap((child) => filterEntry(child, reader, noRight) ?? [])
  if (children.length === 0 && !entry.path) return null
  return toItem(entry, reader, reveal(children))
}

function companyFits(entry: MenuEntry, reader: MenuReader): boolean {
  const { companyTypes, features, supervise, tenantFeatures } = entry
  if (tenantFeatures && !tenantFeatures.some((f) => reader.tenantFeatures.includes(f))) return false
  const gate = reader.gates.get(entry.code)
  if (gate ? !passes(gate, reader) : entry.gated) return false
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
    const { hidden: _, extra, ...shown } = child
    return { ...shown, extra: { ...extra, meta: { ...extra.meta, hidden: false } } }
  })
}

/** Addresses of an entry and below it, but for those that are not for this company at all. */
function pathsOf(entry: MenuEntry, reader: MenuReader): string[] {
  if (!companyFits(entry, reader)) return []
  return [...(entry.path ? [entry.path] : []), ...(entry.children ?? []).flatMap((child) => pathsOf(child, reader))]
}

function toItem(entry: MenuEntry, { companyType }: MenuReader, children?: MenuItem[]): MenuItem {
  const { code, path, icon, external, micro, hidden, names } = entry
  const name = nameFor(entry, companyType)
  const types = entry.companyTypes ?? CompanyType.options.map((option) => option.value)
  return {
    code,
    name,
    type: children ? 1 : 2,
    roles: [...(rightsOf(entry) ?? [])],
    companyTypes: types.map((type) => ({ companyType: type, menuName: names?.[type] ?? entry.name })),
    extra: {
      routeName: code,
      grayscale: [...(entry.features ?? [])],
      meta: { title: name, hidden: hidden === true, isMicro: micro !== undefined, microName: micro ?? '' },
    },
    ...(path ? { path } : {}),
    ...(icon ? { icon } : {}),
    ...(external ? { external } : {}),
    ...(micro ? { micro } : {}),
    ...(hidden ? { hidden } : {}),
    ...(children ? { children } : {}),
  }
}

function nameFor({ name, names }: MenuEntry, companyType: number | null): string {
  return (companyType !== null && names?.[companyType]) || name
}

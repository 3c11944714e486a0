import { NoticeKind } from '../../rules/enums.ts'
import { noticeLabel } from '../../methods/notices.ts'
import { METHODS, methodsOf } from '../../methods/all.ts'
import type { AnyMethod } from '../../methods/method.ts'

const K = NoticeKind.values

interface PortalQuery {
  kind?: number
  informationType?: number
  method?: number
}

interface PortalTab {
  /** As it stands in the address. */
  value: string
  label: string
  query: PortalQuery
}

/**
 * Announcements of each method that has them by themselves, because whoever looks for a tender does not look for an auction; then what
 * follows, in the order in which it follows.
 */
export const PORTAL_TABS: readonly PortalTab[] = [
  { value: '', label: '全部', query: {} },
  ...METHODS.filter(({ opens }) => opens === K.announcement).map((method, i): PortalTab => ({
    value: i === 0 ? String(K.announcement) : addressOf(method),
    label: noticeLabel(K.announcement, { method: method.code }),
    query: { kind: K.announcement, method: method.code },
  })),
  ...[K.change, K.candidate, K.result, K.abortive].map((kind): PortalTab => ({
    value: String(kind),
    label: NoticeKind.label(kind),
    query: { kind },
  })),
]

/** Filters of the portal as they stand in the address. */
export const PORTAL_FILTERS = ['keyword', 'kind', 'type', 'method', 'category', 'region'] as const
export type PortalFilters = Partial<Record<(typeof PORTAL_FILTERS)[number], string>>

/** What tab, notice type and purchase method of the address ask for; what the address does not name is not asked for. */
export function portalQuery({ kind, type, method }: PortalFilters): PortalQuery {
  return {
    ...(method && { method: Number(method) }),
    ...(type && { informationType: Number(type) }),
    ...tabOf(kind)?.query,
  }
}

/**
 * The filters after one was chosen. A tab is a notice type, and of announcements a method as well: what is chosen last
 * replaces what would contradict it.
 */
export function chosen(now: PortalFilters, changed: PortalFilters): PortalFilters {
  if (changed.kind !== undefined) {
    const fixesMethod = tabOf(changed.kind)?.query.method !== undefined
    return { ...changed, type: '', ...(fixesMethod && { method: '' }) }
  }
  const leavesTab = changed.type || (changed.method && tabOf(now.kind)?.query.method !== undefined)
  return { ...changed, ...(leavesTab && { kind: '' }) }
}

function tabOf(value: string | undefined): PortalTab | undefined {
  return PORTAL_TABS.find((tab) => tab.value === (value ?? ''))
}

/** The first of a family keeps the address it had when it was alone. */
function addressOf({ family, code }: AnyMethod): string {
  return methodsOf(family)[0]!.code === code ? family.name : `${family.name}-${code}`
}

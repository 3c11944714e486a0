import { NoticeKind } from '../../rules/enums.ts'
import { noticeLabel } from '../../rules/live-order.ts'
import { METHODS } from '../../rules/methods/all.ts'

const K = NoticeKind.values

interface PortalTab {
  /** As it stands in the address. */
  value: string
  label: string
  query: { kind?: number; method?: number }
}

/**
 * Announcements of each method by themselves, because whoever looks for a tender does not look for an auction; then what
 * follows, in the order in which it follows.
 */
export const PORTAL_TABS: readonly PortalTab[] = [
  { value: '', label: '全部', query: {} },
  ...METHODS.map((method, i): PortalTab => ({
    // The first keeps the address it had when it was alone.
    value: i === 0 ? String(K.announcement) : method.slug,
    label: noticeLabel(K.announcement, { method: method.code }),
    query: { kind: K.announcement, method: method.code },
  })),
  ...[K.change, K.candidate, K.result, K.abortive].map((kind): PortalTab => ({
    value: String(kind),
    label: NoticeKind.label(kind),
    query: { kind },
  })),
]

/** What a tab asks for; an address that names none asks for everything. */
export function queryOfTab(value: string | undefined): PortalTab['query'] {
  return PORTAL_TABS.find((tab) => tab.value === (value ?? ''))?.query ?? {}
}

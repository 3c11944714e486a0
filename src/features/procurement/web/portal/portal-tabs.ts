import { NoticeKind } from '../../rules/enums.ts'

const K = NoticeKind.values

interface PortalQuery {
  kind?: number
  informationType?: number
  method?: number
}

/** What is announced, then what follows, in the order in which it follows; a method is chosen beside. */
export const PORTAL_TABS: readonly { value: string; label: string }[] = [
  { value: '', label: '全部' },
  { value: String(K.announcement), label: '采购公告' },
  { value: String(K.change), label: '变更公告' },
  { value: String(K.candidate), label: '候选人公示' },
  { value: String(K.result), label: '结果公告' },
  { value: String(K.abortive), label: '流标公告' },
]

/** Filters of the portal as they stand in the address. */
export const PORTAL_FILTERS = ['keyword', 'kind', 'type', 'method', 'category', 'region'] as const
export type PortalFilters = Partial<Record<(typeof PORTAL_FILTERS)[number], string>>

/** What tab, notice type and purchase method of the address ask for; a tab that there is not asks for nothing. */
export function portalQuery({ kind, type, method }: PortalFilters): PortalQuery {
  const isTab = PORTAL_TABS.some(({ value }) => value !== '' && value === kind)
  return {
    ...(method && { method: Number(method) }),
    ...(type && { informationType: Number(type) }),
    ...(isTab && { kind: Number(kind) }),
  }
}

/** The filters after one was chosen. A tab is a notice type in other words: what is chosen last replaces the other. */
export function chosen(changed: PortalFilters): PortalFilters {
  if (changed.kind !== undefined) return { ...changed, type: '' }
  return changed.type ? { ...changed, kind: '' } : changed
}

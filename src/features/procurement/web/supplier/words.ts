import type { OutputOf } from '#contract/endpoint.ts'
import type { Tone } from '#web/kit/status-tag.tsx'
import type { tenderDetail } from '../../contract/supplier.ts'
import { CATEGORIES, OrderStatus, TradeStatus } from '../../rules/enums.ts'

export type Tender = OutputOf<typeof tenderDetail>

export function categoryOf(category: string): string {
  return (CATEGORIES as Record<string, string>)[category] ?? category
}

export function stageTone(status: number): Tone {
  if (status === OrderStatus.values.abortive) return 'danger'
  if (status >= OrderStatus.values.awarded) return 'neutral'
  return 'active'
}

/** The own part in a tender: what it is called and how it is to be read. */
export function partOf(tradeStatus: number | null): { label: string; tone: Tone } | null {
  switch (tradeStatus) {
    case null:
      return null
    case TradeStatus.values.pending:
      return { label: '报名待审核', tone: 'warning' }
    case TradeStatus.values.passed:
      return { label: '报名已通过', tone: 'success' }
    case TradeStatus.values.refused:
      return { label: '报名未通过', tone: 'danger' }
    default:
      return { label: '报名已撤回', tone: 'neutral' }
  }
}

import type { OutputOf } from '#contract/endpoint.ts'
import type { Tone } from '#web/kit/status-tag.tsx'
import { type OrderState, reached } from '../../engine/states.ts'
import type { tenderDetail } from '../../contract/supplier.ts'
import { CATEGORIES } from '../../rules/enums.ts'

export type Tender = OutputOf<typeof tenderDetail>

export function categoryOf(category: string): string {
  return (CATEGORIES as Record<string, string>)[category] ?? category
}

export function stageTone(order: { state: OrderState }): Tone {
  if (order.state === 'abortive.declared') return 'danger'
  if (reached(order, 'awarded')) return 'neutral'
  return 'active'
}

import type { LowPriceBasis } from '#features/evaluation/rules/low-price.ts'
import { OrderSettings } from './settings.ts'

/** What the documents say of abnormally low prices, with the ceiling, or the estimate where there is none; yuan. */
export function lowPriceBasis(order: {
  settings: unknown
  controlPrice: string | null
  estimatedPrice: string
}): LowPriceBasis {
  const { controlPrice: ceiling, estimatedPrice: estimate } = order
  const top =
    ceiling === null ? { name: '估算价' as const, amount: estimate } : { name: '最高限价' as const, amount: ceiling }
  return { ...OrderSettings.parse(order.settings).lowPrice, top }
}

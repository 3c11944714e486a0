export type Side = 'purchaser' | 'agency'

const BASES: Record<Side, string> = {
  purchaser: '/purchaser/supplier-management/recruit',
  agency: '/agency/recruit',
}

export const SIDES = Object.keys(BASES) as Side[]

/** Where a side keeps its calls for suppliers. */
export function recruitBase(side: Side): string {
  return BASES[side]
}

/** The page of a call; `at` is one behind it, e.g. `trades`. */
export function recruitPlace(side: Side, orderId: string, at = 'detail'): string {
  return `${BASES[side]}/orders/${orderId}/${at}`
}

/** Where a supplier reads a call. */
export function callPlace(orderId: string): string {
  return `/supplier/recruit/orders/${orderId}/detail`
}

/** Where a supplier applies; with the application once there is one. */
export function applyPlace(orderId: string, tradeId?: string | null): string {
  return `/supplier/recruit/orders/${orderId}/trades${tradeId ? `/${tradeId}` : ''}`
}

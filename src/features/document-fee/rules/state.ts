/** How the fee of one sign-up stands. */
export const FEE_STATES = {
  due: '待缴纳',
  paid: '已缴纳',
  refunding: '退还中',
  refunded: '已退还',
} as const
export type FeeState = keyof typeof FEE_STATES

export const FEE_TONES = { due: 'warning', paid: 'success', refunding: 'active', refunded: 'neutral' } as const

interface Fee {
  refundAt: Date | null
  refundedAt: Date | null
}

/** `fee`: what was paid, if anything. */
export function feeState(fee: Fee | null | undefined): FeeState {
  if (!fee) return 'due'
  if (fee.refundedAt) return 'refunded'
  return fee.refundAt ? 'refunding' : 'paid'
}

import { PayStatus, RefundStatus } from '../rules/enums.ts'

/** An order's state as a tag: word and colour. */
export function stateTag({
  state,
  payStatus,
  refundStatus,
  refunded,
  amount,
}: {
  state: 'open' | 'paid' | 'closed'
  payStatus: number
  refundStatus: number
  refunded: string
  amount: string
}) {
  if (state === 'closed') return { label: '已关闭', tone: 'neutral' as const }
  if (state === 'open')
    return { label: payStatus === PayStatus.values.paying ? '支付中' : '待支付', tone: 'active' as const }
  if (refundStatus === RefundStatus.values.running) return { label: '退款中', tone: 'active' as const }
  if (Number(refunded) >= Number(amount)) return { label: '已全额退款', tone: 'neutral' as const }
  return Number(refunded) > 0
    ? { label: '部分退款', tone: 'success' as const }
    : { label: '已支付', tone: 'success' as const }
}

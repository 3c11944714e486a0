import { Alert, Button } from 'antd'
import { Link, useNavigate } from 'react-router'
import { formatAmount } from '#contract/money.ts'
import type { PropsOf } from '#contract/slot.ts'
import { formatTime } from '#contract/time.ts'
import type { TENDER_SLOTS } from '#features/procurement/contract/slots.ts'
import { say } from '#features/procurement/methods/say.ts'
import { useAction, useCall } from '#web/use-call.ts'
import { ownDocumentFee, payDocumentFee } from '../contract.ts'

/** What the own company owes for the documents, with the way to the cashier; what it has paid, with the way to the receipt. */
export function Part({ orderId, method }: PropsOf<typeof TENDER_SLOTS.fee>) {
  const navigate = useNavigate()
  const fee = useCall(ownDocumentFee, { params: { orderId } }, { fresh: 0 }).data
  const pay = useAction(payDocumentFee, {
    onDone: ({ payOrderId }) => void navigate(`/finance/orders/${payOrderId}`),
  })
  if (!fee) return null
  const documents = say({ method }, '{documents}')
  const amount = `${formatAmount(fee.amount)} 元`
  if (fee.state === 'due')
    return (
      <Alert
        className="kb-above-16 kb-below-16"
        type={fee.blocked ? 'info' : 'warning'}
        showIcon
        title={`${documents}售价 ${amount}，收款方：${fee.payeeName}`}
        description={fee.blocked ?? say({ method }, '缴纳后方可下载{documents}和{bid}；采购终止的，原路退还。')}
        action={
          !fee.blocked && (
            <Button type="primary" loading={pay.busy} onClick={() => void pay.run({ params: { orderId } })}>
              去缴纳
            </Button>
          )
        }
      />
    )
  const words = {
    paid: `已于 ${formatTime(fee.paidAt)} 缴纳${documents}费用 ${amount}`,
    refunding: `${documents}费用 ${amount} 正在退还`,
    refunded: `${documents}费用 ${amount} 已退还`,
  }[fee.state]
  return (
    <p className="kb-hint kb-above-16">
      {words}，<Link to={`/finance/orders/${fee.payOrderId!}`}>查看付款单 ›</Link>
    </p>
  )
}

import { Alert, Button } from 'antd'
import { Link } from 'react-router'
import { formatAmount } from '#contract/money.ts'
import type { PropsOf } from '#contract/slot.ts'
import type { TENDER_SLOTS } from '#features/procurement/contract/slots.ts'
import { useCall } from '#web/use-call.ts'
import { ownTenderDues } from '../contract/bill.ts'
import { biddingPlatformFee } from '../contract/standard.ts'
import { FeeType, Setting } from '../rules/enums.ts'
import { billTag } from './words.ts'

/** The fees of an order for its supplier: each with its state and the way to the cashier, and the published standard. */
export function Part({ orderId }: PropsOf<typeof TENDER_SLOTS.charges>) {
  const dues = useCall(ownTenderDues, { params: { orderId } }, { fresh: 0 }).data ?? []
  const platform = useCall(biddingPlatformFee, { query: { orderId } }, { fresh: 0 }).data
  const isAhead = platform && platform.billId === null && platform.setting !== Setting.values.free
  return (
    <div className="kb-above-16">
      {dues.map((due) => {
        const mayPay = Number(due.open) > 0
        const words = `${FeeType.label(due.feeType)} ${formatAmount(due.amount)} 元`
        return (
          <Alert
            key={due.billId}
            className="kb-below-8"
            type={mayPay ? 'warning' : 'info'}
            showIcon
            title={`${words}，${billTag(due.state).label}`}
            description={`收款方：${due.creditorName}${mayPay ? `，待付 ${formatAmount(due.open)} 元` : ''}`}
            action={
              <Link to={`/finance/charges/${due.billId}`}>
                <Button type={mayPay ? 'primary' : 'default'}>{mayPay ? '去支付' : '查看'}</Button>
              </Link>
            }
          />
        )
      })}
      <p className="kb-hint">
        {isAhead &&
          `平台使用费${platform.lines ? ` ${formatAmount(platform.amount)} 元` : ''}，${Setting.label(platform.setting)}${
            Number(platform.discount) > 0 ? `，${platform.memberName}优惠 ${platform.discount}%` : ''
          } · `}
        <a href={`/charge-openness/${orderId}`} target="_blank" rel="noopener">
          收费公示 ›
        </a>
      </p>
    </div>
  )
}

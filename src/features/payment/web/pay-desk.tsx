import { Alert, Button } from 'antd'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatAmount, toCapitals } from '#contract/money.ts'
import { ask } from '#web/feedback.ts'
import { useAction } from '#web/use-call.ts'
import { type orderDetail, placeOrder } from '../contract/order.ts'
import { PayStatus } from '../rules/enums.ts'
import { PayWith } from './pay-with.tsx'
import './payment.css'

type Order = OutputOf<typeof orderDetail>

/** The amount, the methods as tiles, and what the chosen one needs; stays on the page until the payment is known. */
export function PayDesk({ order }: { order: Order }) {
  const choose = useAction(placeOrder, { overlay: false })
  const live = order.payment && order.payment.status < PayStatus.values.success ? order.payment : null
  const pick = async ({ method, label, note, isInstant }: Order['methods'][number]) => {
    const content = `将从${label}中扣除 ${formatAmount(order.amount)} 积分（${note}），立即生效。`
    if (isInstant && !(await ask({ title: `使用${label}支付？`, content }))) return
    await choose.run({ body: { orderId: order.orderId, payMethod: method } })
  }
  return (
    <div className="pay-desk">
      <p className="pay-amount">
        <b>¥ {formatAmount(order.amount)}</b>
        <small>大写：{toCapitals(order.amount)}</small>
      </p>
      <div className="pay-methods" role="group" aria-label="支付方式">
        {order.methods.map((one) => (
          <button
            key={one.method}
            type="button"
            className="pay-method"
            aria-pressed={live?.method === one.method}
            disabled={one.refusal !== null}
            onClick={() => void pick(one)}
          >
            <b>{one.label}</b>
            <small>{one.refusal ?? one.note}</small>
          </button>
        ))}
      </div>
      {order.payment?.status === PayStatus.values.fail && !live && (
        <Alert type="error" showIcon title={order.payment.reason || '支付未完成'} description="请重新选择支付方式。" />
      )}
      {live ? <PayWith payment={live} /> : <p className="kb-note">请选择支付方式。付款后本页自动更新，无需刷新。</p>}
      {live?.isLocal && (
        <Alert
          type="warning"
          showIcon
          title="模拟支付"
          description="平台未接入该支付渠道，由本地网关模拟，不会发生真实付款。"
          action={
            <Button href={`/demo/gateway/${live.payCode}`} target="_blank" rel="noopener">
              打开模拟钱包
            </Button>
          }
        />
      )}
    </div>
  )
}

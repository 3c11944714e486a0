import { Button } from 'antd'
import { useNavigate } from 'react-router'
import type { PropsOf } from '#contract/slot.ts'
import type { TENDER_SLOTS } from '#features/procurement/contract/slots.ts'
import { ActionBar } from '#web/kit/action-bar.tsx'
import { askText } from '#web/kit/ask-text.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { answerWeighing, ownSale, paySale } from '../contract.ts'
import { DealFacts } from './deal-facts.tsx'

/** What the own company has bought: the way to the cashier, and the notes that it confirms. */
export function Part({ orderId }: PropsOf<typeof TENDER_SLOTS.sale>) {
  const navigate = useNavigate()
  const sale = useCall(ownSale, { params: { orderId } }, { fresh: 0 }).data
  const pay = useAction(paySale, {
    onDone: ({ payOrderId }) => void navigate(`/finance/orders/${payOrderId}`),
  })
  const answer = useAction(answerWeighing, { success: '已答复' })
  if (!sale) return <p className="kb-muted">本单位没有待付的价款</p>
  return (
    <>
      <p className="kb-hint">收款方：{sale.sellerName}</p>
      <DealFacts
        deal={sale.deal}
        answer={({ weighingId, no }) => {
          const params = { orderId, weighingId }
          return (
            <>
              <Button size="small" type="link" onClick={() => void answer.run({ params, body: { accepts: true } })}>
                确认第 {no} 单
              </Button>
              <Button
                size="small"
                type="link"
                onClick={() =>
                  askText({
                    title: `不确认第 ${no} 单`,
                    run: (reason) => answer.run({ params, body: { accepts: false, reason } }),
                  })
                }
              >
                不确认
              </Button>
            </>
          )
        }}
      />
      <div className="kb-above-12">
        <ActionBar
          actions={sale.deal.actions}
          onAction={(action) => (action === 'pay' ? pay.run({ params: { orderId } }) : undefined)}
        />
      </div>
    </>
  )
}

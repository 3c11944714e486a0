import { useState } from 'react'
import type { PropsOf } from '#contract/slot.ts'
import type { ORDER_SLOTS } from '#features/procurement/contract/slots.ts'
import { reached } from '#features/procurement/engine/states.ts'
import { saleInWords } from '#features/procurement/rules/sale-terms.ts'
import { ActionBar } from '#web/kit/action-bar.tsx'
import { askText } from '#web/kit/ask-text.tsx'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { orderSale, type SaleDeal, settleSale } from '../contract.ts'
import { DealFacts } from './deal-facts.tsx'
import { DefaultDrawer } from './default-drawer.tsx'
import { RecordDrawer } from './record-drawer.tsx'
import { WeighingDrawer } from './weighing-drawer.tsx'

/** What the documents say of payment and taking away, and what became of each award. */
export function Part({ order }: PropsOf<typeof ORDER_SLOTS.sale>) {
  const { sale } = order.settings
  if (!sale) return <p className="kb-muted">尚未填写付款与提货要求</p>
  return (
    <>
      <p className="kb-below-12">{saleInWords(sale)}。</p>
      {order.publishedAt !== null && reached(order, 'awarded') && <Deals orderId={order.orderId} />}
    </>
  )
}

function Deals({ orderId }: { orderId: string }) {
  const query = useCall(orderSale, { params: { orderId } }, { fresh: 0 })
  return (
    <WhenLoaded query={query}>
      {({ deals }) =>
        deals.map((deal) => (
          <section key={deal.tradeId} aria-label={`${deal.buyerName}的付款与提货`}>
            <DealFacts deal={deal} />
            <DealActs orderId={orderId} deal={deal} />
          </section>
        ))
      }
    </WhenLoaded>
  )
}

function DealActs({ orderId, deal }: { orderId: string; deal: SaleDeal }) {
  const params = { orderId }
  const [open, setOpen] = useState<'record' | 'weigh' | 'default' | null>(null)
  const settle = useAction(settleSale, { success: '已结算' })
  const run = (action: string) => {
    switch (action) {
      case 'record':
      case 'weigh':
      case 'default':
        return setOpen(action)
      case 'settle':
        return askText({
          title: '结算',
          label: '退款凭证号',
          hint: '结算后不再提货和付款。多付的价款由平台收银台原路退还；线下收取的部分须先退还，并填写凭证号，没有的留空。',
          least: 0,
          most: 100,
          rows: 1,
          run: (voucher) => settle.run({ params, body: { voucher } }),
        })
    }
  }
  return (
    <>
      <div className="kb-above-12">
        <ActionBar actions={deal.actions} onAction={run} />
      </div>
      {open === 'record' && <RecordDrawer orderId={orderId} deal={deal} onClose={() => setOpen(null)} />}
      {open === 'default' && <DefaultDrawer orderId={orderId} deal={deal} onClose={() => setOpen(null)} />}
      {open === 'weigh' && <WeighingDrawer orderId={orderId} deal={deal} onClose={() => setOpen(null)} />}
    </>
  )
}

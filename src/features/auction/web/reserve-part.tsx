import { Button } from 'antd'
import { useState } from 'react'
import { formatTime } from '#contract/time.ts'
import type { PropsOf } from '#contract/slot.ts'
import type { ORDER_SLOTS } from '#features/procurement/contract/slots.ts'
import { AmountInput } from '#web/kit/amount-input.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { auctionReserve, setAuctionReserve } from '../contract-reserve.ts'

/** The secret reserve of a draft: it is sent by itself and never shown again, so that it stands in no form, draft or approval. */
export function Part({ orderId, onSave }: PropsOf<typeof ORDER_SLOTS.reserve>) {
  const [price, setPrice] = useState<string | undefined>()
  const params = { orderId: orderId ?? '' }
  const known = useCall(auctionReserve, { params }, { enabled: orderId !== undefined, fresh: 0 }).data
  const set = useAction(setAuctionReserve, { success: '保密保留价已设定', onDone: () => setPrice(undefined) })
  const run = async () => {
    if (!price) return
    const saved = await onSave()
    if (saved) await set.run({ params: { orderId: saved }, body: { price } })
  }
  return (
    <div className="kb-stack kb-gap-8" role="group" aria-label="保密保留价">
      <div className="kb-row kb-gap-8">
        <AmountInput value={price ?? ''} onChange={setPrice} aria-label="保密保留价金额" placeholder="输入保留价" />
        <Button loading={set.busy} disabled={!price} onClick={() => void run()}>
          {known?.isSet ? '重新设定' : '设定保留价'}
        </Button>
      </div>
      <p className="kb-section-hint kb-hint" role="status">
        {known?.isSet
          ? `已于 ${formatTime(known.setAt)} 设定，指纹 ${known.commitment!.slice(0, 16)}… 将随公告公布；金额在竞价结束前不再显示。`
          : '须在发布前设定，不低于起始价。设定后只公布其指纹，金额在竞价结束时揭示并核对。'}
      </p>
    </div>
  )
}

import { Button } from 'antd'
import { Link } from 'react-router'
import { FieldList } from '#web/kit/field-list.tsx'
import { AmountText } from '#web/kit/values.tsx'
import { openFile } from '#web/export.ts'
import type { OfOrder } from '#features/procurement/contract/slots.ts'
import {
  directionOf,
  DIRECTIONS,
  extensionInWords,
  reserveInWords,
  stepInWords,
} from '#features/procurement/rules/auction-terms-meaning.ts'
import { say } from '#features/procurement/methods/say.ts'
import { reached, wentThrough } from '#features/procurement/engine/states.ts'
import { auctionRecord } from '../contract.ts'

/** The rules of the auction, the way into its hall, and its closing record. */
export function Part({ order, pages }: OfOrder) {
  const { auction } = order.settings
  if (!auction || !order.controlPrice) return <p className="kb-muted">尚未填写竞价规则</p>
  const isHeld = wentThrough(order, 'opened')
  const isOver = reached(order, 'closed')
  return (
    <>
      <FieldList
        items={[
          { label: '起始价', value: <AmountText value={order.controlPrice} capitals /> },
          { label: DIRECTIONS[directionOf(auction)].step, value: stepInWords(auction, order.controlPrice) },
          { label: '竞价时长', value: `${auction.durationMinutes} 分钟` },
          { label: '延时规则', value: extensionInWords(auction), wide: true },
          directionOf(auction) === 'rising'
            ? { label: '保留价', value: reserveInWords(auction), wide: true }
            : { label: '竞价后议价', value: auction.priceTalk ? '可与第一名议价，只可下调' : '不议价' },
          {
            label: say(order, '{bidder}可见'),
            value: auction.showRank
              ? `${DIRECTIONS[directionOf(auction)].best}、本单位排名`
              : DIRECTIONS[directionOf(auction)].best,
          },
        ]}
      />
      {order.state !== 'publish.draft' && (
        <p className="kb-actions">
          <Link to={pages('auction.door')}>{isOver ? '查看竞价过程 ›' : '竞价大厅 ›'}</Link>
          {isHeld &&
            isOver &&
            (['pdf', 'xlsx'] as const).map((format) => (
              <Button
                key={format}
                size="small"
                onClick={() => void openFile(auctionRecord, { params: { orderId: order.orderId }, query: { format } })}
              >
                成交记录（{format.toUpperCase()}）
              </Button>
            ))}
        </p>
      )}
    </>
  )
}

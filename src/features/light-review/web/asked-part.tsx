import { Alert } from 'antd'
import { Link } from 'react-router'
import type { PropsOf } from '#contract/slot.ts'
import { formatTime } from '#contract/time.ts'
import type { TENDER_SLOTS } from '#features/procurement/contract/slots.ts'
import { useCall } from '#web/use-call.ts'
import { ownAsks } from '../contract.ts'
import { answerPlace } from '../rules/places.ts'

/** What the own company is asked for, and the way there. */
export function Part({ orderId, method }: PropsOf<typeof TENDER_SLOTS.asked>) {
  const asks = useCall(ownAsks, { params: { orderId } }).data?.asks ?? []
  if (asks.length === 0) return null
  const waiting = asks.filter((ask) => ask.isOpen && ask.answers.length === 0)
  const [first] = waiting.map(({ deadline }) => deadline).toSorted()
  const to = answerPlace({ id: orderId, method })
  return (
    <Alert
      className="kb-above-16 kb-below-16"
      type={first ? 'warning' : 'info'}
      showIcon
      title={
        first
          ? `采购人要求贵单位补充：${waiting.map(({ title }) => title).join('、')}（${formatTime(first)} 截止）`
          : '采购人曾要求贵单位补充文件或者说明'
      }
      action={<Link to={to}>{first ? '去补充 ›' : '查看 ›'}</Link>}
    />
  )
}

import { Alert } from 'antd'
import { formatAmount } from '#contract/money.ts'
import { formatTime } from '#contract/time.ts'
import { useCountdown } from '#web/clock.ts'
import { AmountText, Countdown } from '#web/kit/values.tsx'
import { FieldList } from '#web/kit/field-list.tsx'
import type { Talk } from '../../contract-talk.ts'

/** Where the price stands, and the box that waits for an answer. */
export function BoxState({ talk }: { talk: Talk }) {
  const { box, startPrice, price, state } = talk
  const left = useCountdown(box?.until ?? null)
  return (
    <>
      <FieldList
        items={[
          { label: '竞价报价', value: <AmountText value={startPrice} capitals /> },
          {
            label: state === 'agreed' ? '议定价格' : '当前价格',
            value: price === startPrice ? '尚未降价' : <AmountText value={price} capitals />,
          },
        ]}
      />
      {box && (
        <Alert
          className="kb-above-12 kb-below-12"
          type={left?.over ? 'warning' : 'info'}
          showIcon
          title={
            left?.over ? (
              '答复期限已届满，供应商未答复'
            ) : (
              <>
                报价邀请待答复，剩余 <Countdown at={box.until} />
              </>
            )
          }
          description={`${box.price === null ? '未提出期望价格' : `期望价格 ${formatAmount(box.price)} 元`}；答复期限 ${formatTime(box.until, true)}（北京时间）`}
        />
      )}
    </>
  )
}

import { Alert } from 'antd'
import { ERRORS } from '#contract/errors.ts'
import { formatAmount } from '#contract/money.ts'
import { formatTime } from '#contract/time.ts'
import type { OfOrder } from '#features/procurement/contract/slots.ts'
import { ReviewModel } from '#features/procurement/rules/enums.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import { FieldList } from '#web/kit/field-list.tsx'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { useLive } from '#web/live.ts'
import { useCall } from '#web/use-call.ts'
import { hallDetail, type HallDetail } from '../contract.ts'
import { isBesideMark } from '../rules.ts'
import { stageLabel } from '../rules-offer.ts'

/** The opening of an order, or both of them: of the quotations once it has begun. */
export function Part({ order }: OfOrder) {
  if (order.reviewModel !== ReviewModel.values.double) return <Hall orderId={order.orderId} />
  return (
    <>
      <Hall orderId={order.orderId} stage="1" />
      <Hall orderId={order.orderId} stage="2" />
    </>
  )
}

function Hall({ orderId, stage }: { orderId: string; stage?: '1' | '2' }) {
  const query = useCall(hallDetail, { params: { id: orderId }, ...(stage && { query: { stage } }) })
  useLive(query.data ? `hall:${orderId}` : '')
  // An order that failed before its opening has no hall to report on.
  if (query.error?.code === ERRORS.wrongState.code) return <Alert type="info" showIcon title={query.error.message} />
  return (
    <WhenLoaded query={query}>
      {(hall) => (
        <>
          <section className="kb-section">
            <h2>{hall.stageLabel || '开标过程'}</h2>
            {!hall.startedAt && (
              <p className="kb-muted">第一阶段评审结果确定后进行，只开启评审通过的投标人的报价信封。</p>
            )}
            <FieldList
              items={[
                { label: '主持人', value: hall.hostName },
                { label: '开始', value: formatTime(hall.startedAt, true) },
                { label: '解密截止', value: formatTime(hall.decryptEnd, true) },
                { label: '公布一览', value: formatTime(hall.marksOpenedAt, true) },
                { label: '结束', value: formatTime(hall.endedAt, true) },
              ]}
            />
          </section>
          {hall.startedAt && <Bidders hall={hall} />}
        </>
      )}
    </WhenLoaded>
  )
}

function Bidders({ hall }: { hall: HallDetail }) {
  // Business envelopes hold no price.
  const hasQuotes = hall.stageLabel !== stageLabel(ReviewModel.values.double, 1)
  return (
    <section className="kb-section">
      <h2>投标人（{hall.bidders.length}）</h2>
      <DataTable
        label="投标人"
        rows={hall.bidders}
        rowKey={(bidder) => bidder.bidderId}
        columns={[
          { key: 'no', title: '序号', kind: 'ordinal', width: 56, value: (bidder) => bidder.no },
          { key: 'name', title: '投标人', value: (bidder) => bidder.supplierName },
          {
            key: 'signed',
            title: '签到',
            width: 140,
            value: (bidder) => (bidder.signedInAt ? formatTime(bidder.signedInAt) : '未签到'),
          },
          {
            key: 'decrypted',
            title: '解密',
            width: 180,
            value: (bidder) => (bidder.decryptedAt ? formatTime(bidder.decryptedAt) : bidder.failure || '未解密'),
          },
          ...(hasQuotes
            ? [
                {
                  key: 'quote',
                  title: '投标总价（元）',
                  width: 160,
                  align: 'right' as const,
                  value: (bidder: HallDetail['bidders'][number]) =>
                    bidder.quote ? formatAmount(bidder.quote) : hall.marksOpenedAt ? '-' : '未公布',
                },
              ]
            : []),
          { key: 'marks', title: '其他唱标', width: 200, value: (bidder) => marksOf(bidder) },
        ]}
      />
    </section>
  )
}

function marksOf({ marks }: HallDetail['bidders'][number]): string {
  return marks
    .filter(isBesideMark)
    .map((mark) => `${mark.markName} ${mark.markValue}`)
    .join('；')
}

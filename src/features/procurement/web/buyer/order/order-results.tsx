import { Link } from 'react-router'
import { Exact, formatAmount } from '#contract/money.ts'
import { formatTime } from '#contract/time.ts'
import { openFile } from '#web/export.ts'
import { ErrorState, Skeleton } from '#web/kit/states.tsx'
import { AmountText } from '#web/kit/values.tsx'
import { FieldList } from '#web/kit/field-list.tsx'
import { useCall } from '#web/use-call.ts'
import { Button } from 'antd'
import { candidateDraft, winnerDetail } from '../../../contract/notice.ts'
import { downloadArchive } from '../../../contract/order.ts'
import { reached } from '../../../engine/states.ts'
import { methodOf } from '../../../methods/all.ts'
import { say } from '../../../methods/say.ts'
import { SAVING_BASE, savingOf } from '../../../rules/saving.ts'
import { useOrderPages } from '../use-buyer.ts'
import { CandidateTable } from '../results/candidate-table.tsx'
import { Objections } from '../objections/order-objections.tsx'
import type { OrderDetail } from '../tones.ts'

interface OrderProps {
  order: OrderDetail
}

export function CandidatesSection({ order }: OrderProps) {
  const pages = useOrderPages()
  const query = useCall(candidateDraft, { params: { orderId: order.orderId } })
  if (!query.data) return query.error ? <ErrorState error={query.error} /> : <Skeleton lines={3} />
  const { rows, notice, publicityEnd, scope } = query.data
  const { publicises } = order
  return (
    <>
      <CandidateTable rows={rows} isRanked={scope === 'whole' || !notice} />
      <p className={publicises ? 'buyer-line kb-above-8' : 'kb-actions'}>
        {!publicises ? (
          <Link to={pages('winner.edit')}>
            {say(order, !reached(order, 'publicised') ? '确定{winner} ›' : '{won}结果 ›')}
          </Link>
        ) : (
          <>
            {notice ? `${formatTime(notice.publishedAt)} 公示，至 ${formatTime(publicityEnd)}` : '尚未公示'}
            <Link to={notice ? pages('candidates.detail') : pages('candidates.edit')}>
              {notice ? '公示详情 ›' : '去公示 ›'}
            </Link>
          </>
        )}
      </p>
    </>
  )
}

export function ResultSection({ order }: OrderProps) {
  const pages = useOrderPages()
  if (order.isAbortive) {
    return (
      <p className="buyer-line kb-above-8">
        {say(order, '该{order}已流标。')}
        <Link to={pages('abortive.detail')}>流标详情 ›</Link>
      </p>
    )
  }
  return <Winner order={order} />
}

function Winner({ order }: OrderProps) {
  const pages = useOrderPages()
  const query = useCall(winnerDetail, { params: { orderId: order.orderId } })
  if (!query.data) return query.error ? <ErrorState error={query.error} /> : <Skeleton lines={3} />
  const { award, contractDue } = query.data
  if (!award) return <p className="kb-muted">{say(order, '无{winner}')}</p>
  const isPartial = award.items.some(({ unboughtReason }) => unboughtReason !== '')
  return (
    <>
      <FieldList
        items={[
          ...award.winners.map(({ supplierName, price }) => ({
            label: say(order, '{winner}'),
            value: (
              <>
                <b>{supplierName}</b>
                {award.winners.length > 1 && `，${formatAmount(price)} 元`}
              </>
            ),
          })),
          { label: say(order, '{won}价'), value: <AmountText value={award.price} capitals /> },
          gainOf(order, award.price, isPartial),
          { label: '定标时间', value: formatTime(award.decidedAt) },
          contractDue !== null && { label: '合同签订', value: `${formatTime(contractDue)} 前` },
        ]}
      />
      <p className="buyer-line kb-above-8">
        <Link to={pages('winner.detail')}>{say(order, '{won}结果详情 ›')}</Link>
        {order.state === 'archive.done' && (
          <Button size="small" onClick={() => void openFile(downloadArchive, { params: { orderId: order.orderId } })}>
            下载归档文件
          </Button>
        )}
      </p>
    </>
  )
}

/** What the buyer saved of its estimate, or the seller gained above it. */
function gainOf(order: OrderProps['order'], price: string, isPartial: boolean) {
  const { saved, savedRate } = savingOf({ estimated: order.estimatedPrice, amount: price })
  if (methodOf(order.method).sells) {
    const gain = new Exact(saved).neg()
    const above = `较${say(order, '{estimate}')}${gain.lt(0) ? '低' : '高'}`
    const rate = savedRate === null ? '' : `（${above} ${new Exact(savedRate).abs().toFixed(2)}%）`
    return { label: '溢价', value: `${formatAmount(gain.toFixed(2))} 元${rate}` }
  }
  if (isPartial) return { label: '节约金额', value: '有不采购的清单行，不计算' }
  const rate = savedRate === null ? '' : `（较${SAVING_BASE}节约 ${savedRate}%）`
  return { label: '节约金额', value: `${formatAmount(saved)} 元${rate}` }
}

export function ObjectionsSection({ order }: OrderProps) {
  return <Objections orderId={order.orderId} />
}

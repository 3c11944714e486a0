import { Link } from 'react-router'
import { formatAmount } from '#contract/money.ts'
import { formatTime } from '#contract/time.ts'
import { openFile } from '#web/export.ts'
import { ErrorState, Skeleton } from '#web/kit/states.tsx'
import { AmountText } from '#web/kit/values.tsx'
import { FieldList } from '#web/kit/field-list.tsx'
import { useCall } from '#web/use-call.ts'
import { Button } from 'antd'
import { candidateDraft, winnerDetail } from '../../../contract/notice.ts'
import { downloadArchive } from '../../../contract/order.ts'
import { OrderStatus } from '../../../rules/enums.ts'
import { isLive } from '../../../rules/methods/all.ts'
import { SAVING_BASE, savingOf } from '../../../rules/saving.ts'
import { useOrderAddresses } from '../addresses.ts'
import { CandidateTable } from '../results/candidate-table.tsx'
import { Objections } from '../results/objections.tsx'
import type { OrderDetail } from '../tones.ts'

const S = OrderStatus.values

interface OrderProps {
  order: OrderDetail
}

export function CandidatesSection({ order }: OrderProps) {
  const pages = useOrderAddresses()
  const query = useCall(candidateDraft, { params: { orderId: order.orderId } })
  if (!query.data) return query.error ? <ErrorState error={query.error} /> : <Skeleton lines={3} />
  const { rows, notice, publicityEnd } = query.data
  return (
    <>
      <CandidateTable rows={rows} />
      <p className={isLive(order) ? 'kb-actions' : 'buyer-line'}>
        {isLive(order) ? (
          <Link to={pages.winner}>{order.status === S.reviewed ? '确定成交人 ›' : '成交结果 ›'}</Link>
        ) : (
          <>
            {notice ? `${formatTime(notice.publishedAt)} 公示，至 ${formatTime(publicityEnd)}` : '尚未公示'}
            <Link to={notice ? pages.candidateDetail : pages.candidate}>{notice ? '公示详情 ›' : '去公示 ›'}</Link>
          </>
        )}
      </p>
    </>
  )
}

export function ResultSection({ order }: OrderProps) {
  const pages = useOrderAddresses()
  if (order.isAbortive) {
    return (
      <p className="buyer-line">
        该{isLive(order) ? '采购单' : '标段'}已流标。<Link to={pages.discarded}>流标详情 ›</Link>
      </p>
    )
  }
  return <Winner order={order} />
}

function Winner({ order }: OrderProps) {
  const pages = useOrderAddresses()
  const query = useCall(winnerDetail, { params: { orderId: order.orderId } })
  if (!query.data) return query.error ? <ErrorState error={query.error} /> : <Skeleton lines={3} />
  const { winner, contractDue } = query.data
  if (!winner) return <p className="kb-muted">无中标人</p>
  const { saved, savedRate } = savingOf({ estimated: order.estimatedPrice, amount: winner.price })
  return (
    <>
      <FieldList
        items={[
          { label: '中标人', value: <b>{winner.supplierName}</b> },
          { label: '中标价', value: <AmountText value={winner.price} capitals /> },
          {
            label: '节约金额',
            value: `${formatAmount(saved)} 元${savedRate === null ? '' : `（较${SAVING_BASE}节约 ${savedRate}%）`}`,
          },
          { label: '定标时间', value: formatTime(winner.decidedAt) },
          { label: '合同签订', value: contractDue ? `${formatTime(contractDue)} 前` : '' },
        ]}
      />
      <p className="buyer-line">
        <Link to={pages.winnerDetail}>中标结果详情 ›</Link>
        {order.status === S.archived && (
          <Button size="small" onClick={() => void openFile(downloadArchive, { params: { orderId: order.orderId } })}>
            下载归档文件
          </Button>
        )}
      </p>
    </>
  )
}

export function ObjectionsSection({ order }: OrderProps) {
  return <Objections orderId={order.orderId} />
}

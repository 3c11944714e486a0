import { Link, useParams } from 'react-router'
import { ERRORS } from '#contract/errors.ts'
import { EmptyState, ErrorState, Skeleton } from '#web/kit/states.tsx'
import { useLive } from '#web/live.ts'
import { useCall } from '#web/use-call.ts'
import { bidRoom } from '../contract.ts'
import { BidPage } from './bid-page.tsx'
import type { Operation } from './room.ts'
import './bid.css'

const OPERATIONS: readonly string[] = ['quote', 'edit', 'view'] satisfies Operation[]

/**
 * Making a bid: price sheet, files, rehearsal, seal and submit, on one page. An address with trade and round is that round
 * of the own part in the order and nothing else.
 */
export function Screen() {
  const { orderId = '', tradeId, roundId, operation = 'quote' } = useParams()
  const query = useCall(bidRoom, { params: { orderId }, query: roundId === undefined ? {} : { roundId } })
  const room = query.data
  // Whoever may not bid may not listen either.
  useLive(room ? [`order:${orderId}`, `bid:${room.tradeId}`] : '')
  const isMissing =
    query.error?.code === ERRORS.notFound.code ||
    !OPERATIONS.includes(operation) ||
    (room !== undefined && tradeId !== undefined && tradeId !== room.tradeId)
  if (isMissing) return <NoRoom orderId={orderId} isQuote={roundId !== undefined} />
  if (room) return <BidPage key={room.round} room={room} operation={operation as Operation} />
  return query.error ? (
    <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  ) : (
    <Skeleton title lines={10} />
  )
}

function NoRoom({ orderId, isQuote }: { orderId: string; isQuote: boolean }) {
  return isQuote ? (
    <EmptyState
      title="没有可报价的轮次"
      hint="报名审核通过并受邀参加本轮后才能报价"
      action={<Link to={`/supplier/inquiry/orders/${orderId}/info`}>查看采购单</Link>}
    />
  ) : (
    <EmptyState
      title="还不能投标"
      hint="报名审核通过后才能制作投标文件"
      action={<Link to={`/supplier/bid/orders/${orderId}/info`}>查看项目</Link>}
    />
  )
}

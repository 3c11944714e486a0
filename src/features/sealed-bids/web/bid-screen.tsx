import { useParams } from 'react-router'
import { ErrorState, EmptyState, Skeleton } from '#web/kit/states.tsx'
import { ERRORS } from '#contract/errors.ts'
import { Link } from 'react-router'
import { useLive } from '#web/live.ts'
import { useCall } from '#web/use-call.ts'
import { bidRoom } from '../contract.ts'
import { BidPage } from './bid-page.tsx'
import './bid.css'

/** Making a bid: price sheet, files, rehearsal, seal and submit, on one page. */
export function Screen() {
  const { orderId = '' } = useParams()
  const query = useCall(bidRoom, { params: { orderId } })
  // Whoever may not bid may not listen either.
  useLive(query.data ? `order:${orderId}` : '')
  if (query.data) return <BidPage room={query.data} />
  if (query.error?.code === ERRORS.notFound.code) {
    return (
      <EmptyState
        title="还不能投标"
        hint="报名审核通过后才能制作投标文件"
        action={<Link to={`/supplier/bid/orders/${orderId}/info`}>查看项目</Link>}
      />
    )
  }
  return query.error ? (
    <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  ) : (
    <Skeleton title lines={10} />
  )
}

import { Suspense, lazy } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { Skeleton } from '#web/kit/states.tsx'
import { useCall } from '#web/use-call.ts'
import { orderDetail } from '../../../contract/order.ts'
import { StepGate } from '../approval/step-gate.tsx'
import '../buyer.css'

// One address shows either of them.
const ChangeList = lazy(() => import('./change-list.tsx').then((m) => ({ default: m.ChangeList })))
const ChangeNotice = lazy(() => import('./change-list.tsx').then((m) => ({ default: m.ChangeNotice })))
const ChangeForm = lazy(() => import('./change-form.tsx').then((m) => ({ default: m.ChangeForm })))

/** Where an address has room for one change, but all are meant. */
const ALL = 'all'

interface ChangeScreenProps {
  editing?: boolean
  /** One published change by itself. */
  single?: boolean
}

/** Changes of an order as published, or the one that the address names; with `edit` in it, the next one. */
export function Screen({ editing = false, single = false }: ChangeScreenProps) {
  const { orderId = '', edit = editing, changeId = ALL } = useParams()
  const [search] = useSearchParams()
  const query = useCall(orderDetail, { params: { orderId } })
  return (
    <Suspense fallback={<Skeleton title lines={12} />}>
      <WhenLoaded query={query}>
        {(order) =>
          single || changeId !== ALL ? (
            <ChangeNotice order={order} noticeId={changeId === ALL ? search.get('noticeId') : changeId} />
          ) : edit ? (
            <StepGate step="change" order={order}>
              {(approval) => <ChangeForm order={order} approval={approval} />}
            </StepGate>
          ) : (
            <ChangeList order={order} />
          )
        }
      </WhenLoaded>
    </Suspense>
  )
}

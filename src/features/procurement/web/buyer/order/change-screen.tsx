import { Suspense, lazy } from 'react'
import { useParams } from 'react-router'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { Skeleton } from '#web/kit/states.tsx'
import { useCall } from '#web/use-call.ts'
import { orderDetail } from '../../../contract/order.ts'
import { StepGate } from '../approval/step-gate.tsx'
import '../buyer.css'

// One address shows either of them.
const ChangeList = lazy(() => import('./change-list.tsx').then((m) => ({ default: m.ChangeList })))
const ChangeForm = lazy(() => import('./change-form.tsx').then((m) => ({ default: m.ChangeForm })))

/** Changes of an order as published; with `edit` in the address, the next one. */
export function Screen({ editing = false }: { editing?: boolean }) {
  const { orderId = '', edit = editing } = useParams()
  const query = useCall(orderDetail, { params: { orderId } })
  return (
    <Suspense fallback={<Skeleton title lines={12} />}>
      <WhenLoaded query={query}>
        {(order) =>
          edit ? (
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

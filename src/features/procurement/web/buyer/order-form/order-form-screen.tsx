import { say } from '../../../methods/say.ts'
import { Suspense, lazy } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { PrimaryButton } from '#web/kit/page-head.tsx'
import { EmptyState, Skeleton } from '#web/kit/states.tsx'
import { useCall } from '#web/use-call.ts'
import { orderDetail } from '../../../contract/order.ts'
import { projectDetail } from '../../../contract/project.ts'
import { useBuyer } from '../use-buyer.ts'
import { MethodChoice } from './method-choice.tsx'
import { OrderForm } from './order-form.tsx'
import { copyOf, newValues, valuesOf } from './values.ts'
import '../buyer.css'
import './order-form.css'

const SentBack = lazy(() => import('./sent-back.tsx').then((m) => ({ default: m.SentBack })))
const ChooseProject = lazy(() => import('./choose-project.tsx').then((m) => ({ default: m.ChooseProject })))

/** The order form: an own draft, a copy of another order, or a new order of a project. */
export function Screen() {
  const [search] = useSearchParams()
  const { orderId, projectId, copyId = search.get('copyId'), isAuction } = useParams()
  if (orderId) return <Draft orderId={orderId} />
  if (!projectId)
    return (
      <Suspense fallback={<Skeleton title lines={4} />}>
        <ChooseProject />
      </Suspense>
    )
  return copyId ? (
    <Copy projectId={projectId} copyId={copyId} isRerun={isAuction !== undefined} />
  ) : (
    <New projectId={projectId} />
  )
}

function Draft({ orderId }: { orderId: string }) {
  const at = useBuyer()
  const order = useCall(orderDetail, { params: { orderId } })
  const projectId = order.data?.projectId ?? ''
  const project = useCall(projectDetail, { params: { projectId } }, { enabled: projectId !== '' })
  return (
    <WhenLoaded query={order}>
      {(loaded) =>
        loaded.actions.some((action) => action.action === 'edit' && !action.reason) ? (
          <WhenLoaded query={project}>
            {(of) => (
              <OrderForm
                project={of}
                order={loaded}
                initial={valuesOf(loaded)}
                notice={
                  <Suspense>
                    <SentBack orderId={orderId} />
                  </Suspense>
                }
              />
            )}
          </WhenLoaded>
        ) : (
          <EmptyState
            title={
              loaded.pendingApproval
                ? `${loaded.pendingApproval.label}审批中，暂不能编辑`
                : at.say('该{order}不能再编辑')
            }
            hint={loaded.pendingApproval ? '可先撤回审批，修改后重新提交' : '公告发布后只能通过变更公告修改'}
            action={<PrimaryButton label={at.say('查看{order}')} to={at.order(orderId)('publish.detail')} />}
          />
        )
      }
    </WhenLoaded>
  )
}

function Copy({ projectId, copyId, isRerun }: { projectId: string; copyId: string; isRerun: boolean }) {
  const project = useCall(projectDetail, { params: { projectId } })
  const source = useCall(orderDetail, { params: { orderId: copyId } })
  return (
    <WhenLoaded query={source}>
      {(order) => (
        <WhenLoaded query={project}>
          {(of) => (
            <OrderForm
              project={of}
              initial={copyOf(order)}
              isRerun={isRerun && order.isAbortive}
              note={`内容复制自 ${order.code}${order.isAbortive ? say(order, '（已流标，重新{act}）') : ''}，时间须重新填写，公告须重新套用模板`}
            />
          )}
        </WhenLoaded>
      )}
    </WhenLoaded>
  )
}

function New({ projectId }: { projectId: string }) {
  const { method } = useBuyer()
  const project = useCall(projectDetail, { params: { projectId } })
  const failedOrder = useSearchParams()[0].get('failedOrder')
  return (
    <WhenLoaded query={project}>
      {(of) => (
        // What was typed stays with its method, in the browser's draft.
        <OrderForm
          key={`${method.code} ${method.admission} ${failedOrder ?? ''}`}
          project={of}
          initial={newValues(of, method, failedOrder)}
          notice={<MethodChoice project={of} />}
        />
      )}
    </WhenLoaded>
  )
}

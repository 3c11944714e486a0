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
const NewProject = lazy(() => import('./new-project.tsx').then((m) => ({ default: m.NewProject })))
const ChooseProject = lazy(() => import('./choose-project.tsx').then((m) => ({ default: m.ChooseProject })))

/** The order form: an own draft, a copy of another order, or a new order of a project. */
export function Screen() {
  const [search] = useSearchParams()
  const { orderId, projectId, copyId = search.get('copyId'), isAuction } = useParams()
  const { page } = useBuyer()
  if (orderId) return <Draft orderId={orderId} />
  // Orders of a method whose address names no project have one each, made with them.
  if (!projectId && page('publish.form', { projectId: NAMED }).includes(NAMED))
    return (
      <Suspense fallback={<Skeleton title lines={4} />}>
        <ChooseProject />
      </Suspense>
    )
  if (copyId) return <Copy projectId={projectId} copyId={copyId} isRerun={isAuction !== undefined} />
  return projectId ? (
    <New projectId={projectId} />
  ) : (
    <Suspense fallback={<Skeleton title lines={10} />}>
      <NewProject />
    </Suspense>
  )
}

/** Stands for a project in an address that is looked at. */
const NAMED = 'named'

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

interface CopyProps {
  /** Left out: that of the source. */
  projectId: string | undefined
  copyId: string
  isRerun: boolean
}

function Copy({ projectId: given, copyId, isRerun }: CopyProps) {
  const source = useCall(orderDetail, { params: { orderId: copyId } })
  const projectId = given ?? source.data?.projectId ?? ''
  const project = useCall(projectDetail, { params: { projectId } }, { enabled: projectId !== '' })
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

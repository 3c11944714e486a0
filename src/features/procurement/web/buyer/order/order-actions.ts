import { useNavigate } from 'react-router'
import type { AllowedAction } from '#contract/transition.ts'
import { useAction } from '#web/use-call.ts'
import { archiveOrder, copyOrder, deleteOrder } from '../../../contract/order.ts'
import { pageOfAction, useBuyer } from '../use-buyer.ts'
import type { OrderDetail } from '../tones.ts'

/** The actions the server allows on an order, and what pressing them does: most lead to the page of their step. */
export function useOrderActions(order: Pick<OrderDetail, 'orderId' | 'projectId' | 'actions'> | undefined) {
  const at = useBuyer()
  const navigate = useNavigate()
  const params = { orderId: order?.orderId ?? '' }
  const remove = useAction(deleteOrder, {
    success: '草稿已删除',
    onDone: () => void navigate(at.page('publish.list'), { replace: true }),
  })
  const archive = useAction(archiveOrder, { success: '已归档' })
  const copy = useAction(copyOrder, {
    success: '已复制为新草稿',
    onDone: (made) => void navigate(at.form({ orderId: made.orderId, projectId: order?.projectId ?? '' })),
  })

  const run = (action: string): void => {
    if (!order) return
    const { orderId, projectId } = order
    const page = pageOfAction(action)
    if (page) return void navigate(at.page(page, { orderId, projectId }))
    switch (action) {
      case 'delete':
        return void remove.run({ params })
      case 'archive':
        return void archive.run({ params })
      case 'copy':
        return void copy.run({ params })
      default:
        return undefined
    }
  }

  // Going to a page needs no second thought: the page itself asks before it does anything.
  const actions = (order?.actions ?? []).map((item): AllowedAction => {
    if (!order || !pageOfAction(item.action)) return item
    const { confirm: _, ...rest } = item
    return item.action === 'publish' ? { ...rest, label: '预览并发布' } : rest
  })
  return { actions, run }
}

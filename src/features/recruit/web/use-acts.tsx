import { useState } from 'react'
import { useNavigate } from 'react-router'
import { askText } from '#web/kit/ask-text.tsx'
import { confirmStep, toldOf } from '#web/kit/confirm-step.tsx'
import { useAction } from '#web/use-call.ts'
import { abandonRecruit, endRecruit, publishRecruit, removeRecruit } from '../contract/order.ts'
import { publishResult } from '../contract/trade.ts'
import { recruitPlace, type Side } from '../rules/places.ts'
import { useRule } from './use-rule.ts'

/** Acts that have a page of their own. */
const PAGES: Readonly<Record<string, string>> = { edit: 'form', check: 'trades', change: 'change', result: 'result' }

/** What the owner of a call does about it from its page. */
export function useRecruitActs(side: Side, orderId: string, onRemoved: () => void) {
  const navigate = useNavigate()
  const [isAssisting, setAssisting] = useState(false)
  const params = { orderId }
  const publish = useAction(publishRecruit, { success: toldOf('征集已发布') })
  const remove = useAction(removeRecruit, { success: '已删除', onDone: onRemoved })
  const end = useAction(endRecruit, { success: '征集已截止' })
  const abandon = useAction(abandonRecruit, { success: '征集已终止' })
  const conclude = useAction(publishResult, { success: toldOf('结果已公布') })
  const [publishRule, resultRule] = [useRule('publish'), useRule('result')]
  const act = async (action: string): Promise<unknown> => {
    switch (action) {
      case 'publish':
        return confirmStep(
          { title: '发布征集', content: '发布后征集内容只能通过变更调整。', okText: '发布' },
          await publishRule(),
          ({ approval }) => publish.run({ params, body: approval ? { approval } : {} }),
        )
      case 'publishResult':
        return confirmStep(
          { title: '公布结果', content: '公布后不能再修改，未入库的供应商已缴费用自动退还。', okText: '公布' },
          await resultRule(),
          ({ approval }) => conclude.run({ body: { orderId, ...(approval && { approval }) } }),
        )
      case 'remove':
        return remove.run({ params })
      case 'end':
        return askText({
          title: '提前截止',
          okText: '截止',
          hint: '截止后供应商不能再申请或者修改申请。',
          run: (reason) => end.run({ params, body: { reason } }),
        })
      case 'abandon':
        return askText({
          title: '终止征集',
          okText: '终止',
          danger: true,
          hint: '终止后不产生结果，已缴费用自动退还，并告知全部申请的供应商。',
          run: (reason) => abandon.run({ params, body: { reason } }),
        })
      case 'assist':
        return setAssisting(true)
      default:
        return navigate(recruitPlace(side, orderId, PAGES[action] ?? 'detail'))
    }
  }
  return { act, isAssisting, closeAssist: () => setAssisting(false) }
}

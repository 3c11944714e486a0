import { Form } from 'antd'
import { formatDate } from '#contract/time.ts'
import { addDays } from '#features/suppliers/rules/days.ts'
import { approvalNode } from '#features/workflow/contract/businesses.ts'
import { clock } from '#web/clock.ts'
import { toast } from '#web/feedback.ts'
import { askText } from '#web/kit/ask-text.tsx'
import { ApprovalFields, confirmStep, isChosen, NO_CHOICE, toldOf } from '#web/kit/confirm-step.tsx'
import { openDialog } from '#web/kit/dialog.tsx'
import { DayInput } from '#web/kit/instant-input.tsx'
import { answerOf, useAction, useCall } from '#web/use-call.ts'
import * as c from '../contract/appraisals.ts'
import type { AppraisalAction } from '../rules/status.ts'
import type { Appraisal } from './appraisal-drawer.tsx'

export type AppraisalAct = AppraisalAction

/** What a keeper does with an appraisal; what has a form of its own goes to `onOpen`. */
export function useAppraisalActs(onOpen: (act: AppraisalAct) => void, onGone: () => void) {
  const publishRule = answerOf(useCall(approvalNode, { params: { type: 'appraisals', node: 'publish' } }))
  const remove = useAction(c.removeAppraisal, { success: '草稿已删除', onDone: onGone })
  const start = useAction(c.startAppraisal, {
    success: ({ suppliers, active }) => `考核已开始：${suppliers} 家供应商，其中 ${active} 家有往来`,
  })
  const cancel = useAction(c.cancelAppraisal, { success: '考核已终止' })
  const publish = useAction(c.publishAppraisal, { success: toldOf('结果已发布，并通知供应商') })
  return async (act: AppraisalAct, { appraisalId, title }: Appraisal) => {
    const params = { appraisalId }
    switch (act) {
      case 'remove':
        return remove.run({ params })
      case 'start':
        return confirmStep(
          {
            title: '开始考核',
            content: `“${title}”的模板版本、评级规则和考核期内的往来记录将固定，之后不能修改；评分人会收到通知。`,
            okText: '开始考核',
          },
          undefined,
          () => start.run({ params }),
        )
      case 'cancel':
        return askText({
          title: `终止考核：${title}`,
          okText: '终止',
          danger: true,
          run: (reason) => cancel.run({ params, body: { reason } }),
        })
      case 'publish': {
        const rule = await publishRule()
        let approval = NO_CHOICE
        let until = addDays(formatDate(new Date(clock.now())), 365)
        return openDialog<string>({
          title: '发布考核结果',
          okText: '发布',
          content: () => (
            <Form layout="vertical">
              <p className="kb-below-12">发布后按得分评定等级并立即生效，供应商收到通知，可在五个工作日内提出异议。</p>
              <Form.Item label="等级有效期至" name="until" initialValue={until}>
                <DayInput future onChange={(day) => (until = day ?? '')} />
              </Form.Item>
              <ApprovalFields rule={rule} onChange={(input) => (approval = input)} />
            </Form>
          ),
          run: async () => {
            if (until === '') {
              toast.warning('请选择等级有效期')
              return false
            }
            if (!isChosen(rule, approval)) return false
            return (await publish.run({ params, body: { until, approval } })).ok
          },
        })
      }
      default:
        return onOpen(act)
    }
  }
}

import { Radio } from 'antd'
import { useState } from 'react'
import { formatAmount } from '#contract/money.ts'
import { approvalNode } from '#features/workflow/contract/businesses.ts'
import { toast } from '#web/feedback.ts'
import { ApprovalFields, isChosen, NO_CHOICE, toldOf } from '#web/kit/confirm-step.tsx'
import { openDialog } from '#web/kit/dialog.tsx'
import { InstantInput } from '#web/kit/instant-input.tsx'
import { answerOf, useAction, useCall } from '#web/use-call.ts'
import { submitTask } from '../contract/tasks.ts'
import { quietText } from '../rules/policy.ts'
import { COST_NOTE, type SmsTask } from './words.ts'

/** When a task is sent; `at` counts where it is not sent now. */
interface When {
  isNow: boolean
  at?: string
}

/** Asks when a draft is to be sent, says once more what that means, and sends it. */
export function useSubmit(): (task: SmsTask) => Promise<void> {
  const rule = answerOf(useCall(approvalNode, { params: { type: 'sms', node: 'submit' } }))
  const submit = useAction(submitTask, { success: toldOf('已提交发送') })
  return async (task) => {
    const known = await rule()
    let approval = NO_CHOICE
    openDialog<When>({
      title: '发送短信',
      okText: known?.inForce ? '提交审批' : '发送',
      content: (state) => (
        <>
          <Offer task={task} />
          <WhenFields task={task} onChange={state.set} />
          <ApprovalFields rule={known} onChange={(input) => (approval = input)} />
        </>
      ),
      run: async ({ isNow, at } = { isNow: true }) => {
        if (!isNow && !at) {
          toast.warning('请选择发送时间')
          return false
        }
        if (!isChosen(known, approval)) return false
        const body = { sendAt: isNow ? null : at!, segments: Math.max(1, task.plan.segments), approval }
        return (await submit.run({ params: { taskId: task.taskId }, body })).ok
      },
    })
  }
}

function Offer({ task: { plan } }: { task: SmsTask }) {
  const left = plan.leftOut.reduce((sum, { count }) => sum + count, 0)
  const cost = plan.cost === null ? '平台未设单价' : `预计费用 ${formatAmount(plan.cost)} 元`
  return (
    <p className="kb-below-12">
      发送给 {plan.recipients} 人，共 {plan.segments} 条，{cost}
      {left > 0 && `；${left} 家不发送`}。{COST_NOTE}。
    </p>
  )
}

function WhenFields({ task, onChange }: { task: SmsTask; onChange: (when: When) => void }) {
  const [when, setWhen] = useState<When>({ isNow: true })
  const set = (part: Partial<When>) => {
    const next = { ...when, ...part }
    setWhen(next)
    onChange(next)
  }
  const quiet = quietText(task)
  return (
    <>
      <Radio.Group
        value={when.isNow}
        options={[
          { value: true, label: '立即发送' },
          { value: false, label: '定时发送' },
        ]}
        onChange={(event) => set({ isNow: event.target.value as boolean })}
      />
      {!when.isNow && (
        <div className="kb-above-8">
          <InstantInput
            aria-label="发送时间"
            future
            {...(when.at ? { value: when.at } : {})}
            onChange={(at) => set(at ? { at } : { isNow: false })}
          />
        </div>
      )}
      {quiet && <p className="kb-note kb-above-8">{quiet}不发送：落入该时段的短信等到时段结束再发。</p>}
    </>
  )
}

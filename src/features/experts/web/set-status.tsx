import { askText } from '#web/kit/ask-text.tsx'
import { useAction } from '#web/use-call.ts'
import { type ExpertRow, ExpertStatus, setExpertStatus } from '../contract.ts'

const S = ExpertStatus.values

/** Enables an expert, or forbids one with a reason. */
export function useExpertStatus(): (expert: Pick<ExpertRow, 'expertId' | 'name' | 'status'>) => void {
  const change = useAction(setExpertStatus, { success: '已更新' })
  return ({ expertId, name, status }) => {
    const params = { expertId }
    if (status === S.forbidden) return void change.run({ params, body: { status: S.enabled } })
    askText({
      title: `停用专家：${name}`,
      label: '停用原因',
      hint: '停用后不能再被选入评标委员会，也不能进入评审工作台。已组建的评标委员会须另行更换成员。',
      run: (reason) => change.run({ params, body: { status: S.forbidden, reason } }),
    })
  }
}

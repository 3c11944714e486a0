import { Input } from 'antd'
import type { AllowedAction } from '#contract/transition.ts'
import { ask, toast } from '#web/feedback.ts'
import { openDialog } from '#web/kit/dialog.tsx'
import type { RowAction } from '#web/kit/list-types.ts'

export interface DecisionBody {
  pass: boolean
  reason: string
}

/** Asks for the reason of a rejection; resolves when the dialog is closed or the call was made. */
export function askReason(title: string, run: (reason: string) => Promise<boolean>): void {
  openDialog<string>({
    title,
    content: (state) => (
      <>
        <label htmlFor="reject-reason">驳回原因</label>
        <Input.TextArea
          id="reject-reason"
          rows={3}
          maxLength={500}
          showCount
          placeholder="将告知申请人"
          onChange={(event) => state.set(event.target.value)}
        />
      </>
    ),
    run: async (reason = '') => {
      if (reason.trim().length >= 2) return run(reason.trim())
      toast.warning('请填写驳回原因')
      return false
    },
  })
}

/** Pass and reject in the row of a list, as the server allows them. */
export function decisionActions(
  actions: readonly AllowedAction[],
  what: string,
  decide: (body: DecisionBody) => Promise<{ ok: boolean }>,
): RowAction[] {
  return actions.map(({ action, label, reason, confirm, danger }) => ({
    label,
    ...(reason ? { reason } : {}),
    ...(danger ? { danger } : {}),
    onClick: async () => {
      if (action === 'reject')
        return askReason(`驳回：${what}`, async (text) => (await decide({ pass: false, reason: text })).ok)
      if (await ask({ title: `${label}：${what}`, content: confirm ?? '' })) await decide({ pass: true, reason: '' })
    },
  }))
}

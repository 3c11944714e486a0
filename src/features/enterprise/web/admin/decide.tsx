import type { AllowedAction } from '#contract/transition.ts'
import { ask } from '#web/feedback.ts'
import { askText } from '#web/kit/ask-text.tsx'
import type { RowAction } from '#web/kit/list-types.ts'

export interface DecisionBody {
  pass: boolean
  reason: string
}

/** How the reason of a rejection is asked for. */
export const REJECTION = { label: '驳回原因', placeholder: '将告知申请人' }

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
        return askText({
          title: `驳回：${what}`,
          ...REJECTION,
          run: (text) => decide({ pass: false, reason: text }),
        })
      if (await ask({ title: `${label}：${what}`, content: confirm ?? '' })) await decide({ pass: true, reason: '' })
    },
  }))
}

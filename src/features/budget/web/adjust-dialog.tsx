import { ActionDialog } from '#web/kit/action-dialog.tsx'
import type { OutputOf } from '#contract/endpoint.ts'
import { toldOf } from '#web/kit/confirm-step.tsx'
import { useCall } from '#web/use-call.ts'
import { adjustPlan, planChoices, type planDetail } from '../contract/plan.ts'
import type { Level } from '../rules/levels.ts'
import { type LineRow, LineRows } from './line-rows.tsx'
import { lineOf } from './plan-form.tsx'

interface AdjustDialogProps {
  level: Level
  plan: OutputOf<typeof planDetail>
  onClose: () => void
}

/** A further version of what is in force. */
export function AdjustDialog({ level, plan, onClose }: AdjustDialogProps) {
  const { data } = useCall(planChoices, { query: { level, year: plan.year } })
  const { planId, version } = plan
  return (
    <ActionDialog
      title="调整预算"
      width={1040}
      endpoint={adjustPlan}
      initial={{ lines: plan.lines.map(lineOf), reason: '' }}
      fields={[
        { kind: 'area', name: 'reason', label: '调整原因', required: true, maxLength: 500, rows: 2 },
        {
          kind: 'custom',
          name: 'lines',
          label: '预算明细',
          wide: true,
          control: (
            <LineRows level={level} isAdjusting departments={data?.departments ?? []} parents={data?.parents ?? []} />
          ),
        },
      ]}
      input={({ reason, lines }: { reason: string; lines: LineRow[] }) => ({
        params: { planId },
        body: { reason, version, lines },
      })}
      hint="调整形成新版本；预算项不能低于已下达或使用的金额。单位设有审批时，审批通过后生效。"
      okText="提交调整"
      success={toldOf('调整已生效')}
      onClose={onClose}
    />
  )
}

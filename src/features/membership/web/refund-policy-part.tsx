import { Button } from 'antd'
import { useState } from 'react'
import type { BodyOf } from '#contract/endpoint.ts'
import { ActionDialog } from '#web/kit/action-dialog.tsx'
import { POLICY_REASON } from '#web/kit/policy-reason.ts'
import { useCall } from '#web/use-call.ts'
import { refundPolicy, setRefundPolicy } from '../contract-policy.ts'

/** For how long a service goes back whole, as the platform sets it. */
export function Part() {
  const policy = useCall(refundPolicy, undefined, { fresh: 0 }).data
  const [changing, setChanging] = useState(false)
  if (!policy) return null
  const { wholeDays } = policy
  return (
    <p className="kb-above-8">
      {wholeDays > 0 ? `按时间计的服务自生效起 ${wholeDays} 天内未使用的，全额退款` : '不设未使用全额退款期'}
      <Button type="link" size="small" onClick={() => setChanging(true)}>
        调整
      </Button>
      {changing && (
        <ActionDialog
          title="调整退款约定"
          endpoint={setRefundPolicy}
          initial={{ wholeDays }}
          fields={[
            {
              kind: 'integer',
              name: 'wholeDays',
              label: '未使用全额退款期',
              required: true,
              min: 0,
              max: 60,
              unit: '天',
              help: '自服务生效起计；填 0 表示只按未使用的部分退款',
            },
            ...POLICY_REASON.fields!,
          ]}
          input={(body: BodyOf<typeof setRefundPolicy>) => ({ body })}
          hint="对此后购买的服务生效，已购买的按购买时的约定。"
          success="已保存"
          onClose={() => setChanging(false)}
        />
      )}
    </p>
  )
}

import { useCall } from '#web/use-call.ts'
import { refundPolicy } from '../contract-policy.ts'

/** On what terms services are given back, where they are bought. */
export function Part() {
  const policy = useCall(refundPolicy).data
  if (!policy) return null
  const { wholeDays } = policy
  return (
    <p className="kb-note kb-above-16">
      退款：{wholeDays > 0 && `会员等按时间计的服务自生效起 ${wholeDays} 天内未使用的，全额退还；`}
      其余按未使用的部分退还。以购买时的约定为准
    </p>
  )
}

import { formatTime } from '#contract/time.ts'
import { ActionDialog } from '#web/kit/action-dialog.tsx'
import { extendRelease } from '../../contract-keys.ts'

interface Values {
  minutes: number
  reason: string
}

/** Gives suppliers who are still awaited more time to release their keys. */
export function ExtensionDialog(props: {
  orderId: string
  roundId: string
  label: string
  /** Until when they release now. */
  end: string
  onClose: () => void
}) {
  const { orderId, roundId, label, end, onClose } = props
  return (
    <ActionDialog
      title={`延长${label}提交密钥的时限`}
      endpoint={extendRelease}
      schema={extendRelease.body.omit({ end: true })}
      initial={{ minutes: 30 }}
      fields={[
        { kind: 'integer', name: 'minutes', label: '延长', min: 1, max: 480, unit: '分钟' },
        { kind: 'area', name: 'reason', label: '原因', required: true, rows: 2, maxLength: 500 },
      ]}
      input={(values: Values) => ({ params: { orderId, roundId }, body: { ...values, end } })}
      hint={`现至 ${formatTime(end, true)} 止，合计不超过 24 小时。原因记入操作记录，报价供应商和保管人同时收到通知。`}
      success="提交密钥的时限已延长"
      onDone={onClose}
      onClose={onClose}
    />
  )
}

import type { Field } from '#web/kit/form-fields.tsx'
import { ERRORS } from '#contract/errors.ts'
import { clock } from '#web/clock.ts'
import { ask } from '#web/feedback.ts'
import { FormDrawer } from '#web/kit/form-drawer.tsx'
import { useAction } from '#web/use-call.ts'
import { recordWeighing, type SaleDeal } from '../contract.ts'

interface Values {
  at: string
  vehicle?: string
  /** By the place of the lot. */
  taken?: (string | undefined)[]
}

interface WeighingDrawerProps {
  orderId: string
  deal: SaleDeal
  onClose: () => void
}

/** What left the gate at one time. */
export function WeighingDrawer({ orderId, deal, onClose }: WeighingDrawerProps) {
  const record = useAction(recordWeighing, { success: '提货单已登记，待成交人确认' })
  return (
    <FormDrawer<Values>
      title="登记提货"
      label="登记"
      initial={{ at: new Date(clock.now()).toISOString() }}
      fields={[
        { kind: 'instant', name: 'at', label: '提货时间', required: true },
        { kind: 'text', name: 'vehicle', label: '车牌号', maxLength: 50 },
        ...deal.lines.map((line, i): Field => ({
          kind: 'quantity',
          name: `taken.${i}`,
          label: line.name,
          unit: line.unit,
          help: `公告 ${line.quantity}，已提 ${line.taken}`,
        })),
      ]}
      run={async ({ at, vehicle = '', taken = [] }) => {
        const lines = deal.lines.flatMap(({ itemId }, i) => (taken[i] ? [{ itemId, quantity: taken[i] }] : []))
        const send = (confirm: boolean) => record.run({ params: { orderId }, body: { at, vehicle, lines, confirm } })
        const outcome = await send(false)
        if (outcome.ok || outcome.error.code !== ERRORS.confirm.code) return outcome
        const content = outcome.error.message
        return (await ask({ title: '数量超出公告', content, okText: '确认登记' })) ? send(true) : outcome
      }}
      onClose={onClose}
    />
  )
}

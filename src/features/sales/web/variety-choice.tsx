import { Select } from 'antd'
import type { PropsOf } from '#contract/slot.ts'
import type { ORDER_SLOTS } from '#features/procurement/contract/slots.ts'
import { useCall } from '#web/use-call.ts'
import { saleVarieties } from '../contract.ts'

/** Varieties in use, to be picked into a new sale; nothing where the company keeps none. */
export function Part({ onPick }: PropsOf<typeof ORDER_SLOTS.varieties>) {
  const { data = [] } = useCall(saleVarieties, {})
  const inUse = data.filter(({ isActive }) => isActive)
  if (inUse.length === 0) return null
  return (
    <Select<string | null>
      className="kb-below-8"
      aria-label="从销售品种选取"
      placeholder="从销售品种选取"
      value={null}
      showSearch={{ optionFilterProp: 'label' }}
      options={inUse.map(({ varietyId, name, unit, qualification }) => ({
        value: varietyId,
        label: `${name}（${unit}）${qualification && `，须有${qualification}`}`,
      }))}
      onChange={(id) => {
        const variety = inUse.find(({ varietyId }) => varietyId === id)
        if (variety) onPick(variety)
      }}
    />
  )
}

import { Select } from 'antd'
import { useCall } from '#web/use-call.ts'
import { orderPage } from '../../contract/order.ts'

interface FailedOrdersProps {
  id?: string
  value?: string
  onChange?: (code: string) => void
}

/** An order of the own company that came to nothing, by its code; a field of a form. */
export function FailedOrders({ id, value, onChange }: FailedOrdersProps) {
  const { data } = useCall(orderPage, { query: { tab: 'abortive', pageSize: 100 } })
  const rows = data?.rows ?? []
  return (
    <Select
      {...(id && { id })}
      className="kb-wide"
      showSearch={{ optionFilterProp: 'label' }}
      placeholder="按编号或名称选择已流标的采购单"
      notFoundContent="没有已流标的采购单"
      options={rows.map(({ code, title }) => ({ value: code, label: `${code} ${title}` }))}
      value={value || undefined}
      {...(onChange && { onChange })}
    />
  )
}

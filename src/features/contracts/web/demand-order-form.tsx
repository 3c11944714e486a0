import { Form } from 'antd'
import { useNavigate } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { FormScreen, WhenLoaded } from '#web/kit/form-screen.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { askDemandOrder, orderableContracts } from '../contract/demand-order.ts'
import { DEMAND_ORDERS } from '../rules/places.ts'
import { LineInputs, type LineValues, quantityText, wanted } from '#web/kit/line-inputs.tsx'

type Contracts = OutputOf<typeof orderableContracts>

interface Values {
  contractId: string
  department: string
  purpose: string
  needBy?: string | null
  lines: LineValues
}

/** A department asks for what a contract in force leaves. */
export function Screen() {
  const query = useCall(orderableContracts, {}, { fresh: 0 })
  return <WhenLoaded query={query}>{(contracts) => <DemandForm contracts={contracts} />}</WhenLoaded>
}

function DemandForm({ contracts }: { contracts: Contracts }) {
  const navigate = useNavigate()
  const ask = useAction(askDemandOrder, { success: '需求已提交采购部门' })
  return (
    <FormScreen<Values>
      title="提出需求"
      back={{ label: '需求订单', to: DEMAND_ORDERS }}
      initial={{ lines: {} }}
      sections={[
        {
          title: '需求',
          fields: [
            {
              kind: 'select',
              name: 'contractId',
              label: '合同',
              required: true,
              wide: true,
              searchable: true,
              placeholder: contracts.length === 0 ? '没有履行中的合同' : '请选择合同',
              options: contracts.map(({ contractId, code, title, supplierName }) => ({
                value: contractId,
                label: `${title}（${code}，${supplierName}）`,
              })),
            },
            { kind: 'text', name: 'department', label: '需求部门', required: true, maxLength: 100 },
            { kind: 'day', name: 'needBy', label: '需求日期', future: true },
            { kind: 'text', name: 'purpose', label: '用途', required: true, maxLength: 500, wide: true },
            {
              kind: 'custom',
              name: 'lines',
              label: '数量',
              required: true,
              wide: true,
              when: (v) => Boolean(v.contractId),
              control: <Lines contracts={contracts} />,
            },
          ],
        },
      ]}
      submit={{
        label: '提交需求',
        run: ({ lines, needBy, ...rest }) =>
          ask.run({ body: { ...rest, needBy: needBy ?? null, lines: wanted(lines) } }),
      }}
      onDone={() => void navigate(DEMAND_ORDERS, { replace: true })}
    />
  )
}

interface LinesProps {
  contracts: Contracts
  value?: LineValues
  onChange?: (value: LineValues) => void
}

/** Lines of the contract that is chosen. */
function Lines({ contracts, ...field }: LinesProps) {
  const chosen: unknown = Form.useWatch('contractId')
  const lines = contracts.find(({ contractId }) => contractId === chosen)?.lines ?? []
  return (
    <LineInputs
      {...field}
      label="需求数量"
      lines={lines}
      facts={[{ title: '合同剩余', of: ({ left, unit }) => quantityText(left, unit) }]}
      fields={[{ name: 'quantity', title: '需求数量' }]}
    />
  )
}

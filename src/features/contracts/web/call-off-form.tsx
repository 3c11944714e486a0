import { useRef } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { Exact } from '#contract/money.ts'
import { FormScreen, WhenLoaded } from '#web/kit/form-screen.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { createCallOff } from '../contract/call-off.ts'
import { contractDetail } from '../contract/contract.ts'
import { demandOrderPage } from '../contract/demand-order.ts'
import { callOffPlace, contractPlace } from '../rules/places.ts'
import { LineInputs, type LineValues, quantityText, wanted } from '#web/kit/line-inputs.tsx'

type Contract = OutputOf<typeof contractDetail>
type Demand = OutputOf<typeof demandOrderPage>['rows'][number]

interface Values {
  deliverBy: string
  place: string
  note?: string
  lines: LineValues
}

/** Orders from a contract, of what a department has asked where the address names it. */
export function Screen() {
  const { contractId = '' } = useParams()
  const [search] = useSearchParams()
  const demandId = search.get('demand')
  const query = useCall(contractDetail, { params: { contractId } }, { fresh: 0 })
  const demands = useCall(
    demandOrderPage,
    { query: { state: 'asked', pageSize: 100 } },
    { enabled: demandId !== null, fresh: 0 },
  )
  return (
    <WhenLoaded query={query}>
      {(contract) =>
        demandId === null ? (
          <CallOffForm contract={contract} />
        ) : (
          <WhenLoaded query={demands}>
            {({ rows }) => (
              <CallOffForm contract={contract} demand={rows.find((one) => one.demandOrderId === demandId)} />
            )}
          </WhenLoaded>
        )
      }
    </WhenLoaded>
  )
}

function CallOffForm({ contract, demand }: { contract: Contract; demand?: Demand | undefined }) {
  const navigate = useNavigate()
  const made = useRef('')
  const create = useAction(createCallOff, {
    success: '采购订单已下达，待供应商确认',
    onDone: ({ callOffId }) => {
      made.current = callOffId
    },
  })
  const lines = contract.lines.map((line) => ({
    ...line,
    left: new Exact(line.quantity).minus(line.ordered).toFixed(),
  }))
  return (
    <FormScreen<Values>
      title="下采购订单"
      back={{ label: contract.title, to: contractPlace('purchaser', contract.contractId) }}
      facts={[contract.code, contract.supplierName, demand && `需求 ${demand.code}（${demand.department}）`]}
      initial={{
        place: contract.place,
        ...(demand?.needBy && { deliverBy: demand.needBy }),
        lines: Object.fromEntries((demand?.lines ?? []).map(({ line, quantity }) => [line, { quantity }])),
      }}
      sections={[
        {
          title: '订单',
          fields: [
            { kind: 'day', name: 'deliverBy', label: '交货期限', required: true, future: true },
            { kind: 'text', name: 'place', label: '交货地点', required: true, maxLength: 200 },
            {
              kind: 'custom',
              name: 'lines',
              label: '订货数量',
              wide: true,
              required: true,
              control: (
                <LineInputs
                  label="订货数量"
                  lines={lines}
                  facts={[{ title: '合同剩余', of: ({ left, unit }) => quantityText(left, unit) }]}
                  fields={[{ name: 'quantity', title: '订货数量' }]}
                />
              ),
            },
            { kind: 'area', name: 'note', label: '说明', maxLength: 1000, rows: 2 },
          ],
        },
      ]}
      submit={{
        label: '下达订单',
        run: ({ deliverBy, place, note, lines: entered }) =>
          create.run({
            params: { contractId: contract.contractId },
            body: {
              deliverBy,
              place,
              note: note ?? '',
              lines: wanted(entered),
              demandOrderId: demand?.demandOrderId ?? null,
            },
          }),
      }}
      onDone={() => void navigate(callOffPlace('purchaser', made.current), { replace: true })}
    />
  )
}

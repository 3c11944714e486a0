import type { PropsOf } from '#contract/slot.ts'
import type { ORDER_SLOTS } from '#features/procurement/contract/slots.ts'
import { say } from '#features/procurement/methods/say.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useCall } from '#web/use-call.ts'
import { orderBonds } from '../contract/register.ts'
import { BOND_STATES } from '../rules/states.ts'

/** How the bonds of an order stand, for its owner. */
export function Part({ order }: PropsOf<typeof ORDER_SLOTS.bonds>) {
  const query = useCall(orderBonds, { params: { orderId: order.orderId } })
  return (
    <WhenLoaded query={query}>
      {({ rows }) => (
        <DataTable
          label={say(order, '{bond}')}
          rows={rows}
          rowKey={(row) => row.tradeId}
          columns={[
            { key: 'name', title: '供应商', value: (row) => row.supplierName },
            {
              key: 'bond',
              title: say(order, '{bond}'),
              width: 140,
              render: (row) => <StatusTag {...BOND_STATES[row.state]} />,
            },
          ]}
        />
      )}
    </WhenLoaded>
  )
}

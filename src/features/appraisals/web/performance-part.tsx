import type { PropsOf } from '#contract/slot.ts'
import type { SUPPLIER_SLOTS } from '#features/suppliers/contract/slots.ts'
import { FieldList } from '#web/kit/field-list.tsx'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { useCall } from '#web/use-call.ts'
import { MOST_RECORDS, supplierConduct } from '../contract/conduct.ts'
import { FactTable } from './fact-table.tsx'

/** How a supplier delivered within a year: on time, and as accepted. */
export function Part({ supplierId }: PropsOf<typeof SUPPLIER_SLOTS.performance>) {
  const query = useCall(supplierConduct, { params: { supplierId } })
  return (
    <WhenLoaded query={query}>
      {({ from, until, deliveries, acceptances, records }) =>
        records.length === 0 ? (
          <p className="kb-muted">近一年没有到期的采购订单和验收记录</p>
        ) : (
          <>
            <FieldList
              items={[
                { label: '按期交货', value: shareText(deliveries, '单') },
                { label: '验收合格', value: shareText(acceptances, '次') },
                { label: '统计期间', value: `${from} 至 ${until}` },
              ]}
            />
            <FactTable label="履约记录" facts={records} />
            {deliveries.all + acceptances.all > MOST_RECORDS && (
              <p className="kb-section-hint kb-hint">只列出最近 {MOST_RECORDS} 条</p>
            )}
          </>
        )
      }
    </WhenLoaded>
  )
}

function shareText({ good, all }: { good: number; all: number }, unit: string): string {
  if (all === 0) return '没有记录'
  return `${good} / ${all} ${unit}（${((good / all) * 100).toFixed(1)}%）`
}

import { Button } from 'antd'
import type * as z from 'zod'
import { DataTable } from '#web/kit/data-table.tsx'
import { FieldList } from '#web/kit/field-list.tsx'
import { AmountText } from '#web/kit/values.tsx'
import type { AwardInForce } from '../../../contract/result.ts'
import { useBuyer } from '../use-buyer.ts'
import { AwardLines } from '../../award-lines.tsx'

interface WinnersProps {
  award: z.output<typeof AwardInForce>
  /** Opens the letter of a winner. */
  onLetter: (tradeId: string) => () => void
}

/** Who was awarded what, and why; what was left unbought. */
export function Winners({ award, onLetter }: WinnersProps) {
  const { say } = useBuyer()
  const { winners, items } = award
  const reasons = new Map(items.map(({ itemId, reason }) => [itemId, reason]))
  return (
    <>
      {winners.map(({ tradeId, supplierName, price, lines }) => (
        <section key={tradeId} className="kb-section" aria-label={supplierName}>
          <h2>{say('{winner}')}</h2>
          <FieldList
            items={[
              { label: say('{winner}'), value: <b>{supplierName}</b> },
              { label: say('{won}价'), value: <AmountText value={price} capitals /> },
              {
                label: say('{won}通知书'),
                value: (
                  <Button size="small" onClick={onLetter(tradeId)}>
                    {say('{won}通知书')}
                  </Button>
                ),
              },
            ]}
          />
          <AwardLines label={`${supplierName}${say('{won}明细')}`} lines={lines} reasons={reasons} />
        </section>
      ))}
      <Unbought items={items} />
      {(winners.length > 1 || award.reason !== '') && (
        <section className="kb-section">
          <h2>定标情况</h2>
          <FieldList
            items={[
              winners.length > 1 && { label: '合计', value: <AmountText value={award.price} capitals /> },
              award.reason !== '' && { label: '定标理由', value: award.reason, wide: true },
            ]}
          />
        </section>
      )}
    </>
  )
}

function Unbought({ items }: { items: WinnersProps['award']['items'] }) {
  const rows = items.filter(({ unboughtReason }) => unboughtReason !== '')
  if (rows.length === 0) return null
  return (
    <section className="kb-section">
      <h2>不采购的清单行</h2>
      <DataTable
        label="不采购的清单行"
        rows={rows}
        rowKey={(row) => row.itemId}
        columns={[
          { key: 'line', title: '序号', width: 72, value: (row) => String(row.line) },
          { key: 'name', title: '名称', value: (row) => row.name },
          { key: 'unit', title: '单位', width: 80, value: (row) => row.unit },
          { key: 'quantity', title: '数量', width: 110, align: 'right', value: (row) => row.unbought },
          { key: 'reason', title: '原因', value: (row) => row.unboughtReason },
        ]}
      />
    </section>
  )
}

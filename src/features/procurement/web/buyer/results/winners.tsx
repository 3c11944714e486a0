import { Button } from 'antd'
import type * as z from 'zod'
import { formatDigits } from '#contract/money.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import { FieldList } from '#web/kit/field-list.tsx'
import { AmountText } from '#web/kit/values.tsx'
import type { AwardInForce } from '../../../contract/result.ts'
import { useBuyer } from '../use-buyer.ts'
import { AwardLines } from '../../award-lines.tsx'

interface WinnersProps {
  award: z.output<typeof AwardInForce>
  /** Opens the letter of a winner; left out of a proposal, before the award. */
  onLetter?: (tradeId: string) => () => void
}

/** Who was awarded what, and why; what was left unbought. */
export function Winners({ award, onLetter }: WinnersProps) {
  const { say } = useBuyer()
  const [heading, price, lines] = onLetter
    ? [say('{winner}'), say('{won}价（元）'), say('{won}明细')]
    : [say('拟{won}供应商'), say('拟{won}金额（元）'), say('拟{won}明细')]
  const { winners, items } = award
  const reasons = new Map(items.map(({ itemId, reason }) => [itemId, reason]))
  return (
    <>
      <section className="kb-section">
        <h2>{heading}</h2>
        <DataTable
          label={heading}
          rows={winners}
          rowKey={(row) => row.tradeId}
          columns={[
            { key: 'name', title: heading, render: (row) => <b>{row.supplierName}</b> },
            {
              key: 'price',
              title: price,
              align: 'right',
              width: 260,
              render: (row) => <AmountText value={row.price} capitals />,
            },
          ]}
          renderEnd={
            onLetter &&
            ((row) => (
              <Button type="link" size="small" onClick={onLetter(row.tradeId)}>
                {say('{won}通知书')}
              </Button>
            ))
          }
        />
        <FieldList
          items={[
            winners.length > 1 && { label: '合计', value: <AmountText value={award.price} capitals /> },
            award.reason !== '' && { label: '定标理由', value: award.reason, wide: true },
          ]}
        />
      </section>
      {winners
        .filter((winner) => winner.lines.some(({ name }) => name !== null))
        .map(({ tradeId, supplierName, lines: rows }) => (
          <section key={tradeId} className="kb-section">
            <h2>
              {supplierName}
              {lines}
            </h2>
            <AwardLines label={`${supplierName}${lines}`} lines={rows} reasons={reasons} />
          </section>
        ))}
      <Unbought items={items} />
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
          { key: 'quantity', title: '数量', width: 110, align: 'right', value: (row) => formatDigits(row.unbought) },
          { key: 'reason', title: '原因', value: (row) => row.unboughtReason },
        ]}
      />
    </section>
  )
}

import { InputNumber } from 'antd'
import type { Desk } from '../contract.ts'

interface ScoreGridProps {
  ways: Desk['ways']
  suppliers: Desk['suppliers']
  /** By supplier, way and item. */
  marks: Readonly<Record<string, string>>
  onChange: (key: string, value: string) => void
}

/** Criteria down, suppliers across; each cell within the item's full mark. */
export function ScoreGrid({ ways, suppliers, marks, onChange }: ScoreGridProps) {
  return (
    <div className="kb-scroll-x">
      <table className="kb-table">
        <caption className="kb-hidden">评分表</caption>
        <thead>
          <tr>
            <th scope="col">评分项</th>
            {suppliers.map(({ tradeId, supplierName }) => (
              <th key={tradeId} scope="col">
                {supplierName}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ways.flatMap(({ name, items }, way) =>
            items.map((item, i) => (
              <tr key={`${way} ${i}`}>
                <th scope="row" title={item.standard}>
                  {name}：{item.name}（{item.fullMark} 分）
                </th>
                {suppliers.map(({ tradeId, supplierName }) => {
                  const key = `${tradeId} ${way} ${i}`
                  return (
                    <td key={tradeId}>
                      <InputNumber
                        aria-label={`${supplierName} ${item.name}`}
                        stringMode
                        min="0"
                        max={item.fullMark}
                        precision={1}
                        value={marks[key] ?? null}
                        onChange={(value) => onChange(key, value ?? '')}
                      />
                    </td>
                  )
                })}
              </tr>
            )),
          )}
        </tbody>
      </table>
    </div>
  )
}

import { formatTime } from '#contract/time.ts'
import { FieldList } from '#web/kit/field-list.tsx'
import { AmountText } from '#web/kit/values.tsx'
import { DataTable } from '#web/kit/data-table.tsx'
import { SOLE_REASONS } from './terms.ts'
import type { OrderDetail } from '../../web/buyer/tones.ts'

/** Why one supplier alone is asked, as it is publicised. */
export function SoleSection({ order }: { order: OrderDetail }) {
  const { sole } = order.settings
  if (!sole) return <p className="kb-muted">尚未填写单一来源理由</p>
  const { label, article } = SOLE_REASONS[sole.reason]
  const end = order.notices[0]?.publicityEnd
  return (
    <>
      <FieldList
        items={[
          { label: '适用情形', value: `${label}（${article}）`, wide: true },
          { label: '具体理由', value: sole.explanation, wide: true },
          {
            label: '公示期',
            value: sole.days === 0 ? '不公示' : `${sole.days} 个工作日${end ? `，至 ${formatTime(end)}` : ''}`,
            wide: true,
          },
          sole.originalAmount !== null && {
            label: '原合同采购金额',
            value: <AmountText value={sole.originalAmount} capitals />,
          },
        ]}
      />
      {sole.experts.length > 0 && (
        <>
          <h3 className="buyer-subhead">专业人员论证意见</h3>
          <DataTable
            label="专业人员论证意见"
            rows={sole.experts}
            rowKey={(row) => `${row.name}${row.unit}`}
            columns={[
              { key: 'name', title: '姓名', width: 96, value: (row) => row.name },
              { key: 'unit', title: '工作单位', width: 200, value: (row) => row.unit },
              { key: 'title', title: '职称', width: 96, value: (row) => row.title },
              { key: 'opinion', title: '论证意见', value: (row) => row.opinion },
            ]}
          />
        </>
      )}
    </>
  )
}

import { formatTime } from '#contract/time.ts'
import { FieldList } from '#web/kit/field-list.tsx'
import { AmountText } from '#web/kit/values.tsx'
import { DataTable } from '#web/kit/data-table.tsx'
import { methodOf } from '../../methods/all.ts'
import { groundOf, publicDays } from './terms.ts'
import type { OrderDetail } from '../../web/buyer/tones.ts'

/** Why one supplier alone is asked, as it is publicised. */
export function SoleSection({ order }: { order: OrderDetail }) {
  const { sole } = order.settings
  const { grounds = {} } = methodOf(order.method)
  const ground = sole && groundOf(sole, grounds)
  if (!sole || !ground) return <p className="kb-muted">尚未填写采购理由</p>
  const end = order.notices[0]?.publicityEnd
  const days = publicDays(sole, grounds)
  const unpublicised = ground.isSecret ? '涉密，不公示' : '不公示'
  return (
    <>
      <FieldList
        items={[
          {
            label: '适用情形',
            value: ground.article ? `${ground.label}（${ground.article}）` : ground.label,
            wide: true,
          },
          { label: '具体理由', value: sole.explanation, wide: true },
          {
            label: '公示期',
            value: days === 0 ? unpublicised : `${days} 个工作日${end ? `，至 ${formatTime(end)}` : ''}`,
            wide: true,
          },
          ground.asks === 'originalAmount' &&
            sole.originalAmount !== null && {
              label: '原合同采购金额',
              value: <AmountText value={sole.originalAmount} capitals />,
            },
          ground.asks === 'ceiling' &&
            sole.ceiling !== null && { label: '直接采购限额', value: <AmountText value={sole.ceiling} capitals /> },
          ground.asks === 'failedOrder' && { label: '采购失败的采购单', value: sole.failedOrder },
        ]}
      />
      {ground.experts !== 'none' && sole.experts.length > 0 && (
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

import type { PropsOf } from '#contract/slot.ts'
import type { SUPPLIER_SLOTS } from '#features/suppliers/contract/slots.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { MainCell } from '#web/kit/values.tsx'
import { useCall } from '#web/use-call.ts'
import { supplierConduct } from '../contract/conduct.ts'
import { PLACES } from '../rules/places.ts'
import { GRADE_TONES } from './words.ts'

/** Published appraisals of a supplier with what it came to. */
export function Part({ supplierId }: PropsOf<typeof SUPPLIER_SLOTS.appraisals>) {
  const query = useCall(supplierConduct, { params: { supplierId } })
  return (
    <WhenLoaded query={query}>
      {({ appraisals }) =>
        appraisals.length === 0 ? (
          <p className="kb-muted">没有已公布的考核结果</p>
        ) : (
          <DataTable
            label="考核结果"
            rows={appraisals}
            rowKey={(row) => row.appraisalId}
            columns={[
              {
                key: 'title',
                title: '考核',
                isHead: true,
                render: (row) => (
                  <MainCell
                    code={`${row.from} 至 ${row.until}`}
                    title={row.title}
                    to={PLACES.appraisal(row.appraisalId)}
                  />
                ),
              },
              {
                key: 'score',
                title: '得分',
                kind: 'number',
                width: 140,
                value: (row) => row.score ?? '无往来，不评分',
              },
              {
                key: 'grade',
                title: '等级',
                width: 90,
                render: (row) =>
                  row.grade ? <StatusTag label={`${row.grade} 级`} tone={GRADE_TONES[row.grade]} /> : '-',
              },
              { key: 'until', title: '等级有效至', width: 120, value: (row) => (row.grade ? row.gradeUntil : '-') },
              { key: 'veto', title: '否决事项', width: 160, value: (row) => row.veto || '-' },
              { key: 'at', title: '公布时间', kind: 'time', width: 130, value: (row) => row.publishedAt },
            ]}
          />
        )
      }
    </WhenLoaded>
  )
}

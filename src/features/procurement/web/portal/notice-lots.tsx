import { Link } from 'react-router'
import { DataTable } from '#web/kit/data-table.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { placeOf } from '../../methods/places.ts'
import type { Notice } from './notice.ts'

/** The orders that share a notice, each with its state and the way in. */
export function NoticeLots({ notice }: { notice: Notice }) {
  return (
    <section className="kb-above-20">
      <h2>本公告的采购单</h2>
      <p className="kb-hint kb-below-8">一次报名可勾选多个采购单，各采购单分别报价、分别公告结果。</p>
      <DataTable
        label="本公告的采购单"
        rows={notice.lots}
        rowKey={(lot) => lot.orderId}
        columns={[
          { key: 'no', title: '包号', kind: 'ordinal', width: 60, value: (lot) => lot.lotNo },
          {
            key: 'title',
            title: '采购单',
            isHead: true,
            value: (lot) => lot.title,
            render: (lot) => (
              <span className="kb-stack">
                {lot.noticeId === notice.noticeId ? (
                  lot.title
                ) : (
                  <Link to={`/portal/notices/${lot.noticeId}`}>{lot.title}</Link>
                )}
                <small className="kb-muted">{lot.code}</small>
              </span>
            ),
          },
          { key: 'lines', title: '清单行', kind: 'number', width: 80, value: (lot) => lot.lines },
          {
            key: 'stage',
            title: '阶段',
            width: 110,
            value: (lot) => lot.stage,
            render: (lot) => <StatusTag label={lot.stage} />,
          },
          {
            key: 'do',
            title: '操作',
            width: 90,
            render: (lot) => (
              <Link to={placeOf({ id: lot.orderId, method: notice.method }, 'publish.tender', 'supplier')}>查看</Link>
            ),
          },
        ]}
      />
    </section>
  )
}

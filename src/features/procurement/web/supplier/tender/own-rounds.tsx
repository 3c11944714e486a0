import { Link } from 'react-router'
import { formatTime } from '#contract/time.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { tenderPages } from '../tender-pages.ts'
import type { Tender } from '../words.ts'

/** The rounds that the own company was asked to, each with the way to its quote and receipt. */
export function OwnRounds({ tender }: { tender: Tender }) {
  const at = tenderPages(tender.orderId, tender.method)
  const pageOf = (roundId: string, isOpen: boolean) =>
    at('quote.sheet', { tradeId: tender.tradeId, roundId, operation: isOpen ? 'quote' : 'view' })
  return (
    <DataTable
      label="报价轮次"
      rows={tender.rounds}
      rowKey={(row) => row.roundId}
      columns={[
        { key: 'label', title: '轮次', value: (row) => row.label },
        { key: 'deadline', title: '截止时间', width: 170, value: (row) => formatTime(row.deadline) },
        {
          key: 'state',
          title: '状态',
          width: 100,
          value: (row) => (row.isOpen ? '报价中' : '已截止'),
          render: (row) => (
            <StatusTag label={row.isOpen ? '报价中' : '已截止'} tone={row.isOpen ? 'active' : 'neutral'} />
          ),
        },
        {
          key: 'own',
          title: '操作',
          width: 130,
          render: (row) => <Link to={pageOf(row.roundId, row.isOpen)}>{row.isOpen ? '报价' : '报价与回执'}</Link>,
        },
      ]}
    />
  )
}

import { Button } from 'antd'
import type { OutputOf } from '#contract/endpoint.ts'
import type { Column } from '#web/kit/data-table.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import type { requestPage } from '../../contract/request.ts'
import { CATEGORIES } from '../../rules/levels.ts'
import { REQUEST_STATES } from '../../rules/request-status.ts'
import { requestTag } from '../words.ts'

type Row = OutputOf<typeof requestPage>['rows'][number]

export const REQUEST_TABS = {
  param: 'state' as const,
  tabs: [{ value: '', label: '全部' }, ...Object.entries(REQUEST_STATES).map(([value, label]) => ({ value, label }))],
}

/** Columns of a list of requests; the title shows one. */
export function requestColumns(show: (requestId: string) => void): Column<Row>[] {
  return [
    {
      key: 'title',
      title: '申报',
      value: (row) => row.title,
      render: (row) => (
        <span>
          <small className="kb-muted">{row.code}</small>
          <br />
          <Button type="link" size="small" style={{ padding: 0 }} onClick={() => show(row.requestId)}>
            {row.title}
          </Button>
        </span>
      ),
    },
    { key: 'department', title: '部门', width: 110, value: (row) => row.departmentName },
    { key: 'category', title: '类别', width: 72, value: (row) => CATEGORIES[row.category] },
    { key: 'items', title: '项数', kind: 'number', width: 72, value: (row) => row.items },
    { key: 'estimate', title: '估算（元）', kind: 'amount', width: 140, value: (row) => row.estimate },
    { key: 'neededBy', title: '需用日期', width: 110, value: (row) => row.neededBy },
    { key: 'by', title: '申报人', width: 90, value: (row) => row.createdByName },
    {
      key: 'state',
      title: '状态',
      width: 120,
      value: (row) => REQUEST_STATES[row.state],
      render: (row) => <StatusTag {...requestTag(row.state)} />,
    },
  ]
}

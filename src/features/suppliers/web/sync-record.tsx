import { Drawer } from 'antd'
import { useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import { ListScreen } from '#web/kit/list-screen.tsx'
import { SYNC_WAYS, syncPage } from '../contract/listings.ts'

type Sync = OutputOf<typeof syncPage>['rows'][number]

/** What came in from lists of others and what went to subordinate companies, row by row. */
export function Screen() {
  const [shown, setShown] = useState<Sync | null>(null)
  return (
    <>
      <ListScreen
        title="名单同步记录"
        endpoint={syncPage}
        rowKey={(row) => row.syncId}
        exportAs="名单同步记录"
        columns={[
          { key: 'way', title: '方式', width: 140, value: (row) => SYNC_WAYS[row.way] },
          { key: 'source', title: '来源或内容', value: (row) => row.source },
          { key: 'file', title: '文件', width: 180, value: (row) => row.fileName },
          { key: 'queried', title: '查询日期', kind: 'date', width: 110, value: (row) => row.queriedAt },
          { key: 'read', title: '条数', kind: 'number', width: 80, value: (row) => row.rowsRead },
          { key: 'new', title: '新增', kind: 'number', width: 80, value: (row) => row.rowsNew },
          { key: 'possible', title: '待核实', kind: 'number', width: 80, value: (row) => row.rowsPossible },
          { key: 'by', title: '操作人', width: 100, value: (row) => row.byName },
          { key: 'at', title: '时间', kind: 'time', width: 140, value: (row) => row.at },
        ]}
        rowActions={(row) => [{ label: '明细', onClick: () => setShown(row) }]}
        empty={{ title: '还没有同步记录', hint: '上级单位同步、同步至下级和公开名单导入都记录在这里' }}
      />
      {shown && (
        <Drawer open title={`${SYNC_WAYS[shown.way]}：${shown.source}`} size={640} onClose={() => setShown(null)}>
          <DataTable
            label="明细"
            rows={shown.items}
            rowKey={(row) => `${row.name}${row.creditCode}${row.outcome}`}
            columns={[
              { key: 'name', title: '企业', value: (row) => row.name },
              { key: 'code', title: '统一社会信用代码', width: 190, value: (row) => row.creditCode },
              { key: 'outcome', title: '结果', width: 150, value: (row) => row.outcome },
            ]}
          />
        </Drawer>
      )}
    </>
  )
}

import { ListScreen } from '#web/kit/list-screen.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { MainCell } from '#web/kit/values.tsx'
import { listingRecords } from '../contract/listings.ts'
import { LISTS } from '../rules/listings.ts'
import { listTag, optionsOf } from './words.ts'

/** Who did what to the own lists; nothing of it is ever changed. */
export function Screen() {
  return (
    <ListScreen
      title="名单操作记录"
      endpoint={listingRecords}
      rowKey={(row) => row.recordId}
      exportAs="名单操作记录"
      filters={[
        { kind: 'text', name: 'keyword', label: '名称或信用代码' },
        { kind: 'select', name: 'kind', label: '名单', options: optionsOf(LISTS) },
      ]}
      columns={[
        {
          key: 'name',
          title: '企业',
          width: 260,
          value: (row) => row.name,
          render: (row) => <MainCell code={row.creditCode} title={row.name} />,
        },
        {
          key: 'kind',
          title: '名单',
          width: 110,
          value: (row) => LISTS[row.kind],
          render: (row) => <StatusTag {...listTag(row.kind)} />,
        },
        { key: 'action', title: '操作', width: 110, value: (row) => row.label },
        { key: 'summary', title: '说明', value: (row) => row.summary },
        { key: 'by', title: '操作人', width: 100, value: (row) => row.byName },
        { key: 'at', title: '时间', kind: 'time', width: 140, value: (row) => row.at },
      ]}
      empty={{ title: '还没有操作记录', hint: '列入、解除、同步、导入和到期终止都记录在这里' }}
    />
  )
}

import { ListScreen } from '#web/kit/list-screen.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { MainCell } from '#web/kit/values.tsx'
import { SHEET_STATES, sheetPage } from '../contract/hall.ts'
import { PLACES } from '../rules/places.ts'
import { SHEET_TONES, tabsOf } from './words.ts'

/** Appraisals that the person gives marks in. */
export function Screen() {
  return (
    <ListScreen
      title="考核打分"
      endpoint={sheetPage}
      rowKey={(row) => row.appraisalId}
      tabs={{ param: 'state', tabs: tabsOf(SHEET_STATES) }}
      filters={[{ kind: 'text', name: 'keyword', label: '考核名称' }]}
      columns={[
        {
          key: 'title',
          title: '考核',
          value: (row) => row.title,
          render: (row) => (
            <MainCell code={`${row.from} 至 ${row.until}`} title={row.title} to={PLACES.sheet(row.appraisalId)} />
          ),
        },
        { key: 'suppliers', title: '供应商', kind: 'number', width: 90, value: (row) => row.suppliers },
        { key: 'given', title: '已打分', width: 110, value: (row) => `${row.given}/${row.needed}` },
        { key: 'deadline', title: '截止时间', kind: 'time', width: 150, value: (row) => row.deadline },
        {
          key: 'state',
          title: '状态',
          width: 110,
          value: (row) => SHEET_STATES[row.state],
          render: (row) => <StatusTag label={SHEET_STATES[row.state]} tone={SHEET_TONES[row.state]} />,
        },
      ]}
      rowActions={(row) => [{ label: row.state === 'open' ? '打分' : '查看', to: PLACES.sheet(row.appraisalId) }]}
      empty={{ title: '没有需要您打分的考核', hint: '被选为评分人后，考核开始时会收到通知' }}
    />
  )
}

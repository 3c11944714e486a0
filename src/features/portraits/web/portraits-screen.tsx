import { useSearchParams } from 'react-router'
import { formatDate } from '#contract/time.ts'
import { ListScreen } from '#web/kit/list-screen.tsx'
import { PageHead } from '#web/kit/page-head.tsx'
import { PageTabs } from '#web/kit/page-tabs.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { paidRecords } from '../contract.ts'
import { PORTRAITS } from '../rules/terms.ts'
import { CompanySearch } from './company-search.tsx'

const PARTS = [
  { value: '', label: '查询企业' },
  { value: 'records', label: '查看记录' },
]

/** Portraits of companies: looked for, and those that were bought. */
export function Screen() {
  const [address] = useSearchParams()
  if (address.get('part') === 'records') return <Records />
  return (
    <>
      <PageHead title="企业画像" />
      <PageTabs label="企业画像" parts={PARTS} />
      <CompanySearch />
    </>
  )
}

function Records() {
  return (
    <ListScreen
      title="企业画像"
      endpoint={paidRecords}
      rowKey={(row) => row.recordId}
      filters={[{ kind: 'text', name: 'keyword', label: '企业名称' }]}
      columns={[
        { key: 'name', title: '企业', value: (row) => row.companyName },
        {
          key: 'state',
          title: '状态',
          width: 100,
          value: (row) => (row.isOpen ? '有效' : '已到期'),
          render: (row) => (
            <StatusTag label={row.isOpen ? '有效' : '已到期'} tone={row.isOpen ? 'success' : 'neutral'} />
          ),
        },
        { key: 'until', title: '有效期至', width: 130, value: (row) => formatDate(row.until) },
        { key: 'counts', title: '扣次', width: 80, value: () => '1 次' },
        { key: 'user', title: '查看人', width: 100, value: (row) => row.userName },
        { key: 'opened', title: '购买时间', kind: 'time', width: 140, value: (row) => row.openedAt },
      ]}
      rowActions={(row) => [row.isOpen && { label: '查看', to: `${PORTRAITS}/${row.recordId}` }]}
      empty={{ title: '还没有查看过企业画像', hint: '查询企业后可查看其已公布的采购或成交情况' }}
    >
      <PageTabs label="企业画像" parts={PARTS} />
    </ListScreen>
  )
}

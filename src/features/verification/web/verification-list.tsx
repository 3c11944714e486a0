import { ListScreen } from '#web/kit/list-screen.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { MainCell } from '#web/kit/values.tsx'
import { useSession } from '#web/shell/session.ts'
import { verificationPage } from '../contract.ts'
import { CONCLUSIONS, KINDS, places, STATES, SUBJECTS } from '../rules/verification.ts'
import { stateTag } from './words.ts'

/** Verifications of the own company. */
export function Screen({ side }: { side: 'purchaser' | 'agency' }) {
  const { rights } = useSession()
  const handles =
    side === 'agency' ? rights.has('agencyTendering') : rights.has('purchaseDemand') || rights.has('demandManagement')
  const place = places(side)
  return (
    <ListScreen
      title="需求论证"
      endpoint={verificationPage}
      rowKey={(row) => row.verificationId}
      exportAs="需求论证"
      tabs={{
        param: 'state',
        tabs: [
          { value: '', label: '全部', countKey: 'all' },
          ...Object.entries(STATES).map(([value, label]) => ({ value, label })),
        ],
      }}
      filters={[{ kind: 'text', name: 'keyword', label: '论证名称、编号或论证对象' }]}
      columns={[
        {
          key: 'title',
          title: '论证',
          value: (row) => row.title,
          render: (row) => <MainCell code={row.code} title={row.title} to={place.detail(row.verificationId)} />,
        },
        { key: 'subject', title: '论证对象', value: (row) => `${SUBJECTS[row.subjectKind]}：${row.subjectTitle}` },
        { key: 'kind', title: '类别', width: 100, value: (row) => KINDS[row.kind].label },
        {
          key: 'conclusion',
          title: '结论',
          width: 110,
          value: (row) => (row.conclusion === '' ? '' : CONCLUSIONS[row.conclusion]),
        },
        { key: 'by', title: '经办人', width: 90, value: (row) => row.createdByName },
        { key: 'at', title: '创建时间', kind: 'time', width: 130, value: (row) => row.createdAt },
        {
          key: 'state',
          title: '状态',
          width: 110,
          value: (row) => stateTag(row.state).label,
          render: (row) => <StatusTag {...stateTag(row.state)} />,
        },
      ]}
      rowActions={(row) => [
        handles && row.state === 'draft' && { label: '编辑', to: place.edit(row.verificationId) },
        row.state === 'reported' && { label: '报告', to: place.report(row.verificationId) },
        { label: '查看', to: place.detail(row.verificationId) },
      ]}
      {...(handles && { primary: { label: '新建论证', to: place.form } })}
      empty={{ title: '还没有需求论证', hint: '需求形成结论、编制计划或者拟采用单一来源时，邀请专家论证' }}
    />
  )
}

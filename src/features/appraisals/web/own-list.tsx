import { ListScreen } from '#web/kit/list-screen.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { MainCell } from '#web/kit/values.tsx'
import { ownResultPage } from '../contract/supplier.ts'
import { PLACES } from '../rules/places.ts'
import { GRADE_TONES } from './words.ts'

const OBJECTIONS = { none: '未提出', open: '待答复', answered: '已答复' } as const

/** Published results about the own company. */
export function Screen() {
  return (
    <ListScreen
      title="考核结果"
      endpoint={ownResultPage}
      rowKey={(row) => row.appraisalId}
      exportAs="考核结果"
      filters={[{ kind: 'text', name: 'keyword', label: '考核名称或采购人' }]}
      columns={[
        {
          key: 'title',
          title: '考核',
          value: (row) => row.title,
          render: (row) => <MainCell code={row.ownerName} title={row.title} to={PLACES.ownResult(row.appraisalId)} />,
        },
        { key: 'period', title: '考核期', width: 210, value: (row) => `${row.from} 至 ${row.until}` },
        {
          key: 'score',
          title: '得分',
          kind: 'number',
          width: 120,
          value: (row) => row.score ?? '无往来，不评分',
        },
        {
          key: 'grade',
          title: '等级',
          width: 90,
          value: (row) => row.grade,
          render: (row) => (row.grade ? <StatusTag label={`${row.grade} 级`} tone={GRADE_TONES[row.grade]} /> : '-'),
        },
        { key: 'published', title: '发布时间', kind: 'time', width: 140, value: (row) => row.publishedAt },
        { key: 'objection', title: '异议', width: 100, value: (row) => OBJECTIONS[row.objection] },
      ]}
      rowActions={(row) => [{ label: '查看', to: PLACES.ownResult(row.appraisalId) }]}
      empty={{ title: '没有考核结果', hint: '采购人发布对贵单位的考核结果后在这里查看，并可在五个工作日内提出异议' }}
    />
  )
}

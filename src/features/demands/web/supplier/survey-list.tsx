import { ListScreen } from '#web/kit/list-screen.tsx'
import { StatusTag, type Tone } from '#web/kit/status-tag.tsx'
import { MainCell } from '#web/kit/values.tsx'
import { surveyPage } from '../../contract/supplier.ts'
import { supplierPlaces } from '../../rules/places.ts'
import { SURVEY_MODES } from '../../rules/status.ts'
import { NO_OFFER } from '../../rules/words.ts'
import { CATEGORIES } from '../words.ts'
import { ownTag } from './own-tag.ts'

/** Surveys that are open to the own company, and those it takes part in, each with its next deadline. */
export function Screen() {
  return (
    <ListScreen
      title="需求调研"
      endpoint={surveyPage}
      rowKey={(row) => row.demandId}
      exportAs="需求调研"
      tabs={{
        param: 'tab',
        tabs: [
          { value: '', label: '全部', countKey: 'all' },
          { value: 'open', label: '调研中' },
          { value: 'own', label: '我参与的' },
          { value: 'ended', label: '已截止' },
        ],
      }}
      filters={[
        { kind: 'text', name: 'keyword', label: '需求名称或编号' },
        {
          kind: 'select',
          name: 'category',
          label: '类别',
          options: Object.entries(CATEGORIES).map(([value, label]) => ({ value, label })),
        },
      ]}
      columns={[
        {
          key: 'title',
          title: '需求',
          value: (row) => row.title,
          render: (row) => (
            <MainCell code={row.code} title={row.title} to={supplierPlaces(row.profile).detail(row.demandId)} />
          ),
        },
        { key: 'owner', title: '发布单位', width: 180, value: (row) => row.ownerName },
        { key: 'category', title: '类别', width: 72, value: (row) => CATEGORIES[row.category] },
        { key: 'region', title: '地区', width: 100, value: (row) => row.region },
        { key: 'mode', title: '调研方式', width: 100, value: (row) => SURVEY_MODES[row.mode] },
        { key: 'published', title: '发布时间', kind: 'time', width: 130, value: (row) => row.publishedAt },
        { key: 'ends', title: '截止时间', kind: 'time', width: 130, value: (row) => row.endsAt },
        {
          key: 'state',
          title: '状态',
          width: 90,
          value: (row) => surveyTag(row).label,
          render: (row) => <StatusTag {...surveyTag(row)} />,
        },
        {
          key: 'own',
          title: '我的参与',
          width: 100,
          value: (row) => ownTag(row).label,
          render: (row) => <StatusTag {...ownTag(row)} />,
        },
      ]}
      rowActions={(row) => [
        row.isOpen &&
          row.tradeId !== null &&
          row.ownState === 'passed' && {
            label: row.hasAnswered ? '修改应答' : '应答',
            to: supplierPlaces(row.profile).answer(row.demandId, row.tradeId),
          },
        { label: '查看', to: supplierPlaces(row.profile).detail(row.demandId) },
      ]}
      empty={{ title: '还没有需求调研', hint: '采购人公开征集或邀请贵单位参与的需求调研在这里展示' }}
    >
      <p className="kb-hint kb-below-16">{NO_OFFER}</p>
    </ListScreen>
  )
}

function surveyTag({ isOpen, isWithdrawn }: { isOpen: boolean; isWithdrawn: boolean }): { label: string; tone: Tone } {
  if (isWithdrawn) return { label: '已撤回', tone: 'danger' }
  return isOpen ? { label: '调研中', tone: 'active' } : { label: '已截止', tone: 'neutral' }
}

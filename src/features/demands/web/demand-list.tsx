import { ListScreen } from '#web/kit/list-screen.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { MainCell } from '#web/kit/values.tsx'
import { useSession } from '#web/shell/session.ts'
import { demandPage } from '../contract/demand.ts'
import { PROFILES } from '../rules/profiles.ts'
import { DEMAND_STATES, SURVEY_MODES } from '../rules/status.ts'
import { type At, placesOf } from './at.ts'
import { CATEGORIES, demandTag, tabsOf } from './words.ts'

const { draft, ...rest } = DEMAND_STATES
const TABS = tabsOf({ draft, approving: '审批中', ...rest })

/** Demands of the own company. */
export function Screen(at: At) {
  const { rights } = useSession()
  const handles =
    at.side === 'agency'
      ? rights.has('agencyTendering')
      : rights.has('purchaseDemand') || rights.has('demandManagement')
  const { label } = PROFILES[at.profile]
  const place = placesOf(at)
  return (
    <ListScreen
      title={label}
      endpoint={demandPage}
      fixed={{ query: { profile: at.profile } }}
      rowKey={(row) => row.demandId}
      exportAs={label}
      tabs={{ param: 'state', tabs: TABS }}
      filters={[
        { kind: 'text', name: 'keyword', label: '需求名称或编号' },
        {
          kind: 'select',
          name: 'category',
          label: '类别',
          options: Object.entries(CATEGORIES).map(([value, name]) => ({ value, label: name })),
        },
      ]}
      columns={[
        {
          key: 'title',
          title: '需求',
          value: (row) => row.title,
          render: (row) => <MainCell code={row.code} title={row.title} to={place.detail(row.demandId)} />,
        },
        ...(at.side === 'agency'
          ? [
              {
                key: 'purchaser',
                title: '采购人',
                width: 180,
                value: (row: { purchaserName: string }) => row.purchaserName,
              },
            ]
          : []),
        { key: 'category', title: '类别', width: 72, value: (row) => CATEGORIES[row.category] },
        { key: 'mode', title: '调研方式', width: 110, value: (row) => SURVEY_MODES[row.mode] },
        { key: 'budget', title: '预算（元）', kind: 'amount', width: 140, value: (row) => row.budget },
        { key: 'ends', title: '调研截止', kind: 'time', width: 130, value: (row) => row.endsAt },
        { key: 'by', title: '编制人', width: 90, value: (row) => (row.isOwn ? row.createdByName : row.ownerName) },
        {
          key: 'state',
          title: '状态',
          width: 130,
          value: (row) => demandTag(row).label,
          render: (row) => <StatusTag {...demandTag(row)} />,
        },
      ]}
      rowActions={(row) => [
        handles &&
          row.isOwn &&
          row.state === 'draft' &&
          !row.pending && { label: '编辑', to: place.edit(row.demandId) },
        row.state !== 'draft' && row.mode !== 'none' && { label: '调研', to: place.survey(row.demandId) },
        { label: '查看', to: place.detail(row.demandId) },
      ]}
      {...(handles && { primary: { label: `新建${label}`, to: place.create } })}
      empty={{ title: `还没有${label}`, hint: '起草需求并开展调研，形成结论和实施计划后转为采购项目' }}
    />
  )
}

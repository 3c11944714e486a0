import { Link, useParams } from 'react-router'
import { formatAmount } from '#contract/money.ts'
import { formatTime } from '#contract/time.ts'
import { CATEGORIES } from '#features/procurement/rules/enums.ts'
import { DetailScreen } from '#web/kit/detail-screen.tsx'
import { FieldList } from '#web/kit/field-list.tsx'
import { Figures } from '#web/kit/figures.tsx'
import { Timeline } from '#web/kit/timeline.tsx'
import { useCall } from '#web/use-call.ts'
import { projectSupplements } from '../contract/supplement.ts'
import { type Side, supplementPlaces } from '../rules/places.ts'
import { MarkNote, MarkTag } from './marks.tsx'
import { SupplementTable } from './supplement-table.tsx'

/** One project over what was registered of it afterwards, apart from its orders on the platform. */
export function Screen({ side }: { side: Side }) {
  const { projectId = '' } = useParams()
  const query = useCall(projectSupplements, { params: { projectId } })
  const own = side === 'agency' ? '/agency/entrust/projects/' : '/purchaser/register/projects/'
  return (
    <DetailScreen query={query} back={{ label: '补录登记', to: supplementPlaces(side).list }}>
      {({ project, orders, deal, supplements, history }) => ({
        title: project.name,
        status: <MarkTag />,
        facts: [project.code, CATEGORIES[project.category], `${supplements.length} 项补录`],
        extra: <Link to={`${own}${projectId}/detail`}>打开项目 ›</Link>,
        notice: <MarkNote />,
        sections: [
          {
            key: 'money',
            title: '金额',
            content: (
              <>
                <Figures
                  items={[
                    { label: '项目预算（元）', value: formatAmount(project.budget) },
                    { label: '补录成交金额（元）', value: formatAmount(deal), hint: '不含已撤回的登记' },
                    { label: '平台内采购单', value: String(orders), hint: '另行统计，不与补录合并' },
                  ]}
                />
                <FieldList
                  items={[
                    { label: '来源', value: project.isSupplement ? '由补录登记建立' : '平台项目，另有补录' },
                    { label: '采购人', value: project.purchaserName },
                    { label: '代理机构', value: project.agencyName ?? '自行组织' },
                    { label: '项目所在地', value: project.region },
                    { label: '资金来源', value: project.funds },
                  ]}
                />
              </>
            ),
          },
          {
            key: 'supplements',
            title: '补录',
            content: <SupplementTable rows={supplements} side={side} />,
          },
          {
            key: 'history',
            title: '登记记录',
            content:
              history.length === 0 ? (
                <p className="kb-muted">暂无记录</p>
              ) : (
                <Timeline
                  items={history.map(({ key, title, code, text, byName, at }) => ({
                    key,
                    at,
                    title: text,
                    text: [title, code, byName, formatTime(at)].join(' · '),
                  }))}
                />
              ),
          },
        ],
      })}
    </DetailScreen>
  )
}

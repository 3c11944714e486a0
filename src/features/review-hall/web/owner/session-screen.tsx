import { Navigate } from 'react-router'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { PrimaryButton } from '#web/kit/page-head.tsx'
import { EmptyState } from '#web/kit/states.tsx'
import { WaySummaryStatus } from '#features/evaluation/rules/enums.ts'
import { ProgressList } from '../results/progress-list.tsx'
import { SessionNav } from '../results/session-nav.tsx'
import { SessionView } from '../results/session-view.tsx'
import { WayResultView } from '../results/way-result.tsx'
import { WayTabs } from '../results/way-tabs.tsx'
import { currentWay, firstOfMany, type Project, useOwnerProject, useReviewFrame, type Way } from '../review-data.ts'
import { useReviewAddress } from '../review-address.ts'
import '../review.css'
import '../committee.css'
import { OwnerMotions } from './owner-motions.tsx'

/** The review from the purchaser's side: how far it is, and results once a way is summed up. Never marks before. */
export function Screen() {
  const { projectId } = useReviewAddress()
  const query = useOwnerProject(projectId)
  useReviewFrame(query, 'review-session')
  return <WhenLoaded query={query}>{(project) => <Session project={project} />}</WhenLoaded>
}

function Session({ project }: { project: Project }) {
  const address = useReviewAddress()
  if (project.wayList.length === 0)
    return (
      <EmptyState
        title="评审尚未开始"
        hint="组建评标委员会并开始评审后，可在此查看评审进度"
        action={<PrimaryButton label="组建评标委员会" to={address.step('leader-recommend')} />}
      />
    )
  const { view } = address
  const way = project.wayList.find((w) => w.wayId === address.wayId)
  if (!way && !view) return <Navigate to={address.way(currentWay(project.wayList)!)} replace />
  return (
    <div className="rv-page kb-column kb-gap-20">
      <div className="rv-top kb-flex kb-gap-12 kb-rule">
        <WayTabs ways={project.wayList} current={view ? '' : (way?.wayId ?? '')} />
        <SessionNav project={project} />
      </div>
      {!view && <OwnerMotions motions={project.motions.filter((m) => m.state === 0)} />}
      {view ? <SessionView project={project} view={view} /> : way && <OneWay project={project} way={way} />}
    </div>
  )
}

function OneWay({ project, way }: { project: Project; way: Way }) {
  if (way.status === WaySummaryStatus.values.summarised)
    return <WayResultView wayId={way.wayId} first={firstOfMany(project, way)} />
  if (way.status === WaySummaryStatus.values.notStarted)
    return (
      <EmptyState
        title="本项尚未开始"
        hint={way.wayId === project.wayList[0]?.wayId ? '组长推选完成后开始' : '前面的评审项汇总后开始'}
      />
    )
  if (way.isAutomatic)
    return <EmptyState title="等待组长汇总" hint="本项由系统按采购文件规定的公式计算，组长汇总后公布结果与计算过程" />
  return (
    <section className="kb-reading">
      <h2 className="rv-h2 kb-below-8">
        {way.name}
        <small>汇总前只显示进度，不显示评审内容</small>
      </h2>
      <ProgressList projectId={project.projectId} wayId={way.wayId} />
    </section>
  )
}

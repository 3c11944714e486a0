import type { ComponentType } from 'react'
import { Suspense, lazy } from 'react'
import { Link } from 'react-router'
import { WORKBENCHES } from '#contract/workbench.ts'
import { formatDate, greeting } from '#contract/time.ts'
import { useNow } from '../clock.ts'
import { tr } from '../kit/labels.ts'
import { EmptyState, Skeleton } from '../kit/states.tsx'
import type { HomePanel } from '../screen.ts'
import { hasRight, inWorkbench } from '../screen.ts'
import { Boundary, LoadFailure } from './boundary.tsx'
import { useFeatures } from './feature-tables.ts'
import { screenAt } from './guard.ts'
import { useSession } from './session.ts'

const WEEKDAYS = '日一二三四五六'
const components = new Map<HomePanel, ComponentType>()

/** Home of a workbench: greeting and figures, what needs doing at the left, deadlines and news at the right. */
export function Screen() {
  const { workbench, rights, employee } = useSession()
  const { homePanels } = useFeatures()
  const mine = homePanels.filter((panel) => inWorkbench(panel, workbench) && hasRight(panel, rights))
  const head = mine.filter((panel) => panel.place === 'head')
  const main = mine.filter((panel) => panel.place === 'main')
  const side = mine.filter((panel) => panel.place === 'side')
  return (
    <div>
      <div className="kb-home-head">
        <Greeting />
        {workbench && head.map(panelOf)}
      </div>
      {!workbench && (
        <EmptyState
          title="您还没有可用的工作台"
          hint={
            employee?.company?.isCertified
              ? '您的账号尚未分配权限，请联系企业管理员'
              : '企业通过认证并开通相应服务后，即可进入采购、代理或供应商工作台'
          }
          action={<Next />}
        />
      )}
      <div className="kb-home-body">
        {main.length > 0 && <div className="kb-home-main">{main.map(panelOf)}</div>}
        {side.length > 0 && <div className="kb-home-side">{side.map(panelOf)}</div>}
      </div>
    </div>
  )
}

/** Where a company is certified; nothing for somebody without one, who is asked to choose a company first. */
function Next() {
  const { employee } = useSession()
  const { tableOf } = useFeatures()
  if (!employee?.company) return null
  const to = '/home/enterprise-certificate'
  return screenAt(tableOf(null), to) ? <Link to={to}>{tr('办理企业认证')}</Link> : null
}

function Greeting() {
  const { employee, person, workbench } = useSession()
  const now = useNow()
  const name = employee?.employeeInfo.name || person?.nickname || ''
  const day = formatDate(now)
  const weekday = WEEKDAYS[new Date(`${day}T00:00:00Z`).getUTCDay()]
  return (
    <header>
      <h1 className="kb-size-20">
        {tr(greeting(now))}，{name}
      </h1>
      <p className="kb-muted">
        {[employee?.company?.companyName, workbench && tr(WORKBENCHES[workbench].label), `${day} 星期${weekday}`]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </header>
  )
}

function panelOf(panel: HomePanel) {
  const Panel = components.get(panel) ?? lazy(() => panel.load().then((m) => ({ default: m.Panel })))
  components.set(panel, Panel)
  return (
    <Boundary key={panel.key} fallback={panel.place === 'head' ? null : <LoadFailure />}>
      <Suspense fallback={panel.place === 'head' ? null : <Skeleton lines={4} title />}>
        <Panel />
      </Suspense>
    </Boundary>
  )
}

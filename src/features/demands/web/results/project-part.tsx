import { Link } from 'react-router'
import type { PropsOf } from '#contract/slot.ts'
import type { PROJECT_SLOTS } from '#features/procurement/contract/slots.ts'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { useCall } from '#web/use-call.ts'
import { projectDemand } from '../../contract/plan.ts'
import { demandPlaces } from '../../rules/places.ts'

/** The demand that a project was made of, and the way to it. */
export function Part({ projectId, side }: PropsOf<typeof PROJECT_SLOTS.source>) {
  const query = useCall(projectDemand, { params: { projectId } })
  return (
    <WhenLoaded query={query}>
      {(demand) =>
        demand ? (
          <p>
            <Link to={demandPlaces({ side, profile: demand.profile }).result(demand.demandId)}>
              {demand.title}（{demand.code}）›
            </Link>
            <span className="kb-muted"> 采购实施计划第 {demand.planNo} 版</span>
          </p>
        ) : (
          <p className="kb-muted">直接登记，不来自采购需求</p>
        )
      }
    </WhenLoaded>
  )
}

import { Link } from 'react-router'
import type { PropsOf } from '#contract/slot.ts'
import type { PROJECT_SLOTS } from '#features/procurement/contract/slots.ts'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useCall } from '#web/use-call.ts'
import { projectEntrustments } from '../contract/entrust.ts'
import { editPlace, placeFor } from '../rules/places.ts'
import { entrustTag, PROPOSE } from './words.ts'

/** Whether the project is in an agency's hands, and the way to it. */
export function Part({ projectId, side }: PropsOf<typeof PROJECT_SLOTS.entrust>) {
  const query = useCall(projectEntrustments, { params: { projectId } })
  return (
    <WhenLoaded query={query}>
      {({ entrustments: [last], isByAgency, mayPropose }) => (
        <p className="kb-row kb-gap-12 kb-wrap">
          {last && <StatusTag {...entrustTag(last.state)} />}
          {last ? (
            <Link to={placeFor(side, projectId)}>{last.agencyName} ›</Link>
          ) : (
            <span className="kb-muted">{isByAgency ? '由代理机构登记，采购人尚未同意' : '未委托代理机构'}</span>
          )}
          {mayPropose && <Link to={editPlace(side, projectId)}>{PROPOSE[side]} ›</Link>}
        </p>
      )}
    </WhenLoaded>
  )
}

import { Link } from 'react-router'
import type { PropsOf } from '#contract/slot.ts'
import type { PROJECT_SLOTS } from '#features/procurement/contract/slots.ts'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { useCall } from '#web/use-call.ts'
import { projectSupplements } from '../contract/supplement.ts'
import { belowProjectPlace, supplementPlaces } from '../rules/places.ts'
import { SupplementTable } from './supplement-table.tsx'

/** What was registered of a project afterwards, and the way to it. */
export function Part({ projectId, side }: PropsOf<typeof PROJECT_SLOTS.supplements>) {
  const query = useCall(projectSupplements, { params: { projectId } })
  return (
    <WhenLoaded query={query}>
      {({ supplements }) => (
        <>
          <SupplementTable
            rows={supplements}
            side={side}
            {...(side === 'purchaser' && { placeOf: (row) => belowProjectPlace(row.supplementId) })}
          />
          {supplements.length > 0 && <Link to={supplementPlaces(side).project(projectId)}>补录总览 ›</Link>}
        </>
      )}
    </WhenLoaded>
  )
}

import { Link } from 'react-router'
import { HomeSection } from '#web/kit/home-section.tsx'
import { tr } from '#web/kit/labels.ts'
import { Skeleton } from '#web/kit/states.tsx'
import { useCall } from '#web/use-call.ts'
import { matches, missing } from '../contract.ts'
import { COCKPIT, partPlace } from '../rules/places.ts'
import { MatchText, Nothing } from './matches.tsx'

const SHOWN = 3

/** The best open orders, and how much is missing for those that the company takes part in. */
export function Panel() {
  const found = useCall(matches, { query: { pageSize: SHOWN } })
  const lacks = useCall(missing, {})
  if (found.error) return null
  const open = lacks.data?.rows.filter(({ items }) => items.length > 0) ?? []
  return (
    <HomeSection title="为您匹配" more={{ to: COCKPIT }}>
      {open.length > 0 && (
        <p className="kb-pad-top-12">
          <Link to={partPlace('missing')}>
            {tr('参与中的')} {open.length} {tr('个项目在截止前还缺')}{' '}
            {open.reduce((sum, { items }) => sum + items.length, 0)} {tr('项')} ›
          </Link>
        </p>
      )}
      {!found.data ? (
        <Skeleton lines={4} />
      ) : found.data.rows.length === 0 ? (
        <Nothing hasProfile={found.data.hasProfile} />
      ) : (
        <ul>
          {found.data.rows.map((row) => (
            <li key={row.orderId} className="kb-line kb-pad-y-8">
              <MatchText match={row} isShort />
            </li>
          ))}
        </ul>
      )}
    </HomeSection>
  )
}

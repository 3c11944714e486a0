import { StatusTag } from '#web/kit/status-tag.tsx'
import type { BondStanding } from '../contract/bond.ts'

/** How a bidder's bond stands: in order, or with what is wrong and what the committee decided of it. */
export function BondTag({ bond }: { bond: BondStanding | null }) {
  if (bond === null) return null
  const { state, label, isFault, isLateRecord, detail, decision } = bond
  return (
    <span className="kb-stack kb-gap-4 kb-items-start">
      <StatusTag
        label={isLateRecord ? `${label}（截止后登记）` : label}
        tone={isFault ? 'warning' : state === 'notRequired' ? 'neutral' : 'success'}
      />
      {isFault && <small className="kb-muted">{detail}</small>}
      {decision && (
        <small className="kb-muted">
          {decision.accepted ? '评标委员会接受' : '评标委员会否决'}：{decision.reason}
        </small>
      )}
    </span>
  )
}

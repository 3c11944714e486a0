import { useMemo } from 'react'
import { clock } from '#web/clock.ts'
import type { Finding } from '../../../contract/shared.ts'
import { checkCalendar } from '../../../rules/legal-calendar.ts'
import { findingsSummary } from '#web/kit/marked-list.tsx'
import { LegalFindings } from '../legal-findings.tsx'

interface ChangeLawProps {
  /** What the server says of the dates. */
  findings: readonly Finding[]
  affectsBids: boolean
  /** The bid deadline as it will be. */
  bidEnd: string | null
}

/** What the law says of a change: of its dates, and of the time left when bids have to be changed. */
export function ChangeLaw({ findings, affectsBids, bidEnd }: ChangeLawProps) {
  const all = useMemo(() => [...findings, ...(affectsBids ? amendmentOf(bidEnd) : [])], [findings, affectsBids, bidEnd])
  return (
    <>
      <p className="kb-size-13 kb-below-8 kb-soft" role="status">
        {findingsSummary(all)}
      </p>
      <LegalFindings findings={all} />
    </>
  )
}

/** The fifteen days as the law counts them; a stricter tenant's count is the server's answer. */
function amendmentOf(bidEnd: string | null): Finding[] {
  if (!bidEnd) return []
  const schedule = {
    method: 'publicTender',
    mustTenderByLaw: true,
    amendmentAt: new Date(clock.now()),
    bidDeadline: bidEnd,
  } as const
  return checkCalendar(schedule)
    .filter((finding) => finding.ruleId === 'amendment')
    .map(({ ruleId, citation, ok, severity, message }) => ({ ruleId, citation, ok, severity, message, title: message }))
}

import { useMemo } from 'react'
import { clock } from '#web/clock.ts'
import type { Finding } from '../../../contract/shared.ts'
import { checkCalendar } from '../../../rules/legal-calendar.ts'
import { regimeUnder } from '../../../rules/legal-calendar-schedule.ts'
import { methodOf } from '../../../methods/all.ts'
import type { OrderDetail } from '../tones.ts'
import { LawSummary, LegalFindings } from '../legal-findings.tsx'

interface ChangeLawProps {
  /** What the server says of the dates. */
  findings: readonly Finding[]
  order: OrderDetail
  affectsBids: boolean
  /** The bid deadline as it will be. */
  bidEnd: string | null
}

/** What the law says of a change: of its dates, and of the time left when bids have to be changed. */
export function ChangeLaw({ findings, order, affectsBids, bidEnd }: ChangeLawProps) {
  const { method, project } = order
  const all = useMemo(
    () => [...findings, ...(affectsBids ? amendmentOf({ method, project }, bidEnd) : [])],
    [findings, affectsBids, method, project, bidEnd],
  )
  return (
    <>
      <LawSummary order={order} findings={all} />
      <LegalFindings findings={all} />
    </>
  )
}

/** The fifteen days as the law counts them; a stricter tenant's count is the server's answer. */
function amendmentOf(order: Pick<OrderDetail, 'method' | 'project'>, bidEnd: string | null): Finding[] {
  if (!bidEnd) return []
  const { calendar: method } = methodOf(order.method)
  const schedule = {
    method,
    regime: regimeUnder(order.project, method),
    amendmentAt: new Date(clock.now()),
    bidDeadline: bidEnd,
  }
  return checkCalendar(schedule).map(({ ruleId, citation, ok, severity, message }) => ({
    ruleId,
    citation,
    ok,
    severity,
    message,
    title: message,
  }))
}

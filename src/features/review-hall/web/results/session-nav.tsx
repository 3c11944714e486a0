import { Link } from 'react-router'
import type { Project } from '../review-data.ts'
import { type SessionView, useReviewAddress } from '../review-address.ts'

/** What stands beside the ways of a review: questions, price corrections, rounds of offers, rejections, comparison. */
export function SessionNav({ project }: { project: Project }) {
  const { view } = useReviewAddress()
  const { counts, maxOfferRounds, bidders } = project
  const entries: readonly [SessionView, string, number, boolean][] = [
    ['asks', '询标', counts.waitingAsks + counts.draftAsks + counts.lowPrices, true],
    ['corrections', '算术修正', counts.waitingCorrections + counts.draftCorrections, true],
    ['offers', '多轮报价', counts.openRounds, maxOfferRounds > 0],
    ['waste', '否决', bidders.filter((b) => b.rejection).length, true],
    ['compare', '报价对比', 0, true],
    ['draws', '抽签', 0, counts.draws > 0],
  ]
  return (
    <nav className="rv-views kb-flex kb-fixed kb-scroll-x kb-inner-rings" aria-label="评审事项">
      {entries
        .filter(([, , , shown]) => shown)
        .map(([key, label, count]) => (
          <Link
            key={key}
            to={{ search: `?view=${key}` }}
            replace
            className="rv-view"
            aria-current={view === key ? 'page' : undefined}
          >
            {label}
            {count > 0 && <b>{count}</b>}
          </Link>
        ))}
    </nav>
  )
}

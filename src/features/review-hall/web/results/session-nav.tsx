import type { Project } from '../review-data.ts'
import { type SessionView, useReviewAddress } from '../review-address.ts'
import { ViewTabs } from '../view-tabs.tsx'

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
  const shown = entries
    .filter(([, , , isOffered]) => isOffered)
    .map(([key, label, count]) => [key, label, count] as const)
  return <ViewTabs entries={shown} view={view} className="kb-inner-rings" />
}

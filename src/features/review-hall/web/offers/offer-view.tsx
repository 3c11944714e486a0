import { lazy } from 'react'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { EmptyState } from '#web/kit/states.tsx'
import { useCall } from '#web/use-call.ts'
import { RoundStatus } from '#features/quotes/rules/enums.ts'
import { DialogPage } from '../dialog-page.tsx'
import type { Project } from '../review-data.ts'
import { useReviewAddress } from '../review-address.ts'
import { BidderRates } from './bidder-rates.tsx'
import { offerReadsOf } from './offer-data.ts'
import { RoundCard } from './round-card.tsx'

const RoundForm = lazy(() => import('./round-form.tsx').then((m) => ({ default: m.RoundForm })))

/** Rounds of offers in the review: prepared, started and closed by the leader; figures once a round is closed. */
export function OfferView({ project }: { project: Project }) {
  const { side, projectId } = useReviewAddress()
  const query = useCall(offerReadsOf(side).rounds, { params: { projectId } })
  return (
    <DialogPage
      project={project}
      title="多轮报价"
      hint={`采购文件允许评审中报价 ${project.maxOfferRounds} 轮；各家报价在本轮结束后同时公开`}
      action="createRound"
      form={(onClose) => <RoundForm project={project} onClose={onClose} />}
    >
      <WhenLoaded query={query}>
        {(rounds) =>
          rounds.length === 0 ? (
            <EmptyState
              title="还没有评审报价轮次"
              hint={
                side === 'member' ? '由组长发起，受邀投标人在规定时间内提交报价' : '评标委员会发起的报价会显示在这里'
              }
            />
          ) : (
            <>
              {rounds.toReversed().map((round, i) => (
                <RoundCard key={round.roundId} round={round} projectId={projectId} open={i === 0} />
              ))}
              {rounds.some((r) => r.status === RoundStatus.values.closed) && <BidderRates projectId={projectId} />}
            </>
          )
        }
      </WhenLoaded>
    </DialogPage>
  )
}

import { Button } from 'antd'
import { Suspense, lazy, useState } from 'react'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { EmptyState } from '#web/kit/states.tsx'
import { useCall } from '#web/use-call.ts'
import { OfferRoundStatus } from '../../rules/enums.ts'
import type { Project } from '../review-data.ts'
import { useReviewAddress } from '../review-address.ts'
import '../cards.css'
import '../results.css'
import { BidderRates } from './bidder-rates.tsx'
import { offerReadsOf } from './offer-data.ts'
import { RoundCard } from './round-card.tsx'

const RoundForm = lazy(() => import('./round-form.tsx').then((m) => ({ default: m.RoundForm })))

/** Rounds of offers in the review: prepared, started and closed by the leader; figures once a round is closed. */
export function OfferView({ project }: { project: Project }) {
  const { side, projectId } = useReviewAddress()
  const [making, setMaking] = useState(false)
  const query = useCall(offerReadsOf(side).rounds, { params: { projectId } })
  const may = project.actions.find((a) => a.action === 'createRound')
  return (
    <section className="rv-page rv-middle" aria-label="多轮报价">
      <header className="rv-page-head">
        <h2 className="rv-h2">
          多轮报价
          <small>采购文件允许评审中报价 {project.maxOfferRounds} 轮；各家报价在本轮结束后同时公开</small>
        </h2>
        {side === 'member' && may && (
          <Button type="primary" disabled={may.reason !== undefined} title={may.reason} onClick={() => setMaking(true)}>
            {may.label}
          </Button>
        )}
      </header>
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
              {rounds.some((r) => r.status === OfferRoundStatus.values.closed) && <BidderRates projectId={projectId} />}
            </>
          )
        }
      </WhenLoaded>
      {making && (
        <Suspense fallback={null}>
          <RoundForm project={project} onClose={() => setMaking(false)} />
        </Suspense>
      )}
    </section>
  )
}

import { useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatAmount } from '#contract/money.ts'
import { formatTime } from '#contract/time.ts'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { EmptyState } from '#web/kit/states.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { Capitals, Countdown } from '#web/kit/values.tsx'
import { useCall } from '#web/use-call.ts'
import { ownOffer, supplierRounds } from '../../contract/offers.ts'
import { RoundStatus } from '#features/quotes/rules/enums.ts'
import { offerTone, roundTone } from '../offers/offer-data.ts'
import '../results.css'
import { OfferForm } from './offer-form.tsx'
import { OfferSign } from './offer-sign.tsx'

interface OwnProps {
  projectId: string
  bidderId: string
}

/** Rounds the own company is invited to; the one that is open stands first with its sheet. */
export function OwnOffers({ projectId, bidderId }: OwnProps) {
  const query = useCall(supplierRounds, { params: { projectId, offerId: bidderId } })
  return (
    <WhenLoaded query={query}>
      {(rounds) =>
        rounds.length === 0 ? (
          <EmptyState title="没有评审报价" hint="评标委员会发起报价时，会显示在这里并发送通知；请在规定时间内报价" />
        ) : (
          <div>
            {rounds.toReversed().map((round) => (
              <RoundOfOwn key={round.roundId} round={round} projectId={projectId} bidderId={bidderId} />
            ))}
          </div>
        )
      }
    </WhenLoaded>
  )
}

function RoundOfOwn({ round, ...own }: OwnProps & { round: OutputOf<typeof supplierRounds>[number] }) {
  const isOpen = round.status === RoundStatus.values.quoting
  const [looking, setLooking] = useState(false)
  return (
    <article className="rv-card kb-panel kb-box-16" aria-label={round.label}>
      <header className="kb-row kb-tight kb-wrap">
        <h3>{round.label}</h3>
        <span className="kb-chip">{round.modeLabel}</span>
        {round.isFinal && <span className="kb-chip">最终报价</span>}
        <StatusTag label={round.statusLabel} tone={roundTone(round.status)} />
        <StatusTag label={round.offer.statusLabel} tone={offerTone(round.offer.status)} />
        {isOpen && (
          <span className="kb-size-13 kb-push kb-soft">
            剩余 <Countdown at={round.deadline} over="已截止" large />
          </span>
        )}
      </header>
      <p className="kb-flex kb-gap-16 kb-flat kb-wrap kb-hint">
        {round.startedAt && <span>{formatTime(round.startedAt, true)} 开始</span>}
        {round.deadline && <span>{formatTime(round.deadline, true)} 截止（以服务器时间为准）</span>}
        {round.notAbove && <span>不得高于上一次报价</span>}
        {round.offer.submittedAt && <span>{formatTime(round.offer.submittedAt, true)} 提交</span>}
      </p>
      {round.note && <p className="kb-above-8 kb-below-8 kb-pre kb-break">{round.note}</p>}
      {round.offer.total !== null && (
        <p className="rv-change kb-row kb-gap-12 kb-tight kb-base kb-wrap kb-above-8 kb-below-8">
          <span>本次报价</span>
          <b className="kb-size-16">{formatAmount(round.offer.total)}</b>
          <span>元</span>
          <Capitals value={round.offer.total} />
        </p>
      )}
      {isOpen || looking ? (
        <Sheet {...own} roundId={round.roundId} />
      ) : (
        round.offer.submittedAt && (
          <button type="button" className="kb-accent kb-nowrap" onClick={() => setLooking(true)}>
            查看报价单
          </button>
        )
      )}
    </article>
  )
}

function Sheet(params: OwnProps & { roundId: string }) {
  const query = useCall(ownOffer, { params }, { fresh: 0 })
  return (
    <WhenLoaded query={query}>
      {(offer) =>
        offer.submittedAt ? (
          <OfferSign params={params} offer={offer} />
        ) : (
          <OfferForm key={offer.round.roundId} params={params} offer={offer} />
        )
      }
    </WhenLoaded>
  )
}

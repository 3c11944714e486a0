import { Button } from 'antd'
import { useState } from 'react'
import { useLocation, useParams } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { orderDetail } from '#features/procurement/contract/order.ts'
import { placeOf } from '#features/procurement/methods/places.ts'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { PageHead } from '#web/kit/page-head.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useLive } from '#web/live.ts'
import { useCall } from '#web/use-call.ts'
import { orderRounds } from '../contract.ts'
import { quoteQuestions } from '../contract-questions.ts'
import { QuestionList } from './question-list.tsx'
import { Shortage } from './shortage.tsx'
import { RoundPart } from './round-part.tsx'
import { StartDialog } from './start-dialog.tsx'

type Order = OutputOf<typeof orderDetail>
type Rounds = OutputOf<typeof orderRounds>

/** The rounds of quotes of an order: who quoted what in each, and the next. */
export function Screen() {
  const { orderId = '' } = useParams()
  const order = useCall(orderDetail, { params: { orderId } })
  const query = useCall(orderRounds, { params: { orderId } })
  useLive([`order:${orderId}`, `order-owner:${orderId}`])
  return (
    <WhenLoaded query={order}>
      {(of) => <WhenLoaded query={query}>{(rounds) => <RoundsPage order={of} rounds={rounds} />}</WhenLoaded>}
    </WhenLoaded>
  )
}

function RoundsPage({ order, rounds }: { order: Order; rounds: Rounds }) {
  const [isStarting, setStarting] = useState(false)
  const side = useLocation().pathname.startsWith('/agency') ? 'agency' : 'purchaser'
  const place = { id: order.orderId, method: order.method }
  const isOwner = order.actions.some(({ action }) => action === 'startRound')
  const questions = useCall(quoteQuestions, { params: { orderId: order.orderId } }).data?.rows ?? []
  return (
    <article>
      <PageHead
        title="报价轮次"
        status={<StatusTag label={order.stage} tone="active" />}
        facts={[order.code, order.title, `公布最多 ${rounds.announced} 轮`]}
        back={{ label: '采购单详情', to: placeOf(place, 'publish.detail', side) }}
        actions={
          isOwner && (
            <Button type="primary" disabled={rounds.blocked !== null} onClick={() => setStarting(true)}>
              发起下一轮报价
            </Button>
          )
        }
      />
      {rounds.short && <Shortage order={order} side={side} short={rounds.short} />}
      {isOwner && rounds.blocked !== null && <p className="kb-hint">{rounds.blocked}</p>}
      {rounds.rounds.toReversed().map((round) => (
        <RoundPart
          key={round.roundId}
          order={order}
          side={side}
          round={round}
          isShort={rounds.short?.at === 'deadline'}
          keyMode={rounds.keyMode}
        />
      ))}
      <QuestionList orderId={order.orderId} questions={questions} title="对报价的问询" />
      {isStarting && <StartDialog orderId={order.orderId} rounds={rounds} onClose={() => setStarting(false)} />}
    </article>
  )
}

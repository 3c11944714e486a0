import { Alert, Button } from 'antd'
import { Suspense, lazy, useCallback, useEffect, useState } from 'react'
import { formatTime } from '#contract/time.ts'
import { hasPage, placeOf } from '#features/procurement/methods/places.ts'
import { say } from '#features/procurement/methods/say.ts'
import { useCountdown } from '#web/clock.ts'
import { ask, toast } from '#web/feedback.ts'
import { PageHead, PrimaryButton } from '#web/kit/page-head.tsx'
import { Skeleton } from '#web/kit/states.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { Parts } from '#web/shell/parts.tsx'
import { useAction } from '#web/use-call.ts'
import { BID_SLOTS } from '../contract-slots.ts'
import { withdrawBid } from '../contract.ts'
import { BidBar } from './bid-bar.tsx'
import { loadJob, placeOf as draftPlace } from './draft.ts'
import { BidHistory } from './receipt/history.tsx'
import { ReceiptCard } from './receipt/receipt-card.tsx'
import type { Operation, Room } from './room.ts'

const BidEditor = lazy(() => import('./bid-editor.tsx').then((m) => ({ default: m.BidEditor })))

/** The page of one bid: the receipt when there is one, and the steps while a bid is made. */
export function BidPage({ room, operation = 'quote' }: { room: Room; operation?: Operation }) {
  const closed = useCountdown(room.bidEnd)?.over ?? true
  const [replacing, setReplacing] = useState(operation === 'edit')
  const isLooking = operation === 'view' && !replacing
  const [opened, setOpened] = useState(false)
  const [holds, setHolds] = useState(false)
  const [resumes, setResumes] = useInterrupted(room)
  const { current, receipt } = room
  const editing = holds || (!closed && !isLooking && (current === null || replacing || resumes))
  const done = useCallback(() => {
    setReplacing(false)
    setResumes(false)
    toast.success(say(room, '{bid}提交成功'))
    window.scrollTo({ top: 0 })
  }, [setResumes, room])
  const place = { id: room.orderId, method: room.method }
  return (
    <article className="bid-page">
      <PageHead
        title={room.title}
        status={<State room={room} closed={closed} />}
        facts={[
          room.code,
          room.round > 1 && `第 ${room.round} 轮`,
          room.bidEnd && `${say(room, '{deadline}')} ${formatTime(room.bidEnd, true)}`,
        ]}
        back={{ label: say(room, '{order}详情'), to: placeOf(place, 'publish.tender', 'supplier') }}
        actions={
          <HeadActions
            room={room}
            closed={closed}
            editing={editing}
            busy={holds}
            onReplace={() => setReplacing(true)}
          />
        }
      />
      {!editing && <BidBar room={room} />}
      {room.roundNote !== '' && <Alert type="info" showIcon title={`采购方说明：${room.roundNote}`} />}
      {closed && !current && <Alert type="warning" showIcon title={say(room, '{closed}，本企业没有有效的{bid}')} />}
      {closed && room.terms && <Parts of={BID_SLOTS.endedQuote} orderId={room.orderId} round={room.round} />}
      {editing && receipt && (
        <Alert
          type="info"
          showIcon
          title={
            current
              ? `${formatTime(current.at, true)} ${say(room, '提交的{bid}有效')}${closed ? '' : '，直到新的提交成功'}`
              : `${say(room, '{bid}已于')} ${formatTime(receipt.body.at, true)} 撤回，截止前可重新提交`
          }
          action={
            <span className="kb-inline kb-wrap">
              <Button size="small" onClick={() => setOpened(!opened)} aria-expanded={opened}>
                {opened ? '收起回执' : '查看回执'}
              </Button>
              {replacing && !holds && (
                <Button size="small" onClick={() => setReplacing(false)}>
                  不替换
                </Button>
              )}
            </span>
          }
        />
      )}
      {receipt && room.history.length > 0 && (!editing || opened) && (
        <div className="bid-done">
          <ReceiptCard room={room} submissionId={room.history.at(-1)!.submissionId} receipt={receipt} />
          <aside>
            <h3 className="kb-below-8">{say(room, '{bid}记录')}</h3>
            <BidHistory room={room} />
          </aside>
        </div>
      )}
      {closed && room.terms && <Parts of={BID_SLOTS.openedQuote} orderId={room.orderId} round={room.round} />}
      {editing && (
        <Suspense fallback={<Skeleton lines={8} />}>
          <BidEditor room={room} onHold={setHolds} onDone={done} />
        </Suspense>
      )}
    </article>
  )
}

/** Whether a submission was left unfinished in this browser. */
function useInterrupted({ orderId, round }: Room) {
  const [resumes, setResumes] = useState(false)
  useEffect(() => {
    let gone = false
    loadJob(draftPlace({ orderId, round }))
      .then((job) => !gone && setResumes(job !== undefined))
      // Without the browser's database nothing can have been left.
      .catch(() => undefined)
    return () => {
      gone = true
    }
  }, [orderId, round])
  return [resumes, setResumes] as const
}

function State({ room, closed }: { room: Room; closed: boolean }) {
  if (room.current) return <StatusTag label={say(room, '已{bid}')} tone="success" />
  return <StatusTag label={say(room, '未{bid}')} tone={closed ? 'danger' : 'warning'} />
}

interface HeadActionsProps {
  room: Room
  closed: boolean
  editing: boolean
  busy: boolean
  onReplace: () => void
}

function HeadActions({ room, closed, editing, busy, onReplace }: HeadActionsProps) {
  const { orderId, tradeId, current } = room
  const withdraw = useAction(withdrawBid, { success: say(room, '{bid}已撤回') })
  if (closed) {
    const hall = { id: orderId, method: room.method, ids: { projectId: orderId, bidderId: tradeId } }
    // What the clock opens has no hall.
    return (
      hasPage(room, 'open.supplierDoor') && (
        <PrimaryButton label="进入开标大厅" to={placeOf(hall, 'open.supplierDoor', 'supplier')} />
      )
    )
  }
  const may = room.actions.find((one) => one.action === 'withdraw' && one.reason === undefined)
  const takeBack = async () => {
    if (!current || !may) return
    if (!(await ask({ title: may.label, content: may.confirm ?? '', okText: '撤回', danger: true }))) return
    await withdraw.run({ params: { orderId }, body: { submissionId: current.submissionId } })
  }
  return (
    current && (
      <>
        {may && !busy && (
          <Button danger onClick={() => void takeBack()}>
            {may.label}
          </Button>
        )}
        {!editing && <PrimaryButton label={say(room, '替换{bid}')} onClick={onReplace} />}
      </>
    )
  )
}

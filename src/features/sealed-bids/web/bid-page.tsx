import { Alert, Button } from 'antd'
import { Suspense, lazy, useCallback, useEffect, useState } from 'react'
import { formatTime } from '#contract/time.ts'
import { useCountdown } from '#web/clock.ts'
import { ask, toast } from '#web/feedback.ts'
import { PageHead, PrimaryButton } from '#web/kit/page-head.tsx'
import { Skeleton } from '#web/kit/states.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useAction } from '#web/use-call.ts'
import { withdrawBid } from '../contract.ts'
import { BidBar } from './bid-bar.tsx'
import { loadJob, placeOf } from './draft.ts'
import { BidHistory } from './receipt/history.tsx'
import { ReceiptCard } from './receipt/receipt-card.tsx'
import type { Room } from './room.ts'

const BidEditor = lazy(() => import('./bid-editor.tsx').then((m) => ({ default: m.BidEditor })))

/** The page of one bid: the receipt when there is one, and the steps while a bid is made. */
export function BidPage({ room }: { room: Room }) {
  const closed = useCountdown(room.bidEnd)?.over ?? true
  const [replacing, setReplacing] = useState(false)
  const [opened, setOpened] = useState(false)
  const [holds, setHolds] = useState(false)
  const [resumes, setResumes] = useInterrupted(room.orderId)
  const { current, receipt } = room
  const editing = holds || (!closed && (current === null || replacing || resumes))
  const done = useCallback(() => {
    setReplacing(false)
    setResumes(false)
    toast.success('投标提交成功')
    window.scrollTo({ top: 0 })
  }, [setResumes])
  return (
    <article className="bid-page">
      <PageHead
        title={room.title}
        status={<State submitted={current !== null} closed={closed} />}
        facts={[room.code, room.bidEnd && `投标截止 ${formatTime(room.bidEnd, true)}`]}
        back={{ label: '项目详情', to: `/supplier/bid/orders/${room.orderId}/info` }}
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
      {!editing && <BidBar bidEnd={room.bidEnd} />}
      {closed && !current && <Alert type="warning" showIcon title="投标已截止，本企业没有有效的投标" />}
      {editing && receipt && (
        <Alert
          type="info"
          showIcon
          title={
            current
              ? `${formatTime(current.at, true)} 提交的投标有效${closed ? '' : '，直到新投标提交成功'}`
              : `投标已于 ${formatTime(receipt.body.at, true)} 撤回，截止前可重新提交`
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
          <ReceiptCard
            orderId={room.orderId}
            code={room.code}
            submissionId={room.history.at(-1)!.submissionId}
            receipt={receipt}
          />
          <aside>
            <h3 className="kb-below-8">投标记录</h3>
            <BidHistory room={room} />
          </aside>
        </div>
      )}
      {editing && (
        <Suspense fallback={<Skeleton lines={8} />}>
          <BidEditor room={room} onHold={setHolds} onDone={done} />
        </Suspense>
      )}
    </article>
  )
}

/** Whether a submission was left unfinished in this browser. */
function useInterrupted(orderId: string) {
  const [resumes, setResumes] = useState(false)
  useEffect(() => {
    let gone = false
    loadJob(placeOf(orderId))
      .then((job) => !gone && setResumes(job !== undefined))
      // Without the browser's database nothing can have been left.
      .catch(() => undefined)
    return () => {
      gone = true
    }
  }, [orderId])
  return [resumes, setResumes] as const
}

function State({ submitted, closed }: { submitted: boolean; closed: boolean }) {
  if (submitted) return <StatusTag label="已投标" tone="success" />
  return <StatusTag label="未投标" tone={closed ? 'danger' : 'warning'} />
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
  const withdraw = useAction(withdrawBid, { success: '投标已撤回' })
  if (closed) {
    const hall = `/supplier/bid/orders/${orderId}/kpb-project/${orderId}/bidders/${tradeId}`
    return <PrimaryButton label="进入开标大厅" to={`${hall}/open-hall-door`} />
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
            撤回投标
          </Button>
        )}
        {!editing && <PrimaryButton label="替换投标" onClick={onReplace} />}
      </>
    )
  )
}

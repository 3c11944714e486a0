import { Alert, Button } from 'antd'
import { useDeferredValue, useMemo, useState } from 'react'
import { formatAmount } from '#contract/money.ts'
import { formatTime } from '#contract/time.ts'
import { useCountdown } from '#web/clock.ts'
import { ask, toast } from '#web/feedback.ts'
import { PageHead, PrimaryButton } from '#web/kit/page-head.tsx'
import { Skeleton } from '#web/kit/states.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { Countdown } from '#web/kit/values.tsx'
import { useAction } from '#web/use-call.ts'
import { bidRoom, withdrawBid } from '../contract.ts'
import { FileStep } from './files/file-step.tsx'
import { KeyStep } from './keys/key-step.tsx'
import { totalsOf } from './price/grid.ts'
import { PriceStep } from './price/price-step.tsx'
import { progressOf } from './progress.ts'
import { BidHistory } from './receipt/history.tsx'
import { ReceiptCard } from './receipt/receipt-card.tsx'
import { SealStep } from './seal/seal-step.tsx'
import type { Room } from './seal/run-job.ts'
import { useSealing } from './seal/use-sealing.ts'
import { StepFrame } from './step-frame.tsx'
import { useBidDraft } from './use-bid-draft.ts'

/** The page of one bid: the receipt when there is one, and the four steps while bids are taken. */
export function BidPage({ room, reload }: { room: Room; reload: () => void }) {
  const bid = useBidDraft(room)
  const left = useCountdown(room.bidEnd)
  const [replacing, setReplacing] = useState(false)
  const [opened, setOpened] = useState(false)
  const { items } = room
  // Sums may come a moment after the keystroke, never before it.
  const prices = useDeferredValue(bid.draft.prices)
  const totals = useMemo(() => totalsOf(items, prices), [items, prices])
  const withdraw = useAction(withdrawBid, { success: '投标已撤回', refresh: [bidRoom] })
  const closed = left?.over ?? true
  const { current, receipt } = room
  // A key rehearsed before is taken until another one is chosen.
  const fitting = room.keys.filter((key) => key.fits)
  const keyId =
    fitting.find((key) => key.keyId === bid.draft.keyId)?.keyId ??
    (fitting.find((key) => key.rehearsedAt) ?? fitting[0])?.keyId ??
    null
  const sealing = useSealing(room, bid, {
    keyId,
    onDone: () => {
      setReplacing(false)
      toast.success('投标提交成功')
      window.scrollTo({ top: 0 })
    },
  })
  const busy = sealing.running
  const progress = progressOf(room, { ...bid, draft: { ...bid.draft, keyId }, totals })
  // A submission under way is shown to its end, whatever the clock says meanwhile: the server decides.
  const showSteps = busy || sealing.problem !== null || (!closed && (current === null || replacing || bid.job !== null))
  const back = { label: '项目详情', to: `/supplier/bid/orders/${room.orderId}/info` }
  const door = `/supplier/bid/orders/${room.orderId}/kpb-project/${room.orderId}/bidders/${room.tradeId}/open-hall-door`

  const takeBack = async () => {
    const action = room.actions.find((one) => one.action === 'withdraw')
    if (!current || !action) return
    if (!(await ask({ title: action.label, content: action.confirm ?? '', okText: '撤回', danger: true }))) return
    await withdraw.run({ params: { orderId: room.orderId }, body: { submissionId: current.submissionId } })
  }
  const may = (name: string) => room.actions.some((one) => one.action === name && one.reason === undefined)

  return (
    <article className="bid-page">
      <PageHead
        title={room.title}
        status={
          <StatusTag label={current ? '已投标' : '未投标'} tone={current ? 'success' : closed ? 'danger' : 'warning'} />
        }
        facts={[room.code, room.bidEnd && `投标截止 ${formatTime(room.bidEnd, true)}`]}
        back={back}
        actions={
          closed ? (
            <PrimaryButton label="进入开标大厅" to={door} />
          ) : (
            current && (
              <>
                {may('withdraw') && (
                  <Button danger onClick={() => void takeBack()}>
                    撤回投标
                  </Button>
                )}
                {!showSteps && <PrimaryButton label="替换投标" onClick={() => setReplacing(true)} />}
              </>
            )
          )
        }
      />
      <Bar room={room} progress={progress} shown={showSteps} closed={closed} />
      {closed && !current && <Alert type="warning" showIcon title="投标已截止，本企业没有有效的投标" />}
      {showSteps && receipt && (
        <Alert
          type="info"
          showIcon
          title={
            current
              ? `${formatTime(current.at, true)} 提交的投标有效${closed ? '' : '，直到新投标提交成功'}`
              : `投标已于 ${formatTime(receipt.body.at, true)} 撤回，截止前可重新提交`
          }
          action={
            <span className="bid-alert-actions">
              <Button size="small" onClick={() => setOpened(!opened)} aria-expanded={opened}>
                {opened ? '收起回执' : '查看回执'}
              </Button>
              {current && !busy && (
                <Button size="small" onClick={() => setReplacing(false)}>
                  不替换
                </Button>
              )}
            </span>
          }
        />
      )}
      {receipt && room.history.length > 0 && (!showSteps || opened) && (
        <div className="bid-done">
          <ReceiptCard
            orderId={room.orderId}
            code={room.code}
            submissionId={room.history.at(-1)!.submissionId}
            receipt={receipt}
          />
          <aside>
            <h3>投标记录</h3>
            <BidHistory room={room} />
          </aside>
        </div>
      )}
      {showSteps && !bid.ready && <Skeleton lines={8} />}
      {showSteps && bid.ready && (
        <ol className="bid-steps">
          {bid.failure && <Alert type="warning" showIcon title={bid.failure} />}
          {bid.dropped > 0 && (
            <Alert
              type="warning"
              showIcon
              title={`采购清单已变更，本机草稿中有 ${bid.dropped} 项不再适用，请核对报价单`}
            />
          )}
          <StepFrame
            no={1}
            id="price"
            title="报价单"
            lacks={progress.lacks.price}
            done={`总价 ${formatAmount(totals.total)} 元`}
            saved={bid.draft.savedAt}
          >
            <PriceStep room={room} draft={bid.draft} totals={totals} disabled={busy} onChange={bid.change} />
          </StepFrame>
          <StepFrame no={2} id="files" title="文件" lacks={progress.lacks.files} done={`${bid.files.length} 个文件`}>
            <FileStep room={room} files={bid.files} disabled={busy} onAdd={bid.addFiles} onRemove={bid.dropFile} />
          </StepFrame>
          <StepFrame no={3} id="key" title="加密预演" lacks={progress.lacks.key} done="密钥可用">
            <KeyStep
              room={room}
              keyId={keyId}
              disabled={busy}
              onChoose={(chosen) => bid.change({ keyId: chosen })}
              onPassed={reload}
            />
          </StepFrame>
          <StepFrame no={4} id="seal" title="封存并提交" lacks={null} done="">
            <SealStep
              room={room}
              sealing={sealing}
              resumes={bid.job !== null}
              missing={[...progress.lacks.price, ...progress.lacks.files, ...progress.lacks.key]}
              warnings={progress.warnings}
            />
          </StepFrame>
        </ol>
      )}
    </article>
  )
}

interface BarProps {
  room: Room
  progress: ReturnType<typeof progressOf>
  shown: boolean
  closed: boolean
}

/** Stays in sight while scrolling: what is done, and how much time is left. */
function Bar({ room, progress, shown, closed }: BarProps) {
  const steps = [
    ['price', '报价单'],
    ['files', '文件'],
    ['key', '加密预演'],
  ] as const
  return (
    <div className="bid-bar">
      {shown && (
        <nav aria-label="投标步骤">
          {steps.map(([key, label]) => {
            const done = progress.lacks[key].length === 0
            return (
              <a key={key} href={`#${key}`} className={done ? 'bid-bar-done' : ''}>
                <span aria-hidden="true">{done ? '✓' : '○'}</span> {label}
                <span className="kb-said">{done ? '已完成' : '未完成'}</span>
              </a>
            )
          })}
          <a href="#seal">
            <span aria-hidden="true">○</span> 封存并提交
          </a>
        </nav>
      )}
      <span className="bid-bar-time">
        {!closed && '距投标截止'} <Countdown at={room.bidEnd} over="投标已截止" large />
      </span>
    </div>
  )
}

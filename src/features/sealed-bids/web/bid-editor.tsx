import { Alert } from 'antd'
import { lazy, type ReactNode, Suspense, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { formatAmount } from '#contract/money.ts'
import { Skeleton } from '#web/kit/states.tsx'
import { Parts } from '#web/shell/parts.tsx'
import { useSettled } from '#web/use-settled.ts'
import { BID_SLOTS } from '../contract-slots.ts'
import { BidBar } from './bid-bar.tsx'
import { sheetFilesOf } from './draft.ts'
import { FileStep } from './files/file-step.tsx'
import { QuoteFiles } from './files/quote-files.tsx'
import { KeyStep } from './keys/key-step.tsx'
import { OtherDrafts, useDraftNote } from './other-drafts.tsx'
import { totalsOf } from './price/grid.ts'
import { quoteStateOf } from './price/quote-state.ts'
import { progressOf } from './progress.ts'
import type { Room } from './room.ts'
import { SealStep } from './seal/seal-step.tsx'
import { useSealing } from './seal/use-sealing.ts'
import { StepFrame } from './step-frame.tsx'
import { unsealedBid } from './unsealed.ts'
import { useBidDraft } from './use-bid-draft.ts'

const PriceStep = lazy(() => import('./price/price-step.tsx').then((m) => ({ default: m.PriceStep })))

/** After the last key, ms. */
const PAUSE = 200

interface BidEditorProps {
  room: Room
  /** A submission is under way, or was refused: the editor must stay, whatever the clock says meanwhile. */
  onHold: (holds: boolean) => void
  onDone: () => void
}

/** The steps of a bid, one below the other. Loaded when a bid is made. */
export function BidEditor({ room, onHold, onDone }: BidEditorProps) {
  const bid = useBidDraft(room)
  useDraftNote(room, bid)
  const { items } = room
  // Sums may come a moment after the keystroke, never before it.
  const prices = useDeferredValue(bid.draft.prices)
  const totals = useMemo(() => totalsOf(items, prices), [items, prices])
  const files = useMemo(() => sheetFilesOf(bid.files), [bid.files])
  // The whole sheet is made and read as it would be sealed: thousands of lines take longer than the next key.
  const typed = useSettled(bid.draft, PAUSE)
  const quote = useMemo(() => {
    const { prices: lines, offer, alternatives } = typed
    return quoteStateOf(room, { prices: lines, offer, alternatives, files })
  }, [room, typed, files])
  const keyId = keyOf(room, bid.draft.keyId)
  const [recoveryCode, setRecoveryCode] = useState<string | null>(null)
  const sealing = useSealing(room, bid, { keyId, recoveryCode, onDone })
  const busy = sealing.running
  const holds = busy || sealing.problem !== null
  useEffect(() => onHold(holds), [holds, onHold])
  const progress = progressOf(room, { ...bid, draft: { ...bid.draft, keyId }, totals, quote })
  const { lacks } = progress
  const unsealed = unsealedBid(room, { draft: bid.draft, files: bid.files, progress, totals, quote })
  const steps: Step[] = [
    {
      id: 'price',
      title: '报价单',
      lacks: lacks.price,
      done: `总价 ${formatAmount(totals.total)} 元`,
      saved: bid.draft.savedAt,
      content: (
        <Suspense fallback={<Skeleton lines={6} />}>
          <PriceStep
            room={room}
            draft={bid.draft}
            totals={totals}
            quote={quote}
            disabled={busy}
            onChange={bid.change}
          />
        </Suspense>
      ),
    },
    {
      id: 'files',
      title: '文件',
      lacks: lacks.files,
      done: bid.files.length === 0 ? '没有文件' : `${bid.files.length} 个文件`,
      content: quote ? (
        <QuoteFiles room={room} quote={quote} bid={bid} disabled={busy} />
      ) : (
        <FileStep room={room} files={bid.files} disabled={busy} onAdd={bid.addFiles} onRemove={bid.dropFile} />
      ),
    },
    {
      id: 'key',
      title: '加密预演',
      lacks: lacks.key,
      done: '密钥可用',
      content: (
        <KeyStep room={room} keyId={keyId} disabled={busy} onChoose={(chosen) => bid.change({ keyId: chosen })} />
      ),
    },
  ]
  const isAsked = {
    price: true,
    files: room.terms === null || room.bidFiles.length > 0,
    key: room.roundKey === null,
  }
  const shown = steps.filter(({ id }) => isAsked[id])
  return (
    <>
      <BidBar room={room} steps={shown} />
      <OtherDrafts room={room} />
      {bid.failure && <Alert type="warning" showIcon title={bid.failure} />}
      {bid.dropped > 0 && (
        <Alert type="warning" showIcon title={`采购清单已变更，本机草稿中有 ${bid.dropped} 项不再适用，请核对报价单`} />
      )}
      {!bid.ready ? (
        <Skeleton lines={8} />
      ) : (
        <ol className="kb-relative">
          {shown.map(({ content, ...step }, i) => (
            <StepFrame key={step.id} no={i + 1} {...step}>
              {content}
            </StepFrame>
          ))}
          <StepFrame no={shown.length + 1} id="seal" title="封存并提交" lacks={null} done="">
            {!busy && <Parts of={BID_SLOTS.beforeSealing} room={room} bid={unsealed} />}
            <SealStep
              room={room}
              sealing={sealing}
              resumes={bid.job !== null}
              missing={shown.flatMap((step) => step.lacks)}
              warnings={progress.warnings}
              recoveryCode={recoveryCode}
              onRecoveryCode={setRecoveryCode}
            />
          </StepFrame>
        </ol>
      )}
    </>
  )
}

/** What is done before the bid is sealed. */
interface Step {
  id: 'price' | 'files' | 'key'
  title: string
  lacks: string[]
  done: string
  saved?: string | null
  content: ReactNode
}

/** The key of the round; else the one chosen; until one is, a key rehearsed before, or the only one there is. */
function keyOf(room: Room, chosen: string | null): string | null {
  if (room.roundKey) return room.roundKey.keyId
  const fitting = room.keys.filter((key) => key.fits)
  const known = fitting.find((key) => key.keyId === chosen) ?? fitting.find((key) => key.rehearsedAt) ?? fitting[0]
  return known?.keyId ?? null
}

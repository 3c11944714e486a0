import { ActionBar } from '#web/kit/action-bar.tsx'
import { askText } from '#web/kit/ask-text.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import * as c from '../contract.ts'
import { DecryptState } from '../rules.ts'
import { ReadLine, Sheets } from './host-bar.tsx'
import { lazy, Suspense, useState } from 'react'
import type { AllowedAction } from '#contract/transition.ts'
import { isDouble } from '../rules-offer.ts'

// The envelope code is heavy and needed once: only who decrypts loads it.
const QrDialog = lazy(() => import('./qr-dialog.tsx').then((m) => ({ default: m.QrDialog })))
const SignDialog = lazy(() => import('./sign-dialog.tsx').then((m) => ({ default: m.SignDialog })))
const DecryptDialog = lazy(() => import('./decrypt-dialog.tsx').then((m) => ({ default: m.DecryptDialog })))

/** What the bidder does in the hall: sign in, release the own keys, confirm the own marks. */
export function BidderPanel({ hall, bidderId }: { hall: c.HallDetail; bidderId: string }) {
  const params = { projectId: hall.projectId, bidderId }
  const own = hall.bidders.find((b) => b.bidderId === bidderId)
  // The row of the hall changes with every step; that is when the own actions are asked for again.
  const { data } = useCall(
    c.bidderState,
    { params },
    { fresh: 0, every: 5_000, enabled: own !== undefined && isCurrent(hall) },
  )
  const [decrypting, setDecrypting] = useState<'file' | 'qr' | null>(null)
  const [signing, setSigning] = useState(false)
  const signIn = useAction(c.signIn, { success: '签到成功' })
  const confirm = useAction(c.confirmMarks, { success: '已确认' })
  const dispute = useAction(c.confirmMarks, { success: '异议已记录' })
  const act = (action: string) => {
    switch (action) {
      case 'signIn':
        return void signIn.run({ params })
      case 'release':
        return setDecrypting('file')
      case 'qr':
        return setDecrypting('qr')
      case 'sign':
        return setSigning(true)
      case 'confirm':
        return void confirm.run({ params, body: { agree: true } })
      case 'dispute':
        return askText({
          title: '对开标记录提出异议',
          label: '异议内容',
          run: (text) => dispute.run({ params, body: { agree: false, dispute: text } }),
        })
      default:
        return undefined
    }
  }
  return (
    <footer className="stage-foot kb-row kb-gap-16">
      <ReadLine hall={hall} />
      {!own && hall.stage === 2 && (
        <p className="hall-own-state kb-size-16 kb-soft">
          本单位未通过第一阶段评审，报价信封不予开启，可旁听本次开标。
        </p>
      )}
      {own && (
        <p className="hall-own-state kb-size-16 kb-soft">
          本单位：{DecryptState.label(own.decryptState)}
          {own.failure && `（${own.failure}）`}
        </p>
      )}
      <Sheets hall={hall} />
      <ActionBar actions={own ? actionsOf(hall, own, data?.actions ?? []) : []} onAction={act} />
      {decrypting === 'file' && (
        <Suspense>
          <DecryptDialog
            projectId={hall.projectId}
            bidderId={bidderId}
            isJoint={hall.joint !== null}
            onClose={() => setDecrypting(null)}
          />
        </Suspense>
      )}
      {decrypting === 'qr' && data && (
        <Suspense>
          <QrDialog submissionId={data.submissionId} onClose={() => setDecrypting(null)} />
        </Suspense>
      )}
      {signing && (
        <Suspense>
          <SignDialog hall={hall} bidderId={bidderId} onClose={() => setSigning(false)} />
        </Suspense>
      )}
    </footer>
  )
}

/** The opening that is held now, or was the last: its bidders may act; an earlier one is only looked at. */
function isCurrent(hall: c.HallDetail): boolean {
  return !isDouble(hall) || hall.stage === 2 || hall.offerBidOpenStatus === 0
}

/** The server's actions; decrypting by telephone is another way of the same one, signing follows from the ended record. */
function actionsOf(hall: c.HallDetail, own: c.BidderRow, actions: readonly AllowedAction[]): AllowedAction[] {
  const release = actions.find((one) => one.action === 'release')
  const maySign = hall.endedAt && hall.sheetHash && !own.signedAt && isCurrent(hall)
  return [
    ...(release ? [{ ...release, action: 'qr', label: '手机扫码解密', primary: false }] : []),
    // Releasing signs in as well: one primary button, the one that counts.
    ...actions.map((one) => (one.action === 'signIn' && release ? { ...one, primary: false } : one)),
    ...(maySign ? [{ action: 'sign', label: '签署开标记录', primary: true }] : []),
  ]
}

import { ActionBar } from '#web/kit/action-bar.tsx'
import { openDialog } from '#web/kit/dialog.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import * as c from '../contract.ts'
import { DecryptState } from '../rules.ts'
import { TextBox } from './bidder-table.tsx'
import { ReadLine } from './host-bar.tsx'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { openExport } from '#web/export.ts'

// The envelope code is heavy and needed once: only who decrypts loads it.
const DecryptDialog = lazy(() => import('./decrypt-dialog.tsx').then((m) => ({ default: m.DecryptDialog })))

/** What the bidder does in the hall: sign in, release the own keys, confirm the own marks. */
export function BidderPanel({ hall, bidderId, reload }: { hall: c.HallDetail; bidderId: string; reload: () => void }) {
  const params = { projectId: hall.projectId, bidderId }
  const own = hall.bidders.find((b) => b.bidderId === bidderId)
  // The row of the hall changes with every step; that is when the own actions are asked for again.
  const { data, refetch } = useCall(c.bidderState, { params }, { fresh: 0, every: 5_000 })
  const [decrypting, setDecrypting] = useState(false)
  const done = () => {
    void refetch()
    reload()
  }
  const signIn = useAction(c.signIn, { onDone: done, success: '签到成功' })
  const confirm = useAction(c.confirmMarks, { onDone: done, success: '已确认' })
  const dispute = useAction(c.confirmMarks, { onDone: done, success: '异议已记录' })
  const act = (action: string) => {
    switch (action) {
      case 'signIn':
        return void signIn.run({ params })
      case 'release':
        return setDecrypting(true)
      case 'confirm':
        return void confirm.run({ params, body: { agree: true } })
      case 'dispute':
        return openDialog<string>({
          title: '对开标记录提出异议',
          content: (state) => <TextBox label="异议内容" initial="" onChange={(text) => state.set(text)} />,
          run: async (text) => (await dispute.run({ params, body: { agree: false, dispute: text ?? '' } })).ok,
        })
      default:
        return undefined
    }
  }
  return (
    <footer className="hall-foot">
      <ReadLine hall={hall} />
      {own && (
        <p className="hall-own-state">
          本单位：{DecryptState.label(own.decryptState)}
          {own.failure && `（${own.failure}）`}
        </p>
      )}
      {hall.sheetReady && (
        <Button onClick={() => void openExport(`/api/bid-hall/${hall.projectId}/opening-sheet`)}>开标一览表</Button>
      )}
      <ActionBar actions={data?.actions ?? []} onAction={act} />
      {decrypting && (
        <Suspense>
          <DecryptDialog
            projectId={hall.projectId}
            bidderId={bidderId}
            isJoint={hall.joint !== null}
            onClose={() => setDecrypting(false)}
            onReleased={done}
          />
        </Suspense>
      )}
    </footer>
  )
}

import { lazy } from 'react'
import { askText } from '#web/kit/ask-text.tsx'
import { ActionBar } from '#web/kit/action-bar.tsx'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { EmptyState } from '#web/kit/states.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { type Correction, sendCorrection, withdrawCorrection } from '../../contract/asks.ts'
import { askReadsOf } from '../asks/ask-data.ts'
import { DialogPage } from '../dialog-page.tsx'
import type { Project } from '../review-data.ts'
import { useReviewAddress } from '../review-address.ts'
import { CorrectionCard } from './correction-card.tsx'

const CorrectionForm = lazy(() => import('./correction-form.tsx').then((m) => ({ default: m.CorrectionForm })))

/** Corrections of arithmetic errors: proposed by the committee, confirmed or refused by the bidder. */
export function CorrectionView({ project }: { project: Project }) {
  const { side, projectId } = useReviewAddress()
  const query = useCall(askReadsOf(side).corrections, { params: { projectId } })
  return (
    <DialogPage
      project={project}
      title="算术修正"
      hint="投标报价有算术错误的，按规则修正并经投标人确认；投标人不接受的，其投标将被否决"
      action="proposeCorrection"
      form={(onClose) => <CorrectionForm project={project} onClose={onClose} />}
    >
      <WhenLoaded query={query}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState
              title="没有算术修正"
              hint="大小写金额不一致、单价与合价不符、小数点错位等，可在核对报价单后提出修正"
            />
          ) : (
            <div>
              {rows.map((correction) => (
                <CorrectionCard key={correction.correctionId} correction={correction}>
                  <Actions correction={correction} projectId={projectId} />
                </CorrectionCard>
              ))}
            </div>
          )
        }
      </WhenLoaded>
    </DialogPage>
  )
}

function Actions({ correction, projectId }: { correction: Correction; projectId: string }) {
  const params = { projectId, correctionId: correction.correctionId }
  const send = useAction(sendCorrection, { success: '已发出，请投标人确认' })
  const withdraw = useAction(withdrawCorrection, { success: '已撤回' })
  if (correction.actions.length === 0) return null
  const act = (action: string) => {
    switch (action) {
      case 'send':
        return send.run({ params, body: {} })
      case 'withdraw':
        return askText({
          title: '撤回算术修正',
          label: '撤回原因',
          run: (reason) => withdraw.run({ params, body: { reason } }),
        })
      default:
        return undefined
    }
  }
  return <ActionBar actions={correction.actions} onAction={(a) => void act(a)} size="small" />
}

import { Button } from 'antd'
import { Link } from 'react-router'
import type { PropsOf } from '#contract/slot.ts'
import { say } from '#features/procurement/methods/say.ts'
import type { TENDER_SLOTS } from '#features/procurement/contract/slots.ts'
import { ask } from '#web/feedback.ts'
import { openFile } from '#web/export.ts'
import { formatSize } from '#web/kit/file-list.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { previewFile, previewFiles, previewRemain, unlockPreview } from '../contract.ts'

/** The documents of an order for a company that has not signed up: how to unlock them, and what is unlocked. */
export function Part({ orderId, method }: PropsOf<typeof TENDER_SLOTS.preview>) {
  const params = { id: orderId }
  const state = useCall(previewRemain, { params }, { fresh: 0 }).data
  const unlock = useAction(unlockPreview, { success: '已解锁，可在报名前查看' })
  if (!state) return null
  const documents = say({ method }, '{documents}')
  if (state.isUnlocked) return <Unlocked orderId={orderId} documents={documents} />
  if (state.blocked) return null
  const has = state.isUnlimited || state.remain > 0
  const unlockAsked = async () => {
    const isSure =
      state.isUnlimited ||
      (await ask({ title: `预览${documents}`, content: `将使用 1 次标书预览，剩余 ${state.remain} 次。` }))
    if (isSure) await unlock.run({ params })
  }
  return (
    <p className="kb-hint kb-above-16">
      {state.givenBack && `上次预览未成功（${state.givenBack}），次数已退回。`}
      {state.isUnlimited
        ? `报名前可预览${documents}，会员不限次数。`
        : `报名前可预览${documents}，剩余 ${state.remain} 次。`}
      {has ? (
        <Button type="link" size="small" loading={unlock.busy} onClick={() => void unlockAsked()}>
          预览{documents}
        </Button>
      ) : (
        <Link to="/services/platform-points/list">购买预览次数 ›</Link>
      )}
    </p>
  )
}

function Unlocked({ orderId, documents }: { orderId: string; documents: string }) {
  const files = useCall(previewFiles, { params: { id: orderId } }).data ?? []
  return (
    <section className="kb-above-16" aria-label={`${documents}预览`}>
      <p className="kb-hint">已解锁{documents}预览，报名审核通过后在下方正式获取</p>
      <ul className="kb-files">
        {files.map((file) => (
          <li key={file.fileId}>
            <span className="kb-shrink kb-break">{file.name}</span>
            <span className="kb-muted">{formatSize(file.size)}</span>
            <Button
              type="link"
              size="small"
              aria-label={`查看 ${file.name}`}
              onClick={() => void openFile(previewFile, { params: { id: orderId, fileId: file.fileId } })}
            >
              查看
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

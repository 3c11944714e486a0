import { Button } from 'antd'
import { useState } from 'react'
import { formatTime } from '#contract/time.ts'
import { ask } from '#web/feedback.ts'
import { ActionDialog } from '#web/kit/action-dialog.tsx'
import { FieldList } from '#web/kit/field-list.tsx'
import { Fingerprint } from '#web/kit/file-list.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useAction } from '#web/use-call.ts'
import { decideChange, type Desk } from '../contract.ts'
import { CHANGE_KINDS } from '../rules/panel.ts'

type Change = Desk['changes'][number]

/** Changes of demands; one that waits is agreed to or refused here by the purchaser's representative. */
export function ChangeList({ desk }: { desk: Desk }) {
  const may = desk.actions.find(({ action }) => action === 'decide')
  return (
    <>
      {desk.changes.toReversed().map((change) => (
        <section key={change.version} aria-label={`第 ${change.version} 次变动`} className="kb-below-16">
          <h3>
            第 {change.version} 次变动 <StatusTag {...stateOf(change)} />
          </h3>
          <FieldList
            items={[
              { label: '范围', value: change.kinds.map((kind) => CHANGE_KINDS[kind]).join('、'), wide: true },
              { label: '内容', value: <span className="kb-pre">{change.content}</span>, wide: true },
              { label: '重新响应截止', value: formatTime(change.deadline) },
              { label: '提出', value: `${change.proposedName}，${formatTime(change.proposedAt)}` },
              change.decidedAt !== null && {
                label: '采购人代表',
                value: `${change.decidedName}，${formatTime(change.decidedAt)}${change.reason && `：${change.reason}`}`,
              },
              change.hash !== null && { label: '内容指纹', value: <Fingerprint hex={change.hash} />, wide: true },
            ]}
          />
          {change.agreed === null && may && <Decision desk={desk} change={change} why={may.reason} />}
        </section>
      ))}
    </>
  )
}

function Decision({ desk, change, why }: { desk: Desk; change: Change; why: string | undefined }) {
  const [isRefusing, setRefusing] = useState(false)
  const params = { orderId: desk.orderId, version: change.version }
  const decide = useAction(decideChange, { success: '已确认，继续参加的供应商已同时收到通知' })
  const agree = async () => {
    const content = '确认后立即书面通知全部继续参加的供应商，此前的响应文件不再有效，须按变动后的要求重新提交。'
    if (await ask({ title: '确认需求变动', content, okText: '确认变动' }))
      await decide.run({ params, body: { agreed: true, reason: '' } })
  }
  return (
    <div className="kb-row kb-gap-12">
      <Button
        type="primary"
        disabled={why !== undefined}
        title={why}
        loading={decide.busy}
        onClick={() => void agree()}
      >
        确认变动
      </Button>
      <Button onClick={() => setRefusing(true)} disabled={why !== undefined}>
        不同意
      </Button>
      {isRefusing && (
        <ActionDialog
          title="不同意需求变动"
          endpoint={decideChange}
          fields={[{ kind: 'area', name: 'reason', label: '原因', required: true, rows: 3, maxLength: 1000 }]}
          input={({ reason }: { reason: string }) => ({ params, body: { agreed: false, reason } })}
          success="已退回"
          onClose={() => setRefusing(false)}
        />
      )}
    </div>
  )
}

function stateOf({ agreed }: Change) {
  if (agreed === null) return { label: '待采购人代表确认', tone: 'warning' as const }
  return agreed ? { label: '已通知供应商', tone: 'success' as const } : { label: '未采纳' }
}

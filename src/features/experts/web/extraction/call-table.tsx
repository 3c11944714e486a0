import { Button, Input, Rate } from 'antd'
import { useState } from 'react'
import { toast } from '#web/feedback.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import { askText } from '#web/kit/ask-text.tsx'
import { openDialog } from '#web/kit/dialog.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useAction } from '#web/use-call.ts'
import { EXPERT_KINDS } from '../../contract.ts'
import { type CallRow, evaluateExpert, recordReply, replaceCall } from '../../contract-extraction.ts'
import { NoticeStatus, RefuseCategory, ReplyStatus } from '../../rules/enums.ts'
import { REPLY_TONES } from '../own/invitation-list.tsx'
import { type Reason, ReasonFields } from './reason-fields.tsx'

/** Who was asked, what they said, and what the owner can do about it. */
export function CallTable({ extractionId, calls }: { extractionId: string; calls: readonly CallRow[] }) {
  const act = useCallActs(extractionId)
  return (
    <DataTable
      label="专家回复"
      rows={calls}
      rowKey={(call) => call.callId}
      columns={[
        {
          key: 'row',
          title: '组/次序',
          width: 88,
          value: (c) => `${c.rowNo} / ${c.rank}`,
          render: (c) => (
            <span>
              {c.rowNo} / {c.rank}
              {c.replaces && <span className="kb-note kb-block">递补{c.replaces}</span>}
            </span>
          ),
        },
        {
          key: 'who',
          title: '专家',
          value: (c) => c.name ?? c.alias,
          render: (c) => (
            <span>
              {c.name ?? c.alias}
              {c.mobile && <span className="kb-muted"> {c.mobile}</span>}
              <span className="kb-note kb-block">
                {EXPERT_KINDS[c.kind as 'technical']}，{c.employer ?? '工作单位保密'}
              </span>
              {c.finding && <span className="kb-note kb-block kb-warn">{c.finding}</span>}
            </span>
          ),
        },
        { key: 'notice', title: '通知', width: 76, value: (c) => NoticeStatus.label(c.noticeStatus) },
        {
          key: 'reply',
          title: '回复',
          width: 140,
          value: (c) => [ReplyStatus.label(c.replyStatus), reasonOf(c)].filter(Boolean).join('：'),
          render: (c) => (
            <>
              <StatusTag label={ReplyStatus.label(c.replyStatus)} tone={REPLY_TONES[c.replyStatus] ?? 'neutral'} />
              {reasonOf(c) && <span className="kb-note kb-block">{reasonOf(c)}</span>}
            </>
          ),
        },
        {
          key: 'due',
          title: '回复/截止',
          kind: 'time',
          width: 116,
          value: (c) => c.repliedAt ?? c.replyDue,
        },
        {
          key: 'score',
          title: '评价',
          width: 60,
          kind: 'number',
          value: (c) => c.evaluation?.score ?? '',
        },
      ]}
      renderEnd={(call) => (
        <>
          {call.actions
            .filter((one) => !one.reason)
            .map((one) => (
              <Button
                key={one.action}
                type="link"
                size="small"
                danger={one.danger ?? false}
                onClick={() => act(one.action, call)}
              >
                {one.label}
              </Button>
            ))}
          {call.mayEvaluate && (
            <Button type="link" size="small" onClick={() => act('evaluate', call)}>
              评价
            </Button>
          )}
        </>
      )}
    />
  )
}

function reasonOf({ category, reason }: CallRow): string {
  return [RefuseCategory.label(category), reason].filter(Boolean).join('：')
}

function useCallActs(extractionId: string): (action: string, call: CallRow) => void {
  const note = useAction(recordReply, { success: '已登记' })
  const replace = useAction(replaceCall, { success: '已更换，按次序递补' })
  const evaluate = useAction(evaluateExpert, { success: '已评价' })
  return (action, call) => {
    const params = { extractionId, callId: call.callId }
    const who = call.name ?? call.alias
    switch (action) {
      case 'accept':
        return void note.run({ params, body: { accept: true } })
      case 'refuse':
        return openDialog<Reason>({
          title: `${who}不参加`,
          content: (state) => <ReasonFields onChange={state.set} />,
          run: async (given) => {
            if (given?.category && given.reason.trim().length >= 2)
              return (
                await note.run({
                  params,
                  body: { accept: false, category: given.category, reason: given.reason.trim() },
                })
              ).ok
            toast.warning('请选择原因并说明')
            return false
          },
        })
      case 'replace':
        return askText({
          title: `更换${who}`,
          hint: '将通知其无需参加，并按抽取次序递补。',
          run: (reason) => replace.run({ params, body: { reason } }),
        })
      case 'evaluate':
        return openDialog<{ score: number; reason: string }>({
          title: `评价${who}`,
          content: (state) => <Rating onChange={state.set} />,
          run: async (given) => {
            if (given && given.score > 0 && given.reason.trim().length >= 2)
              return (await evaluate.run({ params, body: { score: given.score, reason: given.reason.trim() } })).ok
            toast.warning('请评分并填写理由')
            return false
          },
        })
      default:
        return
    }
  }
}

function Rating({ onChange }: { onChange: (value: { score: number; reason: string }) => void }) {
  const [value, setValue] = useState({ score: 0, reason: '' })
  const change = (part: Partial<typeof value>) => {
    const next = { ...value, ...part }
    setValue(next)
    onChange(next)
  }
  return (
    <>
      <Rate aria-label="评分" value={value.score} onChange={(score) => change({ score })} />
      <label htmlFor="rate-reason" style={{ display: 'block', marginBlockStart: 12 }}>
        理由
      </label>
      <Input.TextArea
        id="rate-reason"
        rows={3}
        maxLength={500}
        value={value.reason}
        onChange={(event) => change({ reason: event.target.value })}
      />
    </>
  )
}

import { Button } from 'antd'
import { formatTime } from '#contract/time.ts'
import { ask } from '#web/feedback.ts'
import { EmptyState } from '#web/kit/states.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import type { Tender } from './words.ts'

type Own = Tender['objections'][number]

interface OwnObjectionsProps {
  rows: readonly Own[]
  /** Said where there are none. */
  hint: string
  onWithdraw: (objectionId: string) => Promise<unknown>
}

/** The own objections, and what was answered. */
export function OwnObjections({ rows, hint, onWithdraw }: OwnObjectionsProps) {
  const takeBack = async (objectionId: string) => {
    if (await ask({ title: '撤回异议', content: '撤回后流程可继续进行。', okText: '撤回', danger: true }))
      await onWithdraw(objectionId)
  }
  if (rows.length === 0) return <EmptyState title="没有异议" hint={hint} />
  return (
    <ul className="kb-reading kb-break">
      {rows.map((one) => (
        <li key={one.objectionId} className="kb-line-tall">
          <h2 className="kb-row kb-gap-8 kb-wrap">
            {one.subject}
            <StatusTag {...stateOf(one)} />
            {one.answer === null && one.withdrawnAt === null && (
              <Button type="link" size="small" danger onClick={() => void takeBack(one.objectionId)}>
                撤回
              </Button>
            )}
          </h2>
          <p className="kb-muted">{formatTime(one.createdAt, true)} 提出</p>
          <p>{one.content}</p>
          {one.answer !== null && (
            <blockquote className="kb-answer">
              <p className="kb-muted">{formatTime(one.answeredAt, true)} 答复</p>
              <p>{one.answer}</p>
            </blockquote>
          )}
        </li>
      ))}
    </ul>
  )
}

function stateOf(one: Own) {
  if (one.withdrawnAt !== null) return { label: '已撤回', tone: 'neutral' as const }
  return one.answer === null
    ? { label: '待答复', tone: 'warning' as const }
    : { label: '已答复', tone: 'success' as const }
}

import { Button } from 'antd'
import { formatTime } from '#contract/time.ts'
import { ask } from '#web/feedback.ts'
import { EmptyState } from '#web/kit/states.tsx'
import { FileList } from '#web/kit/file-list.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { OUTCOMES, STANDS, standOf } from '../../rules/objections.ts'
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
            <StatusTag {...STANDS[standOf(one)]} />
            {standOf(one) === 'open' && (
              <Button type="link" size="small" danger onClick={() => void takeBack(one.objectionId)}>
                撤回
              </Button>
            )}
          </h2>
          <p className="kb-muted">
            {formatTime(one.createdAt, true)} 提出
            {standOf(one) === 'open' && `，答复期限 ${formatTime(one.answerDue)}`}
          </p>
          <p>{one.content}</p>
          <Files objection={one} files={one.files} />
          {one.answer !== null && (
            <blockquote className="kb-answer">
              <p className="kb-muted">
                {formatTime(one.answeredAt, true)} 答复{one.outcome && `：${OUTCOMES[one.outcome]}`}
              </p>
              <p>{one.answer}</p>
              <Files objection={one} files={one.answerFiles} />
            </blockquote>
          )}
          {one.complaint && (
            <p className="kb-muted">
              投诉已由{one.complaint.authority}于 {one.complaint.on} 受理
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}

function Files({ objection: { objectionId }, files }: { objection: Own; files: Own['files'] }) {
  if (files.length === 0) return null
  return (
    <FileList
      files={files}
      pathOf={(file) => `/api/workbench/supplier/objections/${objectionId}/files/${file.fileId}`}
    />
  )
}

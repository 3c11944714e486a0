import type { ReactNode } from 'react'
import { formatTime } from '#contract/time.ts'
import { FileList } from '#web/kit/file-list.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { Countdown } from '#web/kit/values.tsx'
import type { Ask } from '../../contract/asks.ts'
import { AskKind, AskStatus } from '#features/evaluation/rules/enums.ts'
import { askTone } from './ask-data.ts'

interface AskCardProps {
  ask: Ask
  /** Address of a file of the question or of its answer. */
  pathOf: (ask: Ask, fileId: string) => string
  /** The bidder's side: its own name needs no saying. */
  own?: boolean
  children?: ReactNode
}

/** One question with its answer, as both sides see it. */
export function AskCard({ ask, pathOf, own, children }: AskCardProps) {
  const path = (file: { fileId: string }) => pathOf(ask, file.fileId)
  return (
    <article className="rv-card kb-panel kb-box-16" aria-label={ask.title}>
      <header className="kb-row kb-tight kb-wrap">
        <span className="kb-chip">{AskKind.label(ask.kind)}</span>
        <h3>{ask.title}</h3>
        <StatusTag label={ask.statusLabel} tone={askTone(ask.status)} />
        {ask.status === AskStatus.values.waiting && (
          <span className="kb-size-13 kb-push kb-soft">
            剩余 <Countdown at={ask.deadline} over="已到期" />
          </span>
        )}
      </header>
      <p className="kb-flex kb-gap-16 kb-flat kb-wrap kb-hint">
        {!own && (
          <span>
            {ask.no}. {ask.supplierName}
          </span>
        )}
        {ask.askedBy && <span>{ask.askedBy}提出</span>}
        <span>{ask.sentAt ? `${formatTime(ask.sentAt)} 发出` : `${formatTime(ask.createdAt)} 起草`}</span>
        {ask.deadline && <span>答复截止 {formatTime(ask.deadline)}</span>}
      </p>
      <p className="kb-above-8 kb-below-8 kb-pre kb-break">{ask.content}</p>
      {ask.files.length > 0 && <FileList files={ask.files} pathOf={path} />}
      {ask.repliedAt && (
        <section className="rv-reply kb-above-8 kb-ground" aria-label="答复">
          <p className="kb-flex kb-gap-16 kb-flat kb-wrap kb-hint">
            <b className="kb-soft">投标人答复</b>
            <span>{ask.repliedBy}</span>
            <span>{formatTime(ask.repliedAt, true)}</span>
          </p>
          <p className="kb-above-8 kb-below-8 kb-pre kb-break">{ask.reply}</p>
          {ask.replyFiles.length > 0 && <FileList files={ask.replyFiles} pathOf={path} />}
        </section>
      )}
      {ask.withdrawReason && <p className="kb-hint">撤回原因：{ask.withdrawReason}</p>}
      {children}
    </article>
  )
}

import { formatTime } from '#contract/time.ts'
import { clock } from '#web/clock.ts'
import { StatusTag } from '#web/kit/status-tag.tsx'
import type { Review } from '../contract.ts'
import { ASK_KINDS } from '../rules/review.ts'
import { AnswerList } from './answer-list.tsx'

type Ask = Review['asks'][number]

/** What suppliers were asked for and have answered; who did not stays on record. */
export function AskList({ asks, path }: { asks: readonly Ask[]; path: string }) {
  return asks.map((ask) => (
    <div key={ask.askId} className="kb-box kb-below-12" role="group" aria-label={`${ask.supplierName}：${ask.title}`}>
      <p className="kb-row kb-gap-12 kb-wrap">
        <span className="kb-strong">{ask.supplierName}</span>
        <span>
          {ASK_KINDS[ask.kind]}：{ask.title}
        </span>
        <StatusTag {...stateOf(ask)} />
      </p>
      <p className="kb-note">
        {ask.askedByName}　{formatTime(ask.askedAt)} 提出，{formatTime(ask.deadline)} 截止
      </p>
      {ask.content !== '' && <p className="kb-pre kb-above-4">{ask.content}</p>}
      <AnswerList answers={ask.answers} path={path} />
    </div>
  ))
}

function stateOf({ answers, deadline }: Ask) {
  if (answers.length > 0) return { label: '已答复', tone: 'success' as const }
  return clock.now() < Date.parse(deadline)
    ? { label: '待答复', tone: 'warning' as const }
    : { label: '未答复', tone: 'danger' as const }
}

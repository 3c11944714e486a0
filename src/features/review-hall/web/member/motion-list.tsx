import { Button } from 'antd'
import { formatTime } from '#contract/time.ts'
import { askText } from '#web/kit/ask-text.tsx'
import { ask } from '#web/feedback.ts'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useAction } from '#web/use-call.ts'
import { voteMotion } from '../../contract/expert.ts'
import { motionTitle, motionWords } from '../../rules/motion-words.ts'
import { motionState } from '../motion-words.ts'
import type { MemberProject, Motion } from '../review-data.ts'

/** Motions before the committee: rejecting a bid, going on with too few bids. Votes are shown once it is decided. */
export function MotionList({ project }: { project: MemberProject }) {
  const list = project.motions.toSorted((a, b) => a.state - b.state || b.createdAt.localeCompare(a.createdAt))
  if (list.length === 0)
    return <p className="rv-note kb-hint">没有提交表决的事项。对某份投标的否决提议，可在左侧选中投标人后提出。</p>
  return (
    <ul className="rv-motions">
      {list.map((motion) => (
        <li key={motion.motionId}>
          <MotionCard motion={motion} projectId={project.projectId} />
        </li>
      ))}
    </ul>
  )
}

function MotionCard({ motion, projectId }: { motion: Motion; projectId: string }) {
  const vote = useAction(voteMotion, { success: '已投票' })
  const params = { projectId, motionId: motion.motionId }
  const words = motionWords(motion)
  const state = motionState(motion)
  const question = motionTitle(motion)
  const withReason = (agree: boolean) =>
    askText({
      title: agree ? words.agree : words.refuse,
      label: agree ? words.agreeReason : words.refuseReason,
      hint: question,
      run: (opinion) => vote.run({ params, body: { agree, opinion } }),
    })
  const agree = async () => {
    if (words.agreeReason) return withReason(true)
    if (await ask({ title: words.agree, content: question })) await vote.run({ params, body: { agree: true } })
  }
  return (
    <article className="kb-pad-end-12 kb-size-13 kb-rule">
      <h2 className="kb-size-14 kb-below-4">
        {question} <StatusTag label={state.label} tone={state.tone} />
      </h2>
      <p>{motion.reason}</p>
      <p className="kb-flex kb-gap-12 kb-flat kb-wrap kb-muted">依据：{motion.rule}</p>
      <p className="kb-flex kb-gap-12 kb-flat kb-wrap kb-muted">
        {motion.proposedBy && <span>{motion.proposedBy}提出</span>}
        <time dateTime={motion.createdAt}>{formatTime(motion.createdAt)}</time>
        <span>
          已投 {motion.voted}/{motion.voters}
        </span>
      </p>
      {motion.votes && (
        <ul className="rv-votes">
          {motion.votes.map((v) => (
            <li key={v.name}>
              <b>{v.name}</b>
              <span>{v.agree ? words.agree : words.refuse}</span>
              <span>{v.opinion}</span>
            </li>
          ))}
        </ul>
      )}
      {motion.state === 0 && (
        <div className="rv-motion-vote kb-row kb-end kb-above-8 kb-muted">
          {motion.ownVote !== null && (
            <span>您已投：{motion.ownVote ? words.agree : words.refuse}（表决结束前可更改）</span>
          )}
          <Button size="small" onClick={() => withReason(false)} disabled={vote.busy}>
            {words.refuse}
          </Button>
          <Button
            size="small"
            {...(motion.askId === null ? { type: 'primary' } : { danger: true })}
            onClick={() => void agree()}
            disabled={vote.busy}
          >
            {words.agree}
          </Button>
        </div>
      )}
    </article>
  )
}

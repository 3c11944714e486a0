import { formatTime } from '#contract/time.ts'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { motionTitle, motionWords } from '../../rules/motion-words.ts'
import { motionState } from '../motion-words.ts'
import type { Motion } from '../review-data.ts'

/** Motions of the committee as the purchaser's side may know them: decided ones, and the question of going on. */
export function OwnerMotions({ motions }: { motions: readonly Motion[] }) {
  if (motions.length === 0) return null
  return (
    <section aria-label="评标委员会表决">
      <ul>
        {motions.map((motion) => (
          <li className="kb-row kb-gap-12 kb-tight kb-base kb-wrap kb-size-13 kb-pad-y-8" key={motion.motionId}>
            <StatusTag {...motionState(motion)} />
            <b>{motionTitle(motion)}</b>
            <span>{motion.reason}</span>
            <span className="kb-muted">
              {motion.decidedAt ? formatTime(motion.decidedAt) : `已投 ${motion.voted}/${motion.voters}`}
            </span>
            {motion.votes && (
              <span className="kb-muted">
                {motionWords(motion).agree} {motion.votes.filter((v) => v.agree).length} 票，
                {motionWords(motion).refuse} {motion.votes.filter((v) => !v.agree).length} 票
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

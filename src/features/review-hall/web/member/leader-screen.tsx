import { Button } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ask, toast } from '#web/feedback.ts'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { EmptyState, Skeleton } from '#web/kit/states.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { voteLeader } from '../../contract/expert.ts'
import { expertReads } from '../../contract/reads.ts'
import { ProcessStatus } from '#features/evaluation/rules/enums.ts'
import { CommitteeTable } from '../results/committee-table.tsx'
import { type MemberProject, processOf, type Reviewer, useMemberProject, useReviewFrame } from '../review-data.ts'
import { useReviewAddress } from '../review-address.ts'
import '../review.css'
import { AvoidanceList } from './avoidance-list.tsx'

/** Avoidance statements, then the leader: what every member does before the review. */
export function Screen() {
  const { projectId } = useReviewAddress()
  const query = useMemberProject(projectId)
  useReviewFrame(query, 'leader-recommend')
  return <WhenLoaded query={query}>{(project) => <Leader project={project} />}</WhenLoaded>
}

function Leader({ project }: { project: MemberProject }) {
  const navigate = useNavigate()
  const { step } = useReviewAddress()
  if (project.startedAt === null)
    return (
      <EmptyState
        title="评审尚未开始"
        hint="采购人或代理机构开始评审后，投标人名单公布，请先逐一作出回避声明，再推选组长。评审开始时您会收到消息通知。"
      />
    )
  const review = processOf(project, 'review-session')
  const isOpen = review !== undefined && review.processStatus !== ProcessStatus.values.notStarted
  return (
    <div className="rv-page kb-column kb-gap-20">
      <section aria-labelledby="rv-avoid">
        <h2 className="rv-h2 kb-below-8" id="rv-avoid">
          一、回避声明
          <small>
            与投标人有利害关系的，应当主动回避（《招标投标法》第三十七条、《评标委员会和评标方法暂行规定》第十二条）
          </small>
        </h2>
        <AvoidanceList project={project} />
      </section>
      <section aria-labelledby="rv-leader">
        <h2 className="rv-h2 kb-below-8" id="rv-leader">
          二、推选组长
          <small>全体成员投票，得票最多者当选；票数相同的重新投票</small>
        </h2>
        <Vote project={project} />
      </section>
      {isOpen && (
        <div className="kb-flex kb-end">
          <Button type="primary" onClick={() => void navigate(step('review-session'))}>
            进入评审
          </Button>
        </div>
      )}
    </div>
  )
}

function Vote({ project }: { project: MemberProject }) {
  const params = { projectId: project.projectId }
  const { data: reviewers } = useCall(expertReads.reviewers, { params })
  const [tied, setTied] = useState(false)
  const vote = useAction(voteLeader, {
    onDone: ({ isTied, leaderId, voted, voters }) => {
      setTied(isTied)
      if (isTied) toast.warning('票数相同，请重新投票')
      else toast.success(leaderId ? '组长已推选产生' : `已投票（${voted}/${voters}）`)
    },
  })
  if (!reviewers) return <Skeleton lines={6} />
  const leader = reviewers.find((r) => r.isLeader)
  const voted = reviewers.filter((r) => r.hasVoted).length
  const mayVote = !leader && project.me.noConflict === true
  const choose = async (reviewer: Reviewer) => {
    const agreed = await ask({ title: '推选组长', content: `推选${reviewer.name}为评标委员会组长？` })
    if (agreed) await vote.run({ params, body: { reviewerId: reviewer.reviewerId } })
  }
  return (
    <>
      <p className="rv-live kb-row kb-gap-16 kb-tight kb-wrap kb-below-8" role="status">
        {leader ? (
          <span>
            组长：<b>{leader.name}</b>
          </span>
        ) : (
          <span>
            已投票 <b>{voted}</b> / {reviewers.length} 人
            {project.me.vote && `，您推选了${reviewers.find((r) => r.reviewerId === project.me.vote)?.name ?? ''}`}
            {!mayVote && '，对全部投标人作出回避声明后可以投票'}
            {tied && !project.me.vote && '。上一轮票数相同，请重新投票'}
          </span>
        )}
      </p>
      <CommitteeTable
        reviewers={reviewers}
        {...(mayVote
          ? {
              renderEnd: (reviewer: Reviewer) =>
                reviewer.reviewerId === project.me.vote ? (
                  <span className="kb-good">已推选</span>
                ) : (
                  <Button size="small" disabled={vote.busy} onClick={() => void choose(reviewer)}>
                    {project.me.vote ? '改选' : '推选'}
                  </Button>
                ),
            }
          : {})}
      />
    </>
  )
}

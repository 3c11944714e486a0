import { useLocation, useNavigate } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { useStaleSince } from '#web/kit/stale-note.tsx'
import { useLive } from '#web/live.ts'
import { useReviewHead } from '#web/shell/hall-head.ts'
import { useCall } from '#web/use-call.ts'
import type { ownScores } from '../contract/expert.ts'
import { expertProject } from '../contract/expert.ts'
import { purchaserProject } from '../contract/purchaser.ts'
import type { expertReads } from '../contract/reads.ts'
import { ItemKind, ProcessType, ReviewModel } from '#features/evaluation/rules/enums.ts'
import { isActiveProcess } from '../rules/session-status.ts'
import type { Side, StepKey } from './review-address.ts'
import { useReviewAddress } from './review-address.ts'

export type Project = OutputOf<typeof purchaserProject>
export type MemberProject = OutputOf<typeof expertProject>
export type Way = Project['wayList'][number]
export type Bidder = Project['bidders'][number]
export type Motion = Project['motions'][number]
export type Sheet = OutputOf<typeof ownScores>
export type WayResult = OutputOf<typeof expertReads.wayBidders>
export type Summary = OutputOf<typeof expertReads.summaryResult>
export type Report = NonNullable<OutputOf<typeof expertReads.lastReport>>
export type Reviewer = OutputOf<typeof expertReads.reviewers>[number]

const STEPS: readonly { key: StepKey; type: number; label: Record<Side, string> }[] = [
  { key: 'leader-recommend', type: 1, label: { member: '推选组长', owner: '评标委员会' } },
  { key: 'review-session', type: 2, label: { member: '评审', owner: '评审' } },
  { key: 'review-report/first-stage', type: 4, label: { member: '第一阶段报告', owner: '第一阶段报告' } },
  { key: 'review-report', type: 3, label: { member: '评审报告', owner: '评审报告' } },
]

/** What moves with every saved mark; everything else moves seldom. */
/** Rest between two looks whether the server is still there, ms: whoever hears nothing might be cut off. */
export const LOOK_MS = 30_000

export function useMemberProject(projectId: string) {
  useLive(`review:${projectId}`)
  return useCall(expertProject, { params: { projectId } }, { fresh: 0, every: LOOK_MS })
}

export function useOwnerProject(projectId: string) {
  useLive(`review:${projectId}`)
  return useCall(purchaserProject, { params: { projectId } }, { fresh: 0, every: LOOK_MS })
}

/** Fills the frame: name of the order, steps of the review, where one is. */
export function useReviewFrame(
  query: Parameters<typeof useStaleSince>[0] & { data: Project | undefined },
  current: StepKey,
): void {
  const project = query.data
  const { side, back, step } = useReviewAddress()
  const navigate = useNavigate()
  const { search } = useLocation()
  const twoStages = project?.reviewModel === ReviewModel.values.doubleEnvelope
  const steps = STEPS.filter(({ type }) => twoStages || type !== ProcessType.values.firstStageReport).map(
    ({ key, type, label }, i) => {
      const process = project?.processes.find((p) => p.processType === type)
      return { key, label: label[side], active: process ? isActiveProcess(process.processStatus) : i === 0 }
    },
  )
  useReviewHead({
    title: project?.orderName,
    back,
    steps: project && steps,
    current,
    since: useStaleSince(query),
    // Another step keeps the query, so that coming back finds what was looked at; the same step begins anew.
    onGo: (key) => void navigate({ pathname: step(key as StepKey), search: key === current ? '' : search }),
  })
}

/** The process of one step, once there is one. */
export function processOf(project: Pick<Project, 'processes'>, step: StepKey) {
  const type = STEPS.find((s) => s.key === step)?.type
  return project.processes.find((p) => p.processType === type)
}

/** The way to look at when the address names none: the one being reviewed, else the first before the review, the last after it. */
export function currentWay<W extends { status: number; sort: number }>(ways: readonly W[]): W | undefined {
  return (
    ways.find((way) => way.status === 1 || way.status === 3) ?? ways.at(ways.every((way) => way.status === 0) ? 0 : -1)
  )
}

/** From here on single marks are fetched one bidder at a time. */
const MANY = 12

/** The bidder to begin with where there are many marks; undefined where everything may come at once. */
export function firstOfMany({ bidders }: Pick<Project, 'bidders'>, { itemKind }: Way): string | undefined {
  return itemKind === ItemKind.values.scoring && bidders.length > MANY ? bidders[0]?.bidderId : undefined
}

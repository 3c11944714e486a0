import { replyInvitation } from '#features/experts/contract-extraction.ts'
import * as expert from '#features/review-hall/contract/expert.ts'
import { closeRound } from '#features/review-hall/contract/offers.ts'
import { expertReads } from '#features/review-hall/contract/reads.ts'
import { WaySummaryStatus } from '#features/evaluation/rules/enums.ts'
import { PASSWORD } from '../people.ts'
import { workInPanel } from '../play/panels.ts'
import { fillWay } from '../play/review.ts'
import type { Act, Acting } from './act.ts'

const { reviewing, reReviewed } = WaySummaryStatus.values

/** What a member of a committee does. */
export const EXPERT_ACTS: Readonly<Record<string, Act>> = {
  'experts:invitation': async ({ client, recordId }) => {
    await client.call(replyInvitation, { params: { callId: recordId }, body: { accept: true, declared: true } })
    return true
  },
  'panels:panel': ({ client, orderId }) => workInPanel(client, orderId),
  'review-hall:declare': declare,
  'review-hall:vote': vote,
  'review-hall:motion': voteMotions,
  'review-hall:score': score,
  'review-hall:sum-up': sumUp,
  'review-hall:write': write,
  'review-hall:sign': sign,
  'close-round': async ({ client, orderId: projectId, recordId: roundId }) => {
    await client.call(closeRound, { params: { projectId, roundId } })
    return true
  },
}

async function declare({ client, orderId }: Acting): Promise<boolean> {
  const params = { projectId: orderId }
  const { bidders, commitment, me } = await client.call(expert.expertProject, { params })
  const read = commitment ? { commitment: { versionId: commitment.versionId, textHash: commitment.textHash } } : {}
  const stated = new Set(me.avoidances.map((one) => one.bidderId))
  for (const { bidderId } of bidders.filter((one) => !stated.has(one.bidderId)))
    await client.call(expert.declareAvoidance, {
      params: { ...params, bidderId },
      body: { hasConflict: false, ...read },
    })
  return true
}

/** For the first of the committee: all see the same list. */
async function vote({ client, orderId }: Acting): Promise<boolean> {
  const params = { projectId: orderId }
  const members = await client.call(expertReads.reviewers, { params })
  const [first] = members
    .filter((one) => one.outAt === null)
    .toSorted((a, b) => a.reviewerId.localeCompare(b.reviewerId))
  await client.call(expert.voteLeader, { params, body: { reviewerId: first!.reviewerId } })
  return true
}

async function voteMotions({ client, orderId }: Acting): Promise<boolean> {
  const params = { projectId: orderId }
  const { motions } = await client.call(expert.expertProject, { params })
  const open = motions.filter((one) => one.state === 0 && one.ownVote === null)
  for (const { motionId, kind } of open) {
    // The demonstration goes on with whoever has bid; a bid is rejected by those who look at it.
    const body = kind === 'go-on' ? { agree: true, opinion: '' } : { agree: false, opinion: '经审阅，不构成否决情形' }
    await client.call(expert.voteMotion, { params: { ...params, motionId }, body })
  }
  return open.length > 0
}

async function score(acting: Acting): Promise<boolean> {
  const { client, orderId } = acting
  const params = { projectId: orderId }
  const { me } = await client.call(expert.expertProject, { params })
  const members = await client.call(expertReads.reviewers, { params })
  const seat = members.findIndex((one) => one.reviewerId === me.reviewerId)
  const tasks = await client.call(expert.ownTasks, { params })
  const open = tasks.filter((task) => task.actions.some(({ action }) => action === 'submit' || action === 'save'))
  for (const { wayId } of open) await fillWay(client, { orderId, wayId, seat, isEven: true })
  return open.length > 0
}

/** The leader: every way that all have submitted. */
async function sumUp({ client, orderId }: Acting): Promise<boolean> {
  const params = { projectId: orderId }
  const { wayList } = await client.call(expert.expertProject, { params })
  const due = wayList.filter(
    (way) => [reviewing, reReviewed].some((status) => status === way.status) && way.submitted === way.reviewers,
  )
  for (const { wayId } of due.slice(0, 1)) await client.call(expert.summariseWay, { params: { ...params, wayId } })
  return due.length > 0
}

async function write({ client, orderId }: Acting): Promise<boolean> {
  const params = { projectId: orderId }
  const processType = (await processOf(client, orderId)) === 4 ? 4 : 3
  await client.call(expert.writeReport, { params, body: { processType } })
  return true
}

async function sign({ client, orderId }: Acting): Promise<boolean> {
  const params = { projectId: orderId }
  const processes = await client.call(expertReads.processes, { params })
  for (const { processId } of processes.filter((one) => one.processType >= 3 && one.processStatus === 1)) {
    const report = await client.call(expertReads.lastReport, { params: { ...params, processId } })
    if (!report?.sha256) continue
    const { me } = await client.call(expert.expertProject, { params })
    if (report.signs.some((one) => one.reviewerId === me.reviewerId && one.signedAt !== null)) continue
    const body = { password: PASSWORD, sha256: report.sha256 }
    await client.call(expert.signReport, { params: { ...params, reportId: report.reportId }, body })
    return true
  }
  return false
}

/** Which report is under way; that of the first stage comes before the other. */
async function processOf(client: Acting['client'], orderId: string): Promise<number | undefined> {
  const processes = await client.call(expertReads.processes, { params: { projectId: orderId } })
  return processes
    .filter((one) => one.processType >= 3 && one.processStatus === 1)
    .map((one) => one.processType)
    .toSorted((a, b) => a - b)
    .at(0)
}

import * as experts from '#features/experts/contract.ts'
import * as expert from '#features/review-hall/contract/expert.ts'
import * as purchaser from '#features/review-hall/contract/purchaser.ts'
import { expertReads } from '#features/review-hall/contract/reads.ts'
import { Exact } from '#contract/money.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { together } from './together.ts'

/** A seat on the committee: who sits there and how to act as that person. */
export interface Seat {
  client: HttpClient
  password: string
}

/** Chooses the committee by the experts' names and starts the review. */
export async function startReview(buyer: HttpClient, orderId: string, names: readonly string[]): Promise<void> {
  const params = { projectId: orderId }
  const { rows } = await buyer.call(experts.expertPage, { query: { pageSize: 100 } })
  const expertIds = names.map((name) => {
    const found = rows.find((row) => row.name === name)
    if (!found) throw new Error(`no expert ${name}`)
    return found.expertId
  })
  await buyer.call(purchaser.stateDirectChoice, {
    params,
    body: { ground: 'professional', reason: '所购设备专业性强，库内同专业专家人数不足以随机抽取' },
  })
  await buyer.call(purchaser.setCommittee, { params, body: { expertIds, employeeIds: [] } })
  await buyer.call(purchaser.startReview, { params })
}

/** Everybody declares no conflict with any bidder, and votes for the first seat as leader. */
export async function chooseLeader(seats: readonly Seat[], orderId: string): Promise<void> {
  const params = { projectId: orderId }
  const committee = await seats[0]!.client.call(expertReads.reviewers, { params })
  const first = await seats[0]!.client.call(expert.expertProject, { params })
  await together(seats, async ({ client }) => {
    const { bidders, commitment } = await client.call(expert.expertProject, { params })
    const read = commitment ? { commitment: { versionId: commitment.versionId, textHash: commitment.textHash } } : {}
    for (const { bidderId } of bidders)
      await client.call(expert.declareAvoidance, {
        params: { ...params, bidderId },
        body: { hasConflict: false, ...read },
      })
  })
  const leader = committee.find((r) => r.reviewerId === first.me.reviewerId)!
  for (const { client } of seats)
    await client.call(expert.voteLeader, { params, body: { reviewerId: leader.reviewerId } })
}

/**
 * Every member judges every way in turn; the leader sums each up, the computed price last. `upTo` stops after so many
 * ways, with the next one judged but by the last member, so that a review stands half done.
 */
export async function judge(seats: readonly Seat[], orderId: string, upTo = Number.POSITIVE_INFINITY): Promise<void> {
  const params = { projectId: orderId }
  const leader = seats[0]!.client
  const processes = await leader.call(expertReads.processes, { params })
  const session = processes.find((p) => p.processType === 2)!
  const ways = await leader.call(expertReads.waySummaries, { params: { ...params, processId: session.processId } })
  for (const [i, way] of ways.entries()) {
    if (i > upTo) return
    const judging = way.isAutomatic ? [] : i === upTo ? seats.slice(0, -1) : seats
    await together(judging, ({ client }, seat) => fillWay(client, { orderId, wayId: way.wayId, seat }))
    if (i < upTo) await leader.call(expert.summariseWay, { params: { ...params, wayId: way.wayId } })
  }
}

/** The leader has the report written; all sign what they read; the buyer ends the review. */
export async function signAndEnd(seats: readonly Seat[], orderId: string, buyer: HttpClient): Promise<void> {
  const params = { projectId: orderId }
  const leader = seats[0]!.client
  const { reportId } = await leader.call(expert.writeReport, { params })
  const sha256 = await reportMade(leader, orderId)
  for (const { client, password } of seats)
    await client.call(expert.signReport, { params: { ...params, reportId }, body: { password, sha256 } })
  await buyer.call(purchaser.signComplete, { params: { ...params, reportId } })
}

/** Waits until the report is there, as a page does; gives the hash of the document. */
async function reportMade(leader: HttpClient, orderId: string): Promise<string> {
  const params = { projectId: orderId }
  const processes = await leader.call(expertReads.processes, { params })
  const { processId } = processes.find((p) => p.processType === 3)!
  for (let i = 0; i < 1200; i++) {
    const report = await leader.call(expertReads.lastReport, { params: { ...params, processId } })
    if (report?.failure) throw new Error(`report not made: ${report.failure}`)
    if (report?.sha256) return report.sha256
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('report not made within two minutes')
}

/** Judges every bid in one way as a member, and submits. `isEven`: all bids alike, so that the price decides. */
export async function fillWay(
  client: HttpClient,
  { orderId, wayId, seat, isEven = false }: { orderId: string; wayId: string; seat: number; isEven?: boolean },
): Promise<void> {
  const params = { projectId: orderId, wayId }
  const sheet = await client.call(expert.ownScores, { params })
  for (const [b, bidder] of sheet.bidders.entries()) {
    const scores = sheet.items.map((item, i) =>
      sheet.way.itemKind === 1
        ? { itemId: item.itemId, passed: true }
        : { itemId: item.itemId, score: markOf(item.fullMark, isEven ? 0 : b, seat + i), reason: '综合比较后评定' },
    )
    await client.call(expert.saveScores, { params: { ...params, bidderId: bidder.bidderId }, body: { scores } })
  }
  await client.call(expert.submitWay, { params })
}

/** Plausible and repeatable: later bidders a little lower, members differ by half marks. */
function markOf(fullMark: string, bidder: number, variation: number): string {
  const share = new Exact('0.94').minus(new Exact('0.05').times(bidder)).minus(new Exact('0.02').times(variation % 3))
  return new Exact(fullMark).times(share).times(2).round().div(2).toFixed(1)
}

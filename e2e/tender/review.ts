import { expect } from '@playwright/test'
import { type Account, PASSWORD, PEOPLE } from '#demo/people.ts'
import { fillWay, type Seat } from '#demo/play/review.ts'
import { together } from '#demo/play/together.ts'
import * as expert from '#features/review-hall/contract/expert.ts'
import { expertReads } from '#features/review-hall/contract/reads.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { agree, told, twice, type Visitor, goWithin } from '../kit/visitor.ts'

/** The committee; the first leads, in the browser. */
export const SEATS: readonly Account[] = ['expert1', 'expert2', 'expert3', 'expert5', 'expert8']

/** Composes the committee out of the library and starts the review. */
export async function composeCommittee({ page, inspect }: Visitor, orderId: string): Promise<void> {
  await goWithin(page, `/purchaser/bidding/orders/${orderId}/kpb/review-hall/leader-recommend`)
  await page.getByRole('button', { name: '说明理由并直接确定' }).click()
  const statement = page.getByRole('dialog', { name: '特殊招标项目：直接确定专家' })
  await statement.getByLabel('具体理由').fill('所购设备专业性强，库内同专业专家人数不足以随机抽取')
  await statement.getByRole('button', { name: /确\s?定/ }).click()
  await told(page, '已记录')
  await page.getByRole('button', { name: '选择成员' }).click()
  const dialog = page.getByRole('dialog', { name: '选择评标委员会成员' })
  for (const account of SEATS) {
    await dialog.getByRole('row').filter({ hasText: PEOPLE[account].name }).getByRole('checkbox').check()
  }
  await inspect('选择评标委员会')
  await dialog.getByRole('button', { name: '确定（5 人）' }).click()
  await told(page, '已确定评标委员会')
  await twice(page.getByRole('button', { name: '开始评标' }))
  await told(page, '评审已开始')
  await inspect('评标委员会')
}

/** Declares no conflict with any bidder and votes for the leader: oneself. */
export async function declareAndVote({ page, inspect }: Visitor): Promise<void> {
  await goWithin(page, '/review/tasks')
  await expect(page.getByRole('link', { name: '进入评审' })).toBeVisible()
  await inspect('评审任务')
  await page.getByRole('link', { name: '进入评审' }).click()
  const commitment = page.getByRole('checkbox', { name: /我已阅读并接受/ })
  if ((await commitment.count()) > 0) await commitment.check()
  await twice(page.getByRole('button', { name: '与全部投标人均无利害关系' }))
  await agree(page, '确认声明')
  await expect(page.getByText('已对全部投标人作出声明')).toBeVisible()
  const own = page.getByRole('row').filter({ hasText: PEOPLE[SEATS[0]!].name })
  await twice(own.getByRole('button', { name: '推选' }))
  await agree(page)
  await told(page, '已投票（1/5）')
  await inspect('回避声明与推选组长')
}

/** The same over HTTP for everybody but the leader, for whom they all vote. */
export async function othersDeclareAndVote(seats: readonly Seat[], orderId: string): Promise<void> {
  const params = { projectId: orderId }
  const { me } = await seats[0]!.client.call(expert.expertProject, { params })
  await together(seats.slice(1), async ({ client }) => {
    await declareNone(client, orderId)
    await client.call(expert.voteLeader, { params, body: { reviewerId: me.reviewerId } })
  })
}

/** Declares no conflict with any bidder, accepting the commitment where one is demanded. */
export async function declareNone(client: HttpClient, orderId: string): Promise<void> {
  const params = { projectId: orderId }
  const { bidders, commitment } = await client.call(expert.expertProject, { params })
  const read = commitment ? { commitment: { versionId: commitment.versionId, textHash: commitment.textHash } } : {}
  for (const { bidderId } of bidders)
    await client.call(expert.declareAvoidance, {
      params: { ...params, bidderId },
      body: { hasConflict: false, ...read },
    })
}

/** Judges one way as every seat given, over HTTP. */
export async function judgeOverHttp(seats: readonly Seat[], orderId: string, way: string): Promise<void> {
  const wayId = await wayIdOf(seats[0]!, orderId, way)
  await together(seats, ({ client }, seat) => fillWay(client, { orderId, wayId, seat }))
}

export async function summariseOverHttp(leader: Seat, orderId: string, way: string): Promise<void> {
  const wayId = await wayIdOf(leader, orderId, way)
  await leader.client.call(expert.summariseWay, { params: { projectId: orderId, wayId } })
}

/** Scores every bid of the technical way with the keyboard alone, and submits. */
export async function scoreByKeyboard({ page, inspect }: Visitor, orderId: string): Promise<void> {
  await goWithin(page, `/review/projects/${orderId}/review-session`)
  await page
    .getByRole('navigation', { name: '评审项' })
    .getByRole('link', { name: /^技术评分/ })
    .click()
  const sheet = page.getByRole('region', { name: '评审', exact: true })
  await expect(sheet.getByRole('button', { name: '我的评审 0/15' })).toBeVisible()
  await expect(page.locator('canvas').first()).toBeVisible()
  await sheet.getByRole('textbox', { name: /总体技术方案$/ }).focus()
  for (const marks of [MARKS.high, MARKS.middle, MARKS.low]) {
    for (const mark of marks) {
      await page.keyboard.type(mark)
      await page.keyboard.press('Enter')
    }
  }
  await expect(sheet.getByRole('button', { name: '我的评审 15/15' })).toBeVisible()
  await expect(sheet.getByRole('status').filter({ hasText: '已保存' })).toBeVisible()
  const submit = sheet.getByRole('button', { name: '提交', exact: true })
  await expect(submit).toBeFocused()
  await inspect('评审（打分）')
  await page.keyboard.press('Enter')
  await agree(page)
  await told(page, '已提交')
}

/** Sums the open ways up, as the leader. */
export async function summarise({ page, inspect }: Visitor, way: string): Promise<void> {
  await page
    .getByRole('navigation', { name: '评审项' })
    .getByRole('link', { name: new RegExp(`^${way}`) })
    .click()
  await twice(page.getByRole('button', { name: '汇总', exact: true }))
  await agree(page)
  await told(page, way === '价格评分' ? '评审已汇总完成' : '已汇总')
  await inspect(`评审结果（${way}）`)
}

/** Has the report written, reads and signs it. */
export async function writeAndSign({ page, inspect }: Visitor, orderId: string): Promise<void> {
  await goWithin(page, `/review/projects/${orderId}/review-report`)
  await twice(page.getByRole('button', { name: '生成评标报告' }))
  await agree(page)
  const password = page.getByLabel('登录密码')
  await expect(password).toBeVisible()
  await expect(page.locator('canvas').first()).toBeVisible()
  await inspect('评审报告')
  await password.fill(PASSWORD)
  await twice(page.getByRole('button', { name: '签署评审报告' }))
  await told(page, '已签署')
}

export async function othersSign(seats: readonly Seat[], orderId: string): Promise<void> {
  const params = { projectId: orderId }
  const leader = seats[0]!.client
  const processes = await leader.call(expertReads.processes, { params })
  const { processId } = processes.find((one) => one.processType === 3)!
  const report = (await leader.call(expertReads.lastReport, { params: { ...params, processId } }))!
  for (const { client, password } of seats.slice(1)) {
    const body = { password, sha256: report.sha256! }
    await client.call(expert.signReport, { params: { ...params, reportId: report.reportId }, body })
  }
}

/** Ends the review after everybody has signed. */
export async function completeReview({ page, inspect }: Visitor, orderId: string): Promise<void> {
  await goWithin(page, `/purchaser/bidding/orders/${orderId}/kpb/review-hall/review-report`)
  await expect(page.getByText('5/5 已签署')).toBeVisible()
  await expect(page.locator('canvas').first()).toBeVisible()
  await inspect('评审报告（采购人）')
  await twice(page.getByRole('button', { name: '签署完成，结束评标' }))
  await agree(page)
  await told(page, '评标已结束')
}

/** By the common plan: 12, 8, 8, 7, 5. */
const MARKS = {
  high: ['11', '7.5', '7', '6.5', '4.5'],
  middle: ['10', '7', '6.5', '6', '4'],
  low: ['9.5', '6', '6', '5.5', '4'],
}

async function wayIdOf({ client }: Seat, orderId: string, name: string): Promise<string> {
  const { wayList } = await client.call(expert.expertProject, { params: { projectId: orderId } })
  return wayList.find((way) => way.name === name)!.wayId
}

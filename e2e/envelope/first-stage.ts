import { expect } from '@playwright/test'
import { formatAmount } from '#contract/money.ts'
import { COMPANIES } from '#demo/companies.ts'
import { PASSWORD, PEOPLE } from '#demo/people.ts'
import type { Seat } from '#demo/play/review.ts'
import * as expert from '#features/review-hall/contract/expert.ts'
import { expertReads } from '#features/review-hall/contract/reads.ts'
import { agree, told, type Visitor, goWithin } from '../kit/visitor.ts'
import { SEATS } from '../tender/review.ts'

/** A member who does not lead: declares and votes for the leader, in the browser. */
export async function declareAndVoteFor({ page, inspect }: Visitor, orderId: string): Promise<void> {
  await goWithin(page, `/review/projects/${orderId}/leader-recommend`)
  const commitment = page.getByRole('checkbox', { name: /我已阅读并接受/ })
  await expect(page.getByRole('button', { name: '与全部投标人均无利害关系' })).toBeVisible()
  if ((await commitment.count()) > 0) await commitment.check()
  await page.getByRole('button', { name: '与全部投标人均无利害关系' }).click()
  await agree(page, '确认声明')
  const leader = page.getByRole('row').filter({ hasText: PEOPLE[SEATS[0]!].name })
  await leader.getByRole('button', { name: '推选' }).click()
  await agree(page)
  await told(page, /已投票/)
  await inspect('回避声明与推选组长（成员）')
}

/** Votes on the motion that is open. */
export async function voteForRejection({ page, inspect }: Visitor, orderId: string, company: string): Promise<void> {
  await goWithin(page, `/review/projects/${orderId}/review-session`)
  await page.getByRole('button', { name: /^待?表决/ }).click()
  const motion = page.getByRole('article').filter({ hasText: company })
  await expect(motion).toContainText('技术标第 5 页主要参数负偏离')
  await inspect('表决（成员）')
  await motion.getByRole('button', { name: '同意', exact: true }).click()
  await agree(page)
  await told(page, '已投票')
}

/** No member sees a price, and no file of the second envelope, while the first stage is judged. */
export async function noPriceInSight(
  { page, inspect }: Visitor,
  orderId: string,
  { totals }: { totals: readonly string[] },
): Promise<void> {
  await goWithin(page, `/review/projects/${orderId}/review-session`)
  await expect(page.getByRole('complementary', { name: '投标人' })).toContainText(COMPANIES.supplier1.name)
  await expect(page.locator('body')).not.toContainText('报价说明')
  const text = await page.locator('body').innerText()
  for (const total of totals) expect(text).not.toContain(formatAmount(total))
  await inspect('评审（第一阶段）')
}

/** Before the offer opening neither side can begin the report; both pages say what it waits for. */
export async function notBegun(buyer: Visitor, member: Visitor, orderId: string): Promise<void> {
  await goWithin(buyer.page, `/purchaser/bidding/orders/${orderId}/kpb/review-hall/review-report/first-stage`)
  await expect(buyer.page.getByText('报价开标结束后，由采购人启动第一阶段评审报告的编制')).toBeVisible()
  await expect(buyer.page.getByRole('button', { name: /编制第一阶段评审报告/ })).toBeDisabled()
  await expect(buyer.page.getByRole('link', { name: /进行报价开标/ })).toBeVisible()
  await buyer.inspect('第一阶段评审报告（采购人，尚未开始）')
  await goWithin(member.page, `/review/projects/${orderId}/review-report/first-stage`)
  await expect(member.page.getByText('尚未开始')).toBeVisible()
  await expect(member.page.getByText('报价开标结束后，由采购人启动第一阶段评审报告的编制')).toBeVisible()
  await member.inspect('第一阶段评审报告（成员，尚未开始）')
}

/** The purchaser asks for the report between the stages. */
export async function askForReport({ page, inspect }: Visitor, orderId: string, rejected: string): Promise<void> {
  await goWithin(page, `/purchaser/bidding/orders/${orderId}/kpb/review-hall/review-report/first-stage`)
  await expect(page.getByRole('row').filter({ hasText: rejected })).toContainText('未通过')
  await inspect('第一阶段评审结果（采购人）')
  await page.getByRole('button', { name: '编制第一阶段评审报告' }).click()
  const sure = page.getByRole('dialog')
  if (await sure.isVisible()) await agree(page)
  await told(page, '已建立')
}

/** The leader has it written and signs. */
export async function writeAndSign({ page, inspect }: Visitor, orderId: string): Promise<void> {
  await goWithin(page, `/review/projects/${orderId}/review-report/first-stage`)
  await page.getByRole('button', { name: '生成第一阶段评审报告' }).click()
  await agree(page)
  await sign({ page, inspect }, '第一阶段评审报告')
}

/** Another member reads and signs. */
export async function readAndSign({ page, inspect }: Visitor, orderId: string): Promise<void> {
  await goWithin(page, `/review/projects/${orderId}/review-report/first-stage`)
  await sign({ page, inspect }, '第一阶段评审报告（成员）')
}

export async function othersSign(seats: readonly Seat[], orderId: string): Promise<void> {
  const params = { projectId: orderId }
  const { client } = seats[0]!
  const processes = await client.call(expertReads.processes, { params })
  const { processId } = processes.find((one) => one.processType === 4)!
  const report = (await client.call(expertReads.lastReport, { params: { ...params, processId } }))!
  const place = { ...params, reportId: report.reportId }
  for (const seat of seats) {
    const body = { password: seat.password, sha256: report.sha256! }
    await seat.client.call(expert.signReport, { params: place, body })
  }
}

/** Every signature is there: the purchaser closes the first stage's report. */
export async function complete({ page, inspect }: Visitor, orderId: string): Promise<void> {
  await goWithin(page, `/purchaser/bidding/orders/${orderId}/kpb/review-hall/review-report/first-stage`)
  await expect(page.getByText('5/5 已签署')).toBeVisible()
  await expect(page.locator('canvas').first()).toBeVisible()
  await inspect('第一阶段评审报告（采购人）')
  await page.getByRole('button', { name: '签署完成', exact: true }).click()
  await agree(page)
  await told(page, '第一阶段评审报告已签署完成')
  await expect(page.getByRole('link', { name: /进行报价开标/ })).toHaveCount(0)
}

async function sign({ page, inspect }: Pick<Visitor, 'page' | 'inspect'>, screen: string): Promise<void> {
  const password = page.getByLabel('登录密码')
  await expect(password).toBeVisible()
  await expect(page.locator('canvas').first()).toBeVisible()
  await inspect(screen)
  await password.fill(PASSWORD)
  await page.getByRole('button', { name: '签署评审报告' }).click()
  await told(page, '已签署')
}
